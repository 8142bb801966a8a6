"""The words by which text orders an agent about, or speaks as its host does, as patterns.

A line is one of them; one that is set in further goes on with the line above. `<START>` and so on are the parts below.
"""

from __future__ import annotations

PARTS = r"""
    START (?:(?:^|[.!?:;>|)\"'\u201c\u2014\u2013-] ?|\n[ ]?)(?:(?:please|now|then|first|also|instead|next|always|
        and|so|just)[ ,]+){0,3}|\b(?:you (?:must|should|will|have to|need to|shall|can|may|are to)|please|and then|
        and)(?: now| always| first)? )
    EARLIER (?:previous|prior|preceding|above|earlier|former|foregoing)
    ALL (?:(?:all|any|every|each|everything|of|the|your|my|its|these|those|this|that|other|in) ){0,5}
    ORDERS (?:instructions?|directives?|directions|guidelines?|orders|commands|constraints)
    SAID (?:prompts?|rules|context|training|guardrails?|polic(?:y|ies)|conversation)
    PRIVATE (?:environment variables?|env(?:ironment)? vars?|(?:api|ssh|access|private) keys?|credentials|
        passwords?|secrets|\.env|(?:access|api|auth|secret|session) tokens?|tokens)
    PEOPLE (?:user|human|developer|operator|reviewer|maintainer|anyone|anybody)s?
    HOST system(?:[-_ ](?:reminder|prompt|message|instructions?))?|assistant|human|tool_(?:result|use|call)s?|
        function_(?:results?|calls?)|function|git-memory|important|instructions?
    FILES (?:CLAUDE\.md|AGENTS\.md|GEMINI\.md|copilot-instructions(?:\.md)?|\.cursorrules|system prompt)
    AI (?:(?:helpful |coding )?(?:ai|llm|language model|agent|assistant|chatbot)(?: (?:agent|assistant|model))?)
    DROP (?:ignore|disregard|forget|override|bypass|neglect|discard)
    PASS (?:pay no (?:attention|heed|mind) to|take no notice of|give no (?:attention|heed) to)
    NOUN (?:is|are|was|were|has|have|and|or|in|of|for|to|as|with|around|from|before|after|here|must|marks?|begins?|
        starts?|ends?|opens?|closes?|wraps?|stands?|means?|comes?|goes|tags?|tokens?|markers?|blocks?|turns?|
        elements?|nodes?|sections?|attributes?|child|children|keys?|parts?)
    DO (?:commit|push|delete|run|merge|approve|send|install|deploy|execute|do|edit|change|write|remove|proceed|
        continue|accept|apply|add|make|force-push|rewrite|disable|skip)
"""
"""START is where an order begins: a sentence, an item, a clause after `and`; or what is asked of `you`."""
ORDERS = r"""
    \b<DROP> <ALL>(?:\w+ )?<EARLIER> (?:\w+ )?<ORDERS>\b
    <START><DROP> <ALL>(?:\w+ )?<EARLIER> (?:\w+ )?<SAID>\b
    <START><DROP> (?:all |any |of |the ){0,3}(?:your|other) (?:\w+ )?(?:<ORDERS>|training|guardrails?|system prompt|
        safety rules)\b
    <START>(?:<DROP>|<PASS>) <ALL>(?:instructions?|directives?|guidelines?|prompts?) (?:above|before this|so far|
        given (?:above|before|earlier|so far)|(?:that )?you (?:were|have been|had been) given)(?! (?:the|an?|this|
        that|it|\d))\b
    <START><PASS> <ALL>(?:\w+ )?<EARLIER> (?:\w+ )?(?:<ORDERS>|<SAID>)\b
    <START>from (?:now|this point|here) on(?:wards?)?,? (?:you are(?! (?:required|asked|expected|able|supposed)\b)|
        you (?:will|must|should|shall|have to|need to) (?:only )?(?:act|behave|obey|answer|respond|pretend|ignore|be)\b|
        act as\b|behave as\b|pretend\b|obey\b)
    \byou (?:must|should|will|shall|have to|need to|can|may) (?:always |now |just |simply |then )?(?:push|merge|
        approve|commit|force-push) [^.!?]{0,60}\bwithout (?:asking|permission|confirmation|approval|(?:a )?review)\b
    <START><DROP> <ALL>(?:rules|<ORDERS>|contents?|text) (?:in|of|from|given by|set by) (?:the |your )?<FILES>
    <START><DROP> (?:all |everything )?(?:of )?the above(?=\s*$|\n|[ ]?[.,;:!]|[ ](?:and|instead|text|rules)\b)
    <START><DROP> (?:everything|anything|all|what)(?: that)? (?:you|i|we) (?:were|was|have been|had been|are|know|
        learned|said|told)\b
    <START>(?:new|updated|real|actual|your (?:new|real|
        actual)) (?:system )?(?:instructions?(?: follow\b| are as follows|:)|prompt follows\b|prompt:(?= ))
    <START>(?:reveal|repeat|print|output|leak|show|recite) (?:me )?your (?:\w+ )?(?:system prompt|instructions|
        prompt)\b
    <START>you are now (?:an?|the|my) (?!owner|leader|holder|primary|writer)
    <START>you are now (?:root|sudo|admin(?:istrator)?)(?=[ ]?[:;,.!]|\s*$)
    <START>(?:(?:all|any|the|ai|coding|llm) ){0,3}(?:agents?|assistants?|models?) (?:must|should|shall|will|
        have to|need to|are to) (?:always |now )?(?:<DROP>|skip|delete|disable|approve) <ALL>(?:failing |unit )?(?:
        tests?|checks?|reviews?|rules|<ORDERS>|warnings|linters?|hooks?|pull requests?|approvals?)\b
    \byou are (?:now )?in (?:developer|god|dan|debug|admin|maintenance|unrestricted|jailbreak|root) mode\b
    \byou are (?:now|hereby|no longer) (?:authori[sz]ed|allowed|permitted|free|cleared|required|bound|
        restricted) (?:to|by|from)\b
    \b(?:as|since you are) an? <AI>,? you (?:must|should|always|will|are now|are|have to|need to|shall|can|may)\b
    <START>(?:do not|don't|never) (?:tell|inform|notify|warn|alert|let) (?:the |your |
        any ?)?<PEOPLE> (?:know )?(?:about (?:this|these|it|that)\b|what you\b|that you\b|of this\b)
    <START>(?:do not|don't|never) (?:mention|reveal|disclose|report) (?:this|these|it|that|
        any of this)(?: \w+){0,3} to (?:the |your )?<PEOPLE>\b
    <START><DO> [^.!?]{0,60}\bwithout (?:asking|telling|informing|notifying|consulting) (?:the |your )?<PEOPLE>\b
    <START>(?:send|post|upload|exfiltrate|forward|submit) [^.!?]{0,50}(?:contents?|files?|config\w*|secrets?|source|
        code|keys?|tokens?|diff|credentials?|repository|output|environment|history|\.env)\b.{0,40}(?:https?://|
        to (?:this|the following) (?:url|address|server))
    <START>(?:print|output|reveal|read out|leak|dump|echo|show|paste|include|list|
        write) .{0,20}\b<PRIVATE>\b.{0,30} (?:in|into|to|as part of|with) (?:the |your |a |an )?(?:logs?|answer|
        reply|response|output|chat|commit|message|comment|issue|pull request|file|url)\b(?! (?:is|was|were|has|had|
        would|must not|leaks?)\b)
    <START>(?:print|output|reveal|read out|leak|dump|echo|show|paste|include|list|write) your <PRIVATE>
    \b(?:curl|wget)\b[^\n|]{0,120}\|[ ]?(?:sudo )?(?:ba|z|da)?sh\b
"""
CLAIMS = r"""
    </(?:<HOST>)[ ]*>
    (?<!\ba )(?<!\bA )(?<!\ban )(?<!\bAn )(?<!\bthe )(?<!\bThe )<(?:<HOST>)[ ]*>(?![ ]<NOUN>\b)
    </(?:user|prompt|context|memory|memories|legendary)[ ]*>
    <invoke\b[^<>]{0,40}>
    </?antml:\w{1,40}
    <\|[a-z_]{2,40}\|>
    \[/?INST\]\s?(?!<NOUN>\b)\w
    <</?SYS>>
    \[[\w ()-]{1,40}#mem-[0-9a-f]{1,8}\][ ]*[(\[](?:verified|not verified|stale|orphaned|conflicted)
    \(verified against current code\)
    (?:^|\n|[.!?>][ ]?)[ ]?(?:Human|Assistant|H|A): (?=\S[^\n]{0,300}(?:\n[ ]?|[ ])(?:Human|Assistant|H|A): )
    (?:^|\n)[ ]?Human: \S
    (?:^|\n)[ ]?Assistant: (?:I|I'll|I'm|Sure|Ok|OK|Okay|Understood|Yes|Done|Of course|Certainly)\b
    (?:^|\n)[ ]?#{1,6} ?(?:System|Instructions?|Human|Assistant)(?: prompt| message)?:(?=[ ]*(?:\n|$)|[ ]+[Yy]ou\b)
    (?:^|\n)[ ]?(?:System|SYSTEM)(?: prompt| message)?: [Yy]ou (?:must|will|should|shall|have (?:full|root|access|
        permission)|are (?:now|an?|the|root|admin|in|no)\b)
    (?:^|\n)[ ]?(?:###? ?)?(?:User|System)(?: prompt| message)?: (?=\S[^\n]{0,500}\n[ ]?(?:###? ?)?Assistant: )
    <[a-z]\w{0,15}\b[^<>]{0,200}?(?:display[ ]?:[ ]?none|visibility[ ]?:[ ]?hidden|font-size[ ]?:[ ]?0|
        opacity[ ]?:[ ]?0(?![.\d])|[ ]hidden\b)
"""
"""What only a host says to its model, or this program of a memory; and text that is not shown."""
RUNS = r"""
    <START>(?:run|execute|paste|type|invoke|call)\b.{0,20}`[ ]?(?:curl|wget)?[^`\n|]{0,120}\|[ ]?(?:sudo )?(?:ba|z|
        da)?sh\b
    <START>(?:run|execute|paste|type|invoke|call)\b.{0,20}[` ](?:sudo )?(?:rm (?:-{1,2}[\w-]{1,20} ){1,4}(?:(?:/|\$HOME|
        \.|\.git)/?(?=[`\s.,;!]|$)|(?=`))|mkfs[.\w]{0,6} /dev/|dd if=\S{1,40} of=/dev/)
    <START>(?:run|execute|paste|type|invoke|call) [^`\n|]{0,40}?\b(?:curl|wget)\b[^`\n|]{0,120}\|[ ]?(?:sudo )?(?:ba|z|
        da)?sh\b
"""
"""What somebody is told to run, in backticks or not: a download, or what deletes everything."""


def join_ways(ways: str, parts: str = PARTS) -> str:
    """One pattern of all that the lines say, with these parts in them."""
    return "|".join(_fill(line, parts) for line in _lines(ways))


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.replace("\n        ", "").strip().splitlines()]


def _fill(line: str, parts: str) -> str:
    for part in _lines(parts):
        name, _, pattern = part.partition(" ")
        line = line.replace(f"<{name}>", pattern)
    return line
