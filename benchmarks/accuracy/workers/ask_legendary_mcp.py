"""Answers for legendary-mcp, run by the interpreter that it is installed in; one JSON object a line, in and out.

In: `{"stamp": [root, file, symbol]}` gives `{"anchor": {…}}`, or `{"anchor": null}` where legendary-mcp refuses it.
`{"check": [root, {…}]}` gives `{"verdict": …}`. `root` is a folder that holds the file as it was at a commit.
"""

import importlib
import json
import sys
from pathlib import Path
from typing import Any

anchor_module = importlib.import_module("legendary.anchor")
stale_module = importlib.import_module("legendary.stale")
models = importlib.import_module("legendary.models")
vars(anchor_module)["_head_commit"] = lambda _: None  # the folders are no repositories; no verdict asks for the commit


def answer(question: dict[str, Any]) -> dict[str, Any]:
    if "stamp" in question:
        root, file, symbol = question["stamp"]
        try:
            found = anchor_module.resolve_and_hash(Path(root), models.Anchor(file=file, symbol=symbol))
        except (ValueError, FileNotFoundError):
            return {"anchor": None}
        return {"anchor": found.model_dump()}
    root, anchor = question["check"]
    return {"verdict": stale_module.check_anchor(Path(root), models.Anchor(**anchor))}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
