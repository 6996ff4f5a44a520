"""Fuzzes a reader, and the audit behind it, guided by the coverage of the code.

    python -m tools.fuzz READER [--seconds N] [--seed N]

Exits with 0 when nothing was found in that time, or when there is no atheris for this Python. An input that makes our
code raise, hang or take too much memory ends the run; its path is printed. Repaired, it goes to `tests/fuzz/READER/`,
where the tests run it from then on.
"""

import argparse
import os
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

INPUTS = Path("build/fuzz")
"""Where inputs go that show a fault."""


def dictionary(entries: set[bytes]) -> str:
    """The text of a libFuzzer dictionary."""
    return "".join('"' + "".join(f"\\x{byte:02x}" for byte in entry) + '"\n' for entry in sorted(entries))


def main() -> int:
    """0 when nothing was found or there is no fuzzer, else 1."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz")
    parser.add_argument("reader")
    parser.add_argument("--seconds", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0, help="0: another one each time")
    arguments = parser.parse_args()
    if find_spec("atheris") is None:
        python = f"Python {sys.version.split()[0]} on {sys.platform}"
        print(f"fuzz: not done, {python} has no atheris; make fuzz installs it where there is a wheel")
        return 0
    import atheris

    with atheris.instrument_imports(include=["auditor", "replay"], enable_loader_override=False):
        from tools import fuzz_target
    reader: str = arguments.reader
    if reader not in fuzz_target.READERS:
        parser.error(f"there is no reader {reader}; there are {', '.join(fuzz_target.READERS)}")
    found = INPUTS / reader
    found.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="auditor-fuzz-") as name:
        folder = Path(name)
        corpus = folder / "corpus"
        corpus.mkdir()
        for number, seed in enumerate(fuzz_target.seeds(reader)):
            (corpus / f"seed-{number:02}").write_bytes(seed)
        (folder / "words").write_text(dictionary(fuzz_target.words(reader)), encoding="ascii")
        options = {
            "max_len": fuzz_target.MAX_BYTES,
            "max_total_time": arguments.seconds,
            "timeout": 20,  # seconds an input may take
            "rss_limit_mb": 1024,
            "seed": arguments.seed,
            "dict": folder / "words",
            "artifact_prefix": f"{found}/",
            "print_final_stats": 1,
            "verbosity": 0,
        }

        def feed(data: bytes) -> None:
            fuzz_target.feed(reader, data)

        def mutate(data: bytes, most: int, seed: int) -> bytes:
            return fuzz_target.changed(reader, data, most, seed, atheris.Mutate)

        print(f"fuzz: {reader} for {arguments.seconds} seconds", flush=True)
        # The fuzzer ends its process without a word to us, so it gets one of its own: somebody has to tidy up.
        child = os.fork()
        if child == 0:
            argv = [sys.argv[0], *(f"-{option}={value}" for option, value in options.items()), str(corpus)]
            atheris.Setup(argv, feed, custom_mutator=mutate)
            atheris.Fuzz()
        _, ended = os.waitpid(child, 0)
    status = os.waitstatus_to_exitcode(ended)
    if status:
        print(f"fuzz: {reader} failed with status {status}; its input is in {found}/", flush=True)
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main())
