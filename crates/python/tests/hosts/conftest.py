"""A server that speaks the chat protocol and answers every question in one way."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from wampimuk import reasoning
from wampimuk._hosts import questions

SMALL = {"gscan": "gscan-demo", "reascan": "reascan-1rc", "stories": "mix-t12", "riddle": "riddle"}
"""A recipe of each family that is quick to prepare."""

ITEMS = 3

WAYS = ("oracle", "wrong", "malformed", "empty", "cut")
"""How the server answers. Only the first one is right."""


def said(entry: reasoning.Entry, way: str) -> str:
    """What the server says to a question."""
    answer = entry["answer"]
    return {
        "oracle": f"<think>Answer: banana</think>Let me see.\n<answer>{answer}</answer>",
        "wrong": "Answer: " + ("stay" if answer != "stay" else "walk"),
        "malformed": f"I believe that it is {answer}, roughly!",
        "empty": "",
        "cut": f"<think>So the end is\n<answer>{answer}</answer>\nor is",
    }[way]


class Server(ThreadingHTTPServer):
    """Knows all questions and their answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.way = "oracle"
        self.asked = 0
        self.entries = {
            entry["question"]: entry
            for recipe in SMALL.values()
            for entry in questions(recipe, "test", n=ITEMS)
        }

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/v1"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *about: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        question = body["messages"][-1]["content"]
        if isinstance(question, list):
            question = "".join(part["text"] for part in question)
        self.server.asked += 1
        text = said(self.server.entries[question], self.server.way)
        finish = "length" if self.server.way == "cut" else "stop"
        message = {"role": "assistant", "content": text}
        reply = {
            "id": "reply",
            "object": "chat.completion",
            "created": 0,
            "model": "stub",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
        }
        data = json.dumps(reply).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
