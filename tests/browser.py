"""A real browser, steered through a pipe: Chromium without a window, by the protocol of its developer tools."""

import fcntl
import json
import os
import select
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Any, Final, Self

NAMES: Final = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SECONDS: Final = 60.0
PIPES: Final = 3, 4  # where the browser reads commands and writes answers
FREE: Final = 10  # a descriptor above both


def browser_path() -> str | None:
    """Where the browser is; None where there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One page in a browser of its own. `events` are those the browser sent, by method."""

    def __init__(self, path: str, profile: Path) -> None:
        self.events: list[tuple[str, dict[str, Any]]] = []
        self._number = 0
        self._ahead = b""
        commands, self._write = os.pipe()
        self._read, answers = os.pipe()
        theirs = [fcntl.fcntl(end, fcntl.F_DUPFD, FREE) for end in (commands, answers)]

        def place() -> None:
            for source, target in zip(theirs, PIPES, strict=True):
                os.dup2(source, target)

        self._process = subprocess.Popen(
            [
                path,
                "--headless=new",
                "--no-sandbox",  # tests may run as root; the page is our own
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--disable-extensions",
                "--disable-background-networking",
                f"--user-data-dir={profile}",
                "--remote-debugging-pipe",
                "about:blank",
            ],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            preexec_fn=place,
            pass_fds=(*PIPES, *theirs),
            start_new_session=True,
        )
        for end in (commands, answers, *theirs):
            os.close(end)
        target = self._command("Target.createTarget", {"url": "about:blank"})["targetId"]
        self._session = ""
        self._session = self._command("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log", "Accessibility"):
            self._command(f"{domain}.enable", {})

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError, AssertionError):
            self._session = ""
            self._command("Browser.close", {})
        os.close(self._write)
        os.close(self._read)
        try:
            self._process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def open(self, page: Path) -> None:
        """The page is loaded."""
        self.events.clear()
        self._command("Page.navigate", {"url": page.as_uri()})
        while not any(method == "Page.loadEventFired" for method, _ in self.events):
            self._take()

    def prefer(self, scheme: str) -> None:
        """The reader prefers `light` or `dark`."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._command("Emulation.setEmulatedMedia", {"features": features})

    def resize(self, width: int, height: int) -> None:
        """The window has that many pixels."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self._command("Emulation.setDeviceMetricsOverride", size)

    def value(self, expression: str) -> Any:
        """What the JavaScript expression gives in the page, as plain values."""
        answer = self._command("Runtime.evaluate", {"expression": expression, "returnByValue": True})
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def accessible(self) -> list[tuple[str, str]]:
        """Role and name of everything that a screen reader meets."""
        nodes = self._command("Accessibility.getFullAXTree", {})["nodes"]
        return [
            (node.get("role", {}).get("value", ""), node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]

    def _command(self, method: str, parameters: dict[str, Any]) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if getattr(self, "_session", ""):
            message["sessionId"] = self._session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._take()
            if answer.get("id") == number:
                assert "error" not in answer, answer["error"]
                result: dict[str, Any] = answer["result"]
                return result

    def _take(self) -> dict[str, Any]:
        """The next message of the browser; an event is kept."""
        due = monotonic() + SECONDS
        while b"\0" not in self._ahead:
            ready, _, _ = select.select([self._read], [], [], max(due - monotonic(), 0))
            assert ready, f"the browser says nothing for {SECONDS:.0f} seconds"
            piece = os.read(self._read, 1 << 16)
            assert piece, "the browser ended"
            self._ahead += piece
        text, _, self._ahead = self._ahead.partition(b"\0")
        message: dict[str, Any] = json.loads(text)
        if "method" in message:
            self.events.append((message["method"], message.get("params", {})))
        return message
