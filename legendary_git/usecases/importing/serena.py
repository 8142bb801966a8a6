"""Serena's `.serena/memories/`: markdown of any form, whose file names alone say what they are about.

Source of the names: the onboarding of Serena (oraios/serena), which writes the first ones. Topics are sub-folders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from legendary_git.domain.memory import Provenance
from legendary_git.store.bad_file import BadFile
from legendary_git.usecases.importing.document import read_document, split_heading
from legendary_git.usecases.importing.entry import (
    Entry,
    Found,
    Passed,
    Reading,
    SourceFile,
    Unread,
    cut_title,
    sort_out,
    stem_of,
    words_of,
)
from legendary_git.usecases.importing.moments import parse_moment

_OWN = frozenset({"readme", "memory_maintenance"})
"""Not about the project: a README, and Serena's own text on how memories are kept."""
_OVERVIEW = re.compile(
    r"project_?(overview|purpose|structure|summary)|codebase_?structure|tech(nology)?_?stack|structure"
)
_RULES = re.compile(
    r"suggested_?commands|commands|task_?completion|completion_?checklist|code_?style|style|conventions?|"
    r"guidelines|done_?checklist|checklist|workflow"
)
_BETTER = "what a project is reaches every session from CLAUDE.md or AGENTS.md; here it is found when asked for"
_GENERIC = re.compile(r"(?i)(project )?(overview|summary|introduction|notes?|memory)")


def read_serena(files: Sequence[SourceFile]) -> Reading:
    """The memories of a project, each with the folder of its topic as a tag."""
    return sort_out([_read(file) for file in files])


def _read(file: SourceFile) -> Found:
    name = stem_of(file.name)
    if name.lower() in _OWN:
        return Passed(file.name, "not about the project")
    try:
        document = read_document(file.data)
    except BadFile as bad:
        return Unread.because(file.name, bad.line, bad.message)
    heading, text = split_heading(document.text)
    if not text and not heading:
        return Unread(file.name, document.text_line, "nothing is said in it", "write into it or delete it")
    title = document.word("title") or ("" if _GENERIC.fullmatch(heading) else heading) or words_of(name)
    topics = file.name.split("/")[:-1]
    plain = name.lower().replace("-", "_")
    is_overview = _OVERVIEW.search(plain) is not None
    is_rule = not is_overview and _RULES.search(plain) is not None
    return Entry(
        key=file.name.removesuffix(".md"),
        file=file.name,
        title=cut_title(title),
        text=text,
        label="convention" if is_rule else "fact",
        tags=tuple(dict.fromkeys((*document.words("tags"), *topics))),
        created=parse_moment(document.word("created", "date", "updated")),
        source=Provenance.AGENT,
        warnings=(_BETTER,) if is_overview else (),
    )
