"""A server of the chat protocol that answers as it is told, and what `wampimuk score` says of logs."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from wampimuk import reasoning
from wampimuk._hosts import play, questions

SMALL = {"gscan": "gscan-demo", "reascan": "reascan-1rc", "stories": "mix-t12", "riddle": "riddle"}
"""A recipe of each family that is quick to prepare."""

ITEMS = 3

WAYS = ("oracle", "wrong", "malformed", "empty", "cut")
"""How the server answers. Only the first one is right."""

LATE = "late"
"""The server's limit of tokens comes after an answer that is right so far."""

IN_TURN = "in turn"
"""The server answers a question in one way after another."""

OUTCOMES = {"oracle": "right", "wrong": "wrong", "malformed": "unreadable", "empty": "empty", "cut": "cut"}
"""What `wampimuk` says of these answers."""


def score(*logs: Path) -> dict[str, Any]:
    """What `wampimuk score` says of logs."""
    command = [str(Path(sys.executable).with_name("wampimuk")), "score", *map(str, logs), "--json", "-q"]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return dict(json.loads(ran.stdout))


def total(summary: dict[str, Any]) -> Counter[str]:
    """How often each outcome occurred."""
    counts: Counter[str] = Counter()
    for run in summary["runs"]:
        for split in run["splits"]:
            counts.update(split["outcomes"])
    return counts


def said(entry: reasoning.Entry, way: str) -> str:
    """What the server says to a question."""
    answer = entry["answer"]
    return {
        "oracle": f"<think>Answer: banana</think>Let me see.\n<answer>{answer}</answer>",
        "wrong": f"Answer:\n{_another(answer)}",
        "malformed": f"I believe that it is {answer}, roughly!",
        "empty": "",
        LATE: f"<answer>{answer}</answer>\nNo, rather",
        "cut": f"<think>So the end is\n<answer>{answer}</answer>\nor is",
    }[way]


def _another(answer: str) -> str:
    """Something else that can be read as well: another grid, or other actions or words."""
    if answer[0].isdigit():
        return str((int(answer[0]) + 1) % 10) + answer[1:]
    return "stay" if answer != "stay" else "walk"


class Server(ThreadingHTTPServer):
    """Knows all questions and their answers."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.way = "oracle"
        self.asked = 0
        self.before: Counter[str] = Counter()
        self.plays: dict[str, list[str]] = {}
        self.entries = {
            entry["question"]: entry
            for recipe in SMALL.values()
            for entry in questions(recipe, "test", n=ITEMS)
        }

    def know(self, recipe: str, split: str, indices: range, **how: Any) -> None:
        """Learns how commands are carried out turn by turn, one action at a time."""
        for index in indices:
            run = play(recipe, split, index, **how)
            self.plays[run.opening] = run.answer

    def answer(self, messages: list[dict[str, Any]]) -> tuple[str, str]:
        """What is said, and why it ends."""
        texts = [_text(message["content"]) for message in messages]
        self.asked += 1
        way = self.way
        if way == IN_TURN:
            way = WAYS[self.before[texts[-1]] % len(WAYS)]
            self.before[texts[-1]] += 1
        finish = "length" if way in ("cut", LATE) else "stop"
        if actions := self.plays.get(texts[0]):
            turn = len(texts) // 2
            right = actions[turn] if turn < len(actions) else "done"
            said_in_turn = {
                "oracle": f"Answer: {right}",
                LATE: f"Answer: {right}",
                "wrong": "Answer: stay",
                "malformed": "I would go.",
            }
            return said_in_turn.get(way, "" if way == "empty" else "<think>Answer: walk"), finish
        return said(self.entries[texts[-1]], way), finish

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
        text, finish = self.server.answer(body["messages"])
        if body.get("stream"):
            self.reply("text/event-stream", b"".join(chunks(text, finish)))
        else:
            self.reply("application/json", json.dumps(whole(text, finish)).encode())

    def reply(self, kind: str, data: bytes) -> None:
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


def _text(content: Any) -> str:
    """The text of a message, which may come in parts."""
    return content if isinstance(content, str) else "".join(part.get("text", "") for part in content)


USAGE = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}


def whole(text: str, finish: str) -> dict[str, Any]:
    """A reply in one piece."""
    message = {"role": "assistant", "content": text}
    choice = {"index": 0, "message": message, "finish_reason": finish}
    about = {"id": "reply", "object": "chat.completion", "created": 0, "model": "stub"}
    return {**about, "choices": [choice], "usage": USAGE}


def chunks(text: str, finish: str) -> Iterator[bytes]:
    """A reply as a stream of events."""
    about = {"id": "reply", "object": "chat.completion.chunk", "created": 0, "model": "stub"}
    for delta, end in (({"role": "assistant", "content": text}, None), ({}, finish)):
        choice = {"index": 0, "delta": delta, "finish_reason": end}
        yield f"data: {json.dumps({**about, 'choices': [choice]})}\n\n".encode()
    yield f"data: {json.dumps({**about, 'choices': [], 'usage': USAGE})}\n\n".encode()
    yield b"data: [DONE]\n\n"


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    server = Server()
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield server
    server.shutdown()
