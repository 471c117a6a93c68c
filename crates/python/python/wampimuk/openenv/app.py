"""The server of `openenv.yaml`: gSCAN, questions answered in one piece."""

from wampimuk.openenv import application

app = application()
