"""The family `gscan`, carried out turn by turn, for verifiers: `vf-eval wampimuk-gscan-play`.

See `wampimuk._verifiers`.
"""

from wampimuk._verifiers import Commands, PlayEnv


class GscanPlay(Commands):
    """Commands of the family `gscan`."""

    FAMILY = "gscan"


__all__ = ["GscanPlay", "PlayEnv"]
