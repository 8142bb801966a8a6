"""How English says that something passes, is guessed, ends one day or is meant widely: each line is one way to say it.

`<NAME>` is any of the parts. Matched without regard to case, `^` at every line's beginning.
"""

from __future__ import annotations

_RUN = (
    r"tests?|test_\w+|test suite|suite|build|ci|pipeline|deploy(?:ment)?|job|main|master|branch|lint(?:er)?|migration"
    r"|(?:staging |production |prod |test |build |ci |dev )(?:server|site|database|cluster|environment|runner)"
)
PARTS = {
    "RUN": _RUN,
    "START": r"^[^\w\n]*",
    "CLAUSE": r"(?:<START>|(?<=[.;:!?] )|(?<= but ))(?:the |our |all )?",
    "ANY": r"(?:(?!(?:if|when(?:ever)?|while|unless|until|once|where|as|after|before|no)\b)\w+ )?",
    "BROKEN": "failing|broken|red|down|blocked|flaky",
    "NOW": "right now|at the moment|currently|for now|still|today|as we speak|at present",
    "MAIN": r"main|master|trunk|develop|ci|(?:the |our )?\w+ branch",
    "END": r"(?=\s*(?:[.,;!)]|$))",
    "SOON": "tomorrow|this afternoon|this morning|tonight|later today|next week",
    "DAY": "(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|tonight|today|(?:this|next) (?:week|sprint|month)",
    "WORK": "fix(?! the (?:seed|clock|locale))|finish|investigate|implement|look (?:at|into)",
    "CHORE": "<WORK>|add|write|check|clean|update|remove|port|test|document",
    "WORKED": "fixed|done|finished|written|implemented|decided|ported|documented|reviewed|merged|cleaned up|refactored",
    "DOING": "working|debugging|looking|investigating|waiting|trying|half[- ]?way|in the middle of|almost done",
    "WE WILL": "(?:i|we) will|i'll|we'll|(?:i'm|i am|we're|we are) (?:going to|gonna)",
    "RULE": r"[^.\n]{0,200}\b(?:when(?:ever)?|every|each|after|if|once)\b",
    "REMEMBER": "(?:remember|(?:do not|don't) forget) to",
    "SAID": r"(?![\[(<.:_])",
    "PR": r"(?:pr|mr|pull request|merge request) ?[#!]?\d+",
    "YEAR": r"(?:19|20)\d\d",
    "MONTH": "(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*",
    "DATE": r"(?:(?:<MONTH>\.?(?: \d{1,2},?)? |q[1-4] )?<YEAR>(?:-\d\d(?:-\d\d)?)?(?![\w-]))",
    "PAST": r"[^.\n]{0,80}\b(?:had|was|were|did)\b",
    "VERSION": r"v\d+(?:\.\d+)*",
    "VENDOR": r"(?-i:(?!(?:The|Our|This|Its|An?|In|On|Use|Old|New|Public|Internal|REST|HTTP)\b)[A-Z]\w+(?:['’]s)?)",
    "ALL": "(?:all|every|any|each)(?: of)?(?: our| my| the)?(?: other)?",
    "OFFERED": "(?:version|release|api|sdk|model|lts|docs?|documentation|price|pricing)",
    "KEPT": "of (?:an?|each|every)|per|wins|(?:is |are )?(?:kept|read|stored|loaded|shown|used|taken)",
    "REASON": r"[^.\n]{0,200}\b(?:because|since|so that|as)\b",
}

PASSING = r"""
    <START>(?:todo|fixme|wip)(?=\s*[-:–—(]|\s*$)
    <START>(?-i:TODO|FIXME|XXX) (?!(?:comments?|items?|markers?|notes?|lists?|tags?|lines?|is|are|and|or|in|must)\b)\w+
    <START>\[ \] \w+
    <START>(?:work in progress|in progress|next steps?)(?=\s*(?:[-:–—(.,;!]|$))
    <START>next steps? (?:is|are) to\b
    <START>(?:next|left to do|still to do|still open|still missing|remaining(?: work)?|open (?:items|tasks)):
    <START>(?:done so far|not (?:done|finished)(?: yet)?):
    \b(?:still|left) to do (?:is|are)\b
    <START>blocked (?:on|by) (?:the |an? |our )?(?:\w+ )?(?:team|review|approval|pr|release|vendor|access|ticket|#\d+)\b
    <START>waiting (?:for|on) (?:an? |the )?(?:code )?(?:review|approval|feedback|sign-off)\b(?! (?:is|are|takes)\b)
    \b<PR> is (?:still )?(?:open|pending|unmerged|blocked|waiting|in review)\b
    \b<PR> is not (?:yet )?merged\b
    \b(?:todo|fixme)\s*:
    \bcurrently <BROKEN>\b
    <CLAUSE><ANY><RUN> (?:is|are) (?:<NOW> )?<BROKEN>(?: <NOW>)?(?=\s*(?:[.,;!]|$)| (?:since|because|after)\b)
    <CLAUSE><ANY><RUN> (?:is|are) (?:<NOW> )?<BROKEN> on <MAIN>(?=\s*(?:[.,;!]|$)| (?:since|because|after)\b)
    <CLAUSE><ANY><RUN> fails? on <MAIN><END>
    \b(?:<RUN>) (?:fails?|is|are) (?:<BROKEN> )?(?:right now|at the moment|currently|as we speak)(?!\w|\()
    \b<NOW>,? (?:the |our )?<RUN> (?:(?:is|are) <BROKEN>|fails?)\b
    \bi (?:still )?(?:need|have) to (?:<CHORE>)\b
    <START>(?:still )?need to (?:<CHORE>)\b
    \bi (?:did not|didn't) get to\b
    <CLAUSE>\w+(?: \w+)? (?:is|are) half[- ](?:done|finished|written|ported)<END>
    \bwe still (?:need|have) to (?:<CHORE>)\b
    \bwe (?:need|have) to (?:<WORK>)\b
    \b(?:still|yet) to be (?:<WORKED>)\b(?! by\b)
    \bstill needs? (?:to be )?(?:<WORKED>|removed|tested|updated|fixing|work|tests|docs|an? review)\b(?! by\b)
    \b(?:i am|i'm|we are|we're) (?:currently |still |now )?(?:<DOING>)\b
    \b(?:<WE WILL>) (?:fix|finish|do|look at|continue|clean up|revisit) (?:this|that|it)\b
    \b(?:<WE WILL>) get back to (?:this|that|it)\b
    (?:<START>|\b(?:i|we|<WE WILL>) )pick(?:ing)? (?:this|it) up (?:again )?(?:tomorrow|later|next)\b
    \b<REMEMBER> (?:<WORK>|push|re-?run|ask|tell)\b(?!<RULE>)
    \b<REMEMBER> (?:commit|merge) (?:this|that|it|my|the (?:branch|changes?|fix))\b(?!<RULE>)
    \b<REMEMBER> remove (?:this|the|my) (?:debug|temporary|print|hack|workaround)\b
    \b<REMEMBER> [^.\n]{0,200}\b(?:<DAY>)<END>
    (?<!\bor )(?<!\band )(?<!\bof )(?<!\bfor )(?<!\bas )\b(?:<SOON>)(?:<END>| (?:i|we)\b)
    <CLAUSE>(?:<SOON>),? (?:the|our|i|we|they)\b
"""
GUESS = r"""
    \b(?:probably|presumably|supposedly|perhaps|maybe|apparently)\b<SAID>
    (?<!\ba )(?<!\bthe )(?<!\ban )\bpossibly\b(?! (?:empty|null|nil|none|stale|missing|many)\b)<SAID>
    (?<!\bmore )(?<!\bless )(?<!\bmost )(?<!\bas )\blikely\b<SAID>
    \bi (?:have not|haven't) (?:tested|tried|checked|verified)\b
    \bi(?: would|'d)? (?:think|guess|believe|suspect|assume|suppose|reckon)\b
    \bi(?: am|'m) (?:fairly|pretty|quite|almost) (?:sure|certain)\b
    \b(?:my|our) (?:best )?(?:guess|hunch|impression|assumption|theory|hypothesis)\b
    \bas far as (?:i|we) (?:know|can tell|can see|remember|understand)\b
    (?<!\byou are )(?<!\byou're )(?<!\bif )(?:\bnot|n't) (?:really |entirely |quite |100 ?% )?(?:sure|certain)\b
    (?<!\bwhen )(?<!\bif )\bunsure\b
    \b(?:unclear|not clear|isn't clear|no idea) (?:whether|why|if|how|what)\b
    \bfor some reason\b
    \b(?:seems? (?:to|that|like)|appears? (?:that|to(?! (?:the|an?|users?|them)\b)))\b
    \bit (?:seems|appears)\b(?! (?:simpler|easier|natural|tempting|obvious|odd|redundant|wrong|safe|harmless)\b)
    \bit looks (?:like(?! an? )|as (?:if|though))\b
    <START>(?:seems|looks|sounds) (?:like|as (?:if|though))\b
    \b(?:might|could|may) (?:well )?be (?:the (?:cause|reason|culprit)|because|due to|caused)\b
    \b(?:might|could) (?:well )?be related\b
    \bit (?:might|could|may) (?:well )?be that\b
    \b(?:it|this|that) might (?:well )?be (?:the|an? (?:bug|race|leak|regression|problem|issue))\b
    \b(?:afaik|iirc|afaict|imo|imho)\b
"""
DATED = r"""
    (?<!\bthe )(?<!\ball )(?<!\ba )(?<!\bno )(?<!\bthat is )(?<!\bwho is )(?<!\bthat are )(?<!\bwhich is )\bcurrently\b
    \b(?:nowadays|these days|as of (?:now|today|writing)|right now(?!\()|for now(?!\()|at present)\b
    \bat the moment\b(?! (?:of|when|that|it|the)\b)
    (?:<START>|(?<=[.;,:] ))so far\b(?! as\b)
    \bat the time of writing\b
    \b(?:the )?(?:latest|newest|most recent) (?:stable |lts |major |minor |public )?<OFFERED>\b(?! (?:<KEPT>)\b)
    \b(?:the )?current (?:stable |lts |major )(?:version|release)\b
    \b(?:the )?current (?:version|release)(?: of (?:the )?\S+)? is v?\d
    \b(?:the )?current (?:sdk|lts|docs?|documentation|limit|price|pricing)\b(?! (?:<KEPT>)\b)
    \b(?:latest|newest|most recent) \S+(?: \S+)? is (?:version )?v?\d
    \b(?:is|are) (?:the )?(?:latest|newest)<END>
    \b<VENDOR> (?:api|sdk) version is v?\d
    \b(?:api|sdk) version is <YEAR>-\d\d
    \b(?:as of|since|until|by|effective) <DATE>(?!<PAST>)
    \b(?:will|plans? to) [^.\n]{0,200}\b(?:on|in|by|from|after|before) <DATE>
    <CLAUSE>until the end of (?:the|this|next) (?:year|month|quarter)\b
    \buntil (?:the end of )?(?:this|next) (?:year|month|quarter|spring|summer|autumn|fall|winter)\b
    \b<VENDOR> (?:rest |graphql )?(?:api|sdk) <VERSION>\b
    \b<VERSION> of (?:the )?<VENDOR> (?:rest |graphql )?(?:api|sdk)\b
    \b(?:rate limit|quota|price|pricing) (?:is|at) \$?\d(?!<REASON>)
    \b(?:has|have|sets|enforces) an? (?:rate limit|quota) of \d
    \bfree (?:tier|plan) (?:is|of|at|allows|includes|has|gives)(?: limited to)?(?: only)? \$?\d
    \bend[- ]of[- ]life\b(?! of\b)
    \b(?:eol|sunset(?:s|ted)?)(?= (?:in|on|by|date|is)\b)
    \b(?:does not|doesn't|do not|don't) (?:yet support|support \S+ yet)\b
    \bnot yet (?:supported|released)\b
"""
BROAD = r"""
    \b(?:always|everywhere|universally|as a rule|in all cases|in general)\b
    \bno matter (?:what|which|where)\b
    \b<ALL> (?:projects?|repos?|repositor(?:y|ies)|teams?|services|codebases?|languages?)\b
    \bacross (?:all|the|our) (?:projects|repos|repositories|org(?:anization)?|company|teams)\b
    \b(?:company|org(?:anization)?|team)[- ]wide\b
"""
