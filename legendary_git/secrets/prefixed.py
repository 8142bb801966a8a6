"""Tokens by a prefix alone: of issuers that are not worth a line of their own, and of issuers that nobody listed.

Ids of objects look alike (`msg_01…`, `price_1…`), and are shorter. So without a word that says token in the prefix, a
value has to be as long as an id never is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from legendary_git.secrets.placeholder import is_placeholder
from legendary_git.secrets.shape import Hit
from legendary_git.secrets.strength import is_random, words_in

_KIND = "token with a prefix"
# A run of base64 that goes on before or behind with its other signs is a piece of some data.
_LONG = re.compile(r"[A-Za-z0-9_-]{24,}")
_DATA = "+/="
_WORDS = r"(?:[a-z]{2,15}\d{0,2}|[A-Z]{2,15}\d{0,2})(?:[_-](?:[A-Za-z]{2,12}|v?\d{1,2})){0,3}"
_UNLISTED = re.compile(rf"(?P<prefix>(?!sha|md5|diff|rev|h1){_WORDS})[_-](?P<value>[A-Za-z0-9_-]{{20,200}})")
_SAYS_TOKEN = re.compile(
    r"(?:^|[_-])(?:[a-z]{0,3}sk|[a-z]?pat|api|apikey|apitoken|token|tok|secret|rk|[a-z]at|key)(?:[_-]|$)", re.IGNORECASE
)
_ID_LENGTH = 32
_RUN = re.compile(r"[A-Za-z0-9]{14,}")

# Published beginnings that belong to nothing else, each with at least so many more characters of base64.
_LISTED = {
    "apify_api_": 30, "pcsk_": 40, "rnd_": 24, "waka_": 32, "wandb_v1_": 40, "ddp_": 32, "ddo_": 32,
    "pdl_live_": 30, "AstraCS:": 40, "nvapi-": 40, "tgp_v1_": 40, "mlsn.": 60, "csk-": 40, "rpa_": 30, "tss_": 30,
    "BSA": 26, "SWMTKN-": 60, "SWMKEY-": 40, "BBDC-": 30, "packagist_": 40, "PMAT-": 26, "AQ.Ab8RN6": 40,
    "cnvca": 40, "ATAT": 60, "xkeysib-": 70, "api_live": 60, "s-s4t2": 60, "key_live_": 20, "pina_": 60,
    "vtwn_": 40, "zpka_": 32, "bedrock-api-key-": 40, "ABSK": 100, "sk_car_": 20, "rootly_": 60, "lsv2_": 36,
    "amzn1.oa2-cs.v1.": 60, "ucat_": 24, "unkey_": 20, "cog_": 40, "$aact_": 50, "dvc_server_": 20, "CCDB1_": 50,
    "essu_": 60, "napi_": 50, "jina_": 50, "flb_live_": 24, "aio_": 26, "secret-token:": 20, "ccipat_": 40,
    "CCIPAT_": 40, "CCIPRJ_": 40, "sk-or-v": 40, "xai-": 60, "vcp_": 40, "vca_": 40, "dt0c01.": 80, "PMAK-": 50,
    "EAAA": 22, "sbp_": 36, "phx_": 40, "AKCp": 60, "mergify_application_key_": 24, "sgp_": 40,
}  # fmt: skip
_BASE = re.compile(r"[A-Za-z0-9_.~:+/=-]{0,400}")


def prefixed_hits(text: str) -> Iterator[Hit]:
    """What has the form of a token, whoever issued it."""
    yield from listed(text)
    for run in _LONG.finditer(text):
        match = _UNLISTED.fullmatch(run[0])
        around = text[max(0, run.start() - 1) : run.start()] + text[run.end() : run.end() + 1]
        if match is not None and not any(one in _DATA for one in around) and is_token(match["prefix"], match["value"]):
            yield Hit(_KIND, run.start(), run.end())


def listed(text: str) -> Iterator[Hit]:
    for prefix, least in _LISTED.items():
        at = text.find(prefix)
        while at >= 0:
            match = _BASE.match(text, at + len(prefix))
            rest = match[0] if match else ""
            if (
                not text[at - 1 : at].isalnum()
                and len(rest) >= least
                and words_in(rest) < 0.3
                and not is_placeholder(rest)
            ):
                yield Hit(_KIND, at, at + len(prefix) + len(rest))
            at = text.find(prefix, at + len(prefix))


def is_token(prefix: str, value: str) -> bool:
    says_so = _SAYS_TOKEN.search(prefix) is not None
    if len(value) < _ID_LENGTH and not says_so:
        return False
    run = max(_RUN.findall(value), key=len, default="")
    return sum(map(str.isdigit, run)) >= 2 and not is_hex(run) and words_in(value) < 0.3 and is_random(value)


def is_hex(run: str) -> bool:
    """Ids, digests and commits are written so, and tokens of nobody in particular seldom."""
    return all(one in "0123456789abcdef" for one in run)
