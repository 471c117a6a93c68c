"""`wampimuk openenv`: serves an environment."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from wampimuk._native import Error
from wampimuk._optional import needed

EXAMPLES = """Examples:
  wampimuk openenv                                          questions of gscan on http://127.0.0.1:8000
  wampimuk openenv --recipe reascan --form grid --port 9000
  wampimuk openenv --recipe gscan --play --moves 1          commands carried out turn by turn

An episode begins with `reset(split="test", index=17)`, or `reset(seed=7)`. Tasks are at /wampimuk/splits,
/wampimuk/num_tasks and so on."""


def serve(arguments: Sequence[str]) -> int:
    """Serves until it is interrupted."""
    options = _parser().parse_args(arguments)
    needed("openenv", "openenv", "wampimuk openenv")
    uvicorn = needed("uvicorn", "openenv", "wampimuk openenv")
    from wampimuk.openenv import Settings, application  # noqa: PLC0415 - it imports what may be missing

    settings = Settings(
        recipe=options.recipe,
        split=options.split,
        seed=options.seed,
        form=options.form,
        ask=options.ask,
        play=options.play,
        sight=options.sight,
        turns=options.turns,
        moves=options.moves,
    )
    try:
        app = application(settings, options.sessions)
    except Error as error:
        print(f"error: {error}")
        return 2
    uvicorn.run(app, host=options.host, port=options.port, log_level="warning")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        "wampimuk openenv",
        description="Serves items as an environment of OpenEnv.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("--recipe", default="gscan", help="what episodes are about (see `wampimuk recipes`)")
    add("--split", default="train", help="the split of episodes that name none")
    add("--seed", type=int, default=0, help="the seed of the dataset")
    add("--form", help="how items are written")
    add("--ask", choices=["actions", "reference"], help="of commands: the actions, or the target's cell")
    add("--play", action="store_true", help="commands are carried out turn by turn")
    add("--sight", type=int, help="with --play, how many rows and columns are seen in each direction")
    add("--turns", type=int, help="with --play, the most turns")
    add("--moves", type=int, help="with --play, the most actions of a turn")
    add("--host", default="127.0.0.1", help="the address to listen at [default: this machine only]")
    add("--port", type=int, default=8000, help="the port")
    add("--sessions", type=int, default=256, help="sessions at a time")
    return parser
