"""Fill a store of yigraf, whose commands take a second for each memory, in the format that they write.

Run by the interpreter that it is installed in, after `yigraf init`. Standard input is as in `fill_legendary_mcp`.
"""

import importlib
import json
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

extract = importlib.import_module("yigraf.extract")
ALGO = importlib.import_module("yigraf.astnorm").ANCHOR_ALGO
_MEMORY = """\
---
attestation: agent
concerns:
- anchor: {anchor}
  anchor_algo: {algo}
  sym: {symbol}
family: memory
grounding: inferred
id: mem:{digits}
maturity: working
provenance:
  source: cli
serves: []
status: active
supersedes: []
type: decision
---
## {title}

**Why:** {body}
"""

wanted = json.load(sys.stdin)
root = Path(wanted["root"])


@cache
def nodes_of(file: str) -> dict[str, Any]:
    found: dict[str, Any] = extract.extract_file(file, (root / file).read_bytes()).nodes
    return found


folder = root / "yigraf" / "memory"
folder.mkdir(parents=True, exist_ok=True)
for one in wanted["memories"]:
    symbol = f"sym:{one['file']}#{one['symbol']}"
    digits = sha256(one["title"].encode()).hexdigest()[:16]
    anchor = nodes_of(one["file"])[symbol]["content_hash"]
    text = _MEMORY.format(anchor=anchor, algo=ALGO, symbol=symbol, digits=digits, title=one["title"], body=one["body"])
    (folder / f"{one['file'].partition('.')[0]}-{one['symbol'].replace('_', '-')}-{digits}.md").write_text(text)
