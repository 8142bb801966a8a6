"""Answers for yigraf, run by the interpreter that it is installed in; one JSON object a line, in and out.

In: `{"before": {path: file}, "after": {path: file}, "symbols": [[path, name], …]}`, where `file` holds the content.
Out: `{"answers": [null | [kind, place], …]}`: null where yigraf has no such symbol to anchor, else what its drift
report says of a memory that concerns the symbol: `none`, `soft`, `hard` or `renamed` with the new locator.
"""

import importlib
import json
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

extract = importlib.import_module("yigraf.extract")
drift = importlib.import_module("yigraf.drift")
graph_module = importlib.import_module("yigraf.graph")
ALGO = importlib.import_module("yigraf.astnorm").ANCHOR_ALGO


@lru_cache(20_000)
def project(path: str, file: str) -> dict[str, Any]:
    try:
        nodes: dict[str, Any] = extract.extract_file(path, Path(file).read_bytes()).nodes
        return nodes
    except Exception:  # noqa: BLE001 - what yigraf cannot read it has no symbols of
        return {}


def graph_of(files: dict[str, str]) -> Any:
    graph = graph_module.empty_graph()
    for path, file in files.items():
        for node, attrs in project(path, file).items():
            graph.add_node(node, **attrs)
    return graph


def answer(question: dict[str, Any]) -> dict[str, Any]:
    graph = graph_of(question["after"])
    stamped = []
    for number, (path, name) in enumerate(question["symbols"]):
        locator = f"sym:{path.casefold()}#{name}"
        nodes = project(path, question["before"][path])
        hash_then = nodes[locator]["content_hash"] if locator in nodes else None
        stamped.append(hash_then)
        if hash_then is None:
            continue
        memory = f"mem:{number}"
        graph.add_node(memory, family="memory", status="active")
        if locator in graph:
            graph.add_edge(memory, locator, relation="concerns", anchor=hash_then, anchor_algo=ALGO)
        else:
            entry = {"sym": locator, "anchor": hash_then, "anchor_algo": ALGO}
            graph.nodes[memory]["dangling_concerns"] = [entry]
    drift.resolve_renames(graph)
    found = {item.task_id: [item.kind, item.new_locator] for item in drift.compute_drift(graph)}
    answers = [
        None if hash_then is None else found.get(f"mem:{number}", ["none", None])
        for number, hash_then in enumerate(stamped)
    ]
    return {"answers": answers}


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
