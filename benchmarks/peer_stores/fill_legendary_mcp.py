"""Fill a store of legendary-mcp with its own code, run by the interpreter that it is installed in.

On standard input: `{"root": folder, "memories": [{"title", "body", "file", "symbol", "trigger"}, …]}`.
"""

import importlib
import json
import sys
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path

anchor_module = importlib.import_module("legendary.anchor")
models = importlib.import_module("legendary.models")
store = importlib.import_module("legendary.store")
index = importlib.import_module("legendary.index")
vars(anchor_module)["_head_commit"] = cache(vars(anchor_module)["_head_commit"])  # it asks git for each memory

wanted = json.load(sys.stdin)
root = Path(wanted["root"])
begin = datetime(2026, 1, 5, 9, tzinfo=UTC)
for number, one in enumerate(wanted["memories"]):
    created = begin + timedelta(seconds=number)
    anchors = []
    if one["file"]:
        anchors = [anchor_module.resolve_and_hash(root, models.Anchor(file=one["file"], symbol=one["symbol"]))]
    memory = models.Memory(
        id=models.Memory.new_id(one["title"], created),
        type="episode" if one["trigger"] else "decision",
        title=one["title"],
        body=one["body"],
        created=created,
        anchors=anchors,
        triggers=[one["trigger"]] if one["trigger"] else [],
    )
    store.save(root, memory)
index.rebuild(root)
