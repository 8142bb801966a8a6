"""Secret detectors beside each other on the labelled set: what each finds, and what it wrongly reports.

Run with an interpreter that has the detector; each is asked in its own process, so that none pays for another:

    PYTHONPATH=. DIR/bin/python -m benchmarks.secret_detectors DETECTOR [--half develop] [--misses] [--alarms]

A kind counts as found in an example if the detector reports anything in its text.
"""

from __future__ import annotations

import argparse
import importlib
import resource
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.secrets.labelled import DEVELOP, HELD_OUT, Example, negatives, positives

Detector = Callable[[Example], bool]


def ours() -> Detector:
    find_secrets = importlib.import_module("legendary_git.secrets").find_secrets
    return lambda example: bool(find_secrets(example.fields))


def betterleaks() -> Detector:
    library = importlib.import_module("betterleaks")
    return lambda example: bool(library.scan_string(example.placed.text))


def kingfisher() -> Detector:
    """With every rule that it has, no cache of compiled ones, and its own way of decoding."""
    library: Any = importlib.import_module("kingfisher_sdk")
    scanner = library.DetectionScanner(library.Rules(cache=False, confidence="low"))
    return lambda example: any(finding.visible for finding in scanner.scan(example.placed.text))


def detect_secrets() -> Detector:
    """Through a file, which is the one interface that it has for text of several lines."""
    collection: Any = importlib.import_module("detect_secrets")
    settings: Any = importlib.import_module("detect_secrets.settings")
    folder = Path(tempfile.mkdtemp())

    def found(example: Example) -> bool:
        path = folder / "memory.md"
        path.write_text(example.placed.text, encoding="utf-8")
        secrets = collection.SecretsCollection()
        with settings.default_settings():
            secrets.scan_file(str(path))
        return bool(secrets)

    return found


DETECTORS: dict[str, Callable[[], Detector]] = {
    "ours": ours,
    "betterleaks": betterleaks,
    "kingfisher": kingfisher,
    "detect-secrets": detect_secrets,
}


def share(found: int, of: int) -> str:
    return f"{found} of {of} ({100 * found / of:.2f} %)"


def report(detector: Detector, half: str, misses: bool, alarms: bool) -> None:
    wanted, harmless = positives(half), list(negatives(half))
    missed = [one for one in wanted if not detector(one)]
    reported = [one for one in harmless if detector(one)]
    kinds = {one.kind for one in wanted}
    whole = kinds - {one.kind for one in missed}
    print(
        f"{half}: recall {share(len(wanted) - len(missed), len(wanted))}, kinds always found {len(whole)} of"
        f" {len(kinds)},"
    )
    print(f"  false alarms {share(len(reported), len(harmless))}")
    if misses:
        print("  missed:", dict(Counter((one.kind, one.context) for one in missed)))
    if alarms:
        print("  alarms:", dict(Counter(one.kind for one in reported)))


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("detector", choices=sorted(DETECTORS))
    words.add_argument("--half", choices=(DEVELOP, HELD_OUT), default=DEVELOP)
    words.add_argument("--misses", action="store_true")
    words.add_argument("--alarms", action="store_true")
    asked = words.parse_args()
    before = time.perf_counter()
    detector = DETECTORS[asked.detector]()
    detector(positives(asked.half)[0])
    ready = time.perf_counter()
    report(detector, asked.half, asked.misses, asked.alarms)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"  first answer after {ready - before:.2f} s, all in {time.perf_counter() - ready:.2f} s, {peak:.0f} MB")


if __name__ == "__main__":
    main()
