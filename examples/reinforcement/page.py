"""What was seen, as a table and as a page with charts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

COLOURS = ("#0b6e4f", "#1f77b4", "#7f7f7f", "#d1495b", "#e58606", "#8338ec", "#00798c", "#6d4c41")
WIDTH, HEIGHT, EDGE = 640, 300, 44


def table(result: dict[str, Any]) -> str:
    """A table in Markdown: what was reached before and after rewards."""
    first, then = result["supervised"], result["reinforcement"]
    count = result["settings"]["measured"]
    lines = [
        f"{result['weights']:,} weights; {first['steps']:,} supervised steps ({first['seconds']:.0f} s),",
        f"then {then['steps']:,} of {result['trainer']} ({then['seconds']:.0f} s) on {result['device']}.",
        "",
        f"| {count} questions of | before | after | change | ± |",
        "|---|---:|---:|---:|---:|",
    ]
    for name, before in result["before"].items():
        after = result["after"][name]
        # Half of a 95 % interval, as if the questions were asked of two models.
        width = 1.96 * ((before * (1 - before) + after * (1 - after)) / count) ** 0.5
        shown = (f"{before:.1%}", f"{after:.1%}", f"{after - before:+.1%}", f"{width:.1%}")
        lines.append(f"| {name} | {' | '.join(shown)} |")
    lines += ["", "| actions | questions drawn | success at the end |", "|---|---:|---:|"]
    for level in result["levels"]:
        success = "none" if level["success"] is None else f"{level['success']:.1%}"
        lines.append(f"| {level['from']} to {level['to']} | {level['asked']:,} | {success} |")
    return "\n".join(lines)


def page(result: dict[str, Any]) -> str:
    """A page without anything from elsewhere."""
    rewards = result["rewards"]
    steps = max(1, len(rewards))
    sets = {name: [(step, reached[name]) for step, reached in result["reached"]] for name in result["before"]}
    levels = {
        f"{level['from']} to {level['to']} actions": [
            (step, own[number]) for step, own in enumerate(result["success"], 1) if own[number] is not None
        ]
        for number, level in enumerate(result["levels"])
    }
    drawn = (
        chart("What answers earn: the likeliest answer to each question", sets, steps),
        chart(
            "Rewards while learning, mean of 10 steps", {"reward": list(enumerate(smooth(rewards), 1))}, steps
        ),
        chart("Success on the levels of the curriculum", levels, steps),
    )
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Learning by reinforcement</title>'
        "<style>body{font:16px/1.5 sans-serif;max-width:44em;margin:2em auto;padding:0 1em}"
        "svg{width:100%;height:auto}table{border-collapse:collapse;margin:1em 0}td,th{padding:.2em .8em;"
        "border-bottom:1px solid #ccc;text-align:right}td:first-child,th:first-child{text-align:left}"
        "text{font:12px sans-serif}</style><h1>Learning by reinforcement</h1>"
        f"{marked(table(result))}{''.join(drawn)}</html>"
    )


def smooth(values: Sequence[float], width: int = 10) -> list[float]:
    """The mean of each value and those before it."""
    windows = (values[max(0, end - width) : end] for end in range(1, len(values) + 1))
    return [sum(window) / len(window) for window in windows]


def chart(title: str, lines: dict[str, list[tuple[int, float]]], steps: int) -> str:
    """Shares over steps, with a legend below."""

    def point(step: float, share: float) -> str:
        across = EDGE + (WIDTH - 2 * EDGE) * step / steps
        return f"{across:.1f},{HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * share:.1f}"

    parts = [f'<text x="{EDGE}" y="18" font-weight="bold">{escape(title)}</text>']
    for tenth in range(0, 11, 2):
        left, level = point(0, tenth / 10).split(",")
        right = point(steps, 0).split(",")[0]
        parts.append(f'<path d="M{left},{level}H{right}" stroke="#ddd"/>')
        parts.append(f'<text x="{EDGE - 6}" y="{float(level) + 4}" text-anchor="end">{tenth * 10} %</text>')
    parts.append(f'<text x="{WIDTH - EDGE}" y="{HEIGHT - EDGE + 16}" text-anchor="end">{steps} steps</text>')
    for number, (name, points) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        path = " ".join(point(step, share) for step, share in points)
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        below, across = HEIGHT + 16 * (number // 2), EDGE + (number % 2) * (WIDTH - EDGE) // 2
        parts.append(f'<rect x="{across}" y="{below - 9}" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{across + 16}" y="{below}">{escape(name)}</text>')
    height = HEIGHT + 16 * ((len(lines) + 1) // 2)
    return (
        f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    )


def marked(text: str) -> str:
    """The Markdown of `table` as HTML."""
    return "".join(map(_block, text.split("\n\n")))


def _block(block: str) -> str:
    if not block.startswith("|"):
        return f"<p>{escape(block)}</p>"
    head, _, *rows = block.splitlines()
    return f"<table>{_row(head, 'th')}{''.join(_row(row, 'td') for row in rows)}</table>"


def _row(line: str, tag: str) -> str:
    cells: Iterable[str] = line.strip("| ").split(" | ")
    return f"<tr>{''.join(f'<{tag}>{escape(cell)}</{tag}>' for cell in cells)}</tr>"
