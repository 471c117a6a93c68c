"""The family `reascan`, carried out turn by turn, for verifiers: `vf-eval wampimuk-reascan-play`.

See `wampimuk._verifiers`.
"""

from wampimuk._verifiers import Commands, PlayEnv


class ReascanPlay(Commands):
    """Commands of the family `reascan`."""

    FAMILY = "reascan"


__all__ = ["PlayEnv", "ReascanPlay"]
