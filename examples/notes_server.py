"""A server for the notes of `webdata-conformance new`, without any package. It keeps the notes in memory."""

import json, os, re, uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY, notes = "Bearer " + os.environ["NOTES_KEY"], {}
TYPES = {"title": str, "text": str, "pinned": bool}

def is_valid(body, method):
    return (isinstance(body, dict) and body != {} and ("title" in body or method == "PATCH")
            and all(type(value) is TYPES.get(name) for name, value in body.items())
            and 1 <= len(body.get("title", "a title")) <= 80)

class Notes(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # the head and the body of a response are sent together

    def decide(self, method, sent):
        path = re.fullmatch("/v1/notes(?:/([^/?]+))?", self.path)
        if not path:
            return 404, {"error": "Not found"}
        if self.headers.get("Authorization") != KEY:
            return 401, {"error": "Bad key"}
        id = (path[1] or str(uuid.uuid4())).lower()
        if method not in (("GET", "PATCH", "DELETE") if path[1] else ("GET", "POST")) or (path[1] and id not in notes):
            return 404, {"error": "Not found"}
        if method == "GET":
            return 200, notes[id] if path[1] else list(notes.values())
        if method == "DELETE":
            return 204, notes.pop(id) and None
        try:
            body = json.loads(sent)
        except ValueError:
            body = None
        if not is_valid(body, method):
            return 400, {"error": "Invalid"}
        notes[id] = {"id": id, **notes.get(id, {}), **body}
        return 201 if method == "POST" else 200, notes[id]

    def respond(self):
        status, body = self.decide(self.command, self.rfile.read(int(self.headers.get("Content-Length", 0))))
        text = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = respond

server = ThreadingHTTPServer(("127.0.0.1", 0), Notes)
print(f"http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
