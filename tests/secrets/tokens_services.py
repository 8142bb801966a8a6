"""Secrets that say themselves what they are, by a prefix or a form: chat, payment, models, monitoring."""

from __future__ import annotations

from tests.secrets.dice import ALNUM, DIGITS, HEX, LOWER, UPPER, URL_SAFE, Maker

TOKENS: dict[str, Maker] = {
    "Slack token": lambda d: f"{d.one(('xoxb', 'xoxp'))}-{d.of(DIGITS, 12)}-{d.of(DIGITS, 13)}-{d.of(ALNUM, 24)}",
    "Slack app token": lambda d: f"xapp-1-A{d.of(UPPER, 10)}-{d.of(DIGITS, 13)}-{d.of(HEX, 64)}",
    "Slack webhook": lambda d: (
        f"https://hooks.slack.com/services/T{d.of(UPPER, 8)}/B{d.of(UPPER, 10)}/{d.of(ALNUM, 24)}"
    ),
    "Discord bot token": lambda d: f"M{d.of(ALNUM, 25)}.G{d.of(ALNUM, 5)}.{d.of(URL_SAFE, 37)}{d.of(ALNUM, 1)}",
    "Discord webhook": lambda d: (
        f"https://discord.com/api/webhooks/1{d.of(DIGITS, 18)}/{d.of(URL_SAFE, 67)}{d.of(ALNUM, 1)}"
    ),
    "Stripe key": lambda d: d.one(("sk_live_", "rk_live_", "sk_test_")) + d.of(ALNUM, d.number(24, 99)),
    "Stripe webhook secret": lambda d: "whsec_" + d.of(ALNUM, 32),
    "SendGrid key": lambda d: "SG." + d.of(URL_SAFE, 22) + "." + d.of(URL_SAFE, 42) + d.of(ALNUM, 1),
    "Mailgun key": lambda d: "key-" + d.of(HEX, 32),
    "OpenAI key": lambda d: "sk-proj-" + d.of(ALNUM, 74) + "T3BlbkFJ" + d.of(ALNUM, 74),
    "OpenAI legacy key": lambda d: "sk-" + d.of(ALNUM, 20) + "T3BlbkFJ" + d.of(ALNUM, 20),
    "Anthropic key": lambda d: "sk-ant-api03-" + d.of(URL_SAFE, 93) + "AA",
    "Hugging Face token": lambda d: "hf_" + d.of(ALNUM, 34),
    "Groq key": lambda d: "gsk_" + d.of(ALNUM, 52),
    "OpenRouter key": lambda d: "sk-or-v1-" + d.of(HEX, 64),
    "Replicate token": lambda d: "r8_" + d.of(ALNUM, 37),
    "Perplexity key": lambda d: "pplx-" + d.of(ALNUM, 48),
    "Shopify token": lambda d: d.one(("shpat_", "shpca_", "shppa_", "shpss_")) + d.of(HEX, 32),
    "Square access token": lambda d: "EAAA" + d.of(URL_SAFE, 59) + d.of(ALNUM, 1),
    "Square OAuth secret": lambda d: "sq0csp-" + d.of(URL_SAFE, 42) + d.of(ALNUM, 1),
    "New Relic key": lambda d: "NRAK-" + d.of(UPPER, 27),
    "Sentry token": lambda d: "sntryu_" + d.of(HEX, 64),
    "Sentry organisation token": lambda d: "sntrys_eyJ" + d.of(ALNUM, 120) + "_" + d.of(ALNUM, 43),
    "Grafana service account token": lambda d: "glsa_" + d.of(ALNUM, 32) + "_" + d.of(HEX, 8),
    "Grafana Cloud token": lambda d: "glc_eyJ" + d.of(ALNUM, 100),
    "Atlassian token": lambda d: "ATATT3xFfGF0" + d.of(URL_SAFE, 170) + "=" + d.of(HEX, 8).upper(),
    "Linear key": lambda d: "lin_api_" + d.of(ALNUM, 40),
    "Notion token": lambda d: d.one(("secret_" + d.of(ALNUM, 43), "ntn_" + d.of(ALNUM, 46))),
    "Airtable token": lambda d: "pat" + d.of(ALNUM, 14) + "." + d.of(HEX, 64),
    "Postman key": lambda d: f"PMAK-{d.of(HEX, 24)}-{d.of(HEX, 34)}",
    "Figma token": lambda d: "figd_" + d.of(URL_SAFE, 39) + d.of(ALNUM, 1),
    "Dynatrace token": lambda d: f"dt0c01.{d.of(UPPER, 24)}.{d.of(UPPER, 64)}",
    "Facebook access token": lambda d: "EAACEdEose0cBA" + d.of(ALNUM, 100),
    "Prefect key": lambda d: "pnu_" + d.of(LOWER, 36),
    "HubSpot token": lambda d: "-".join(
        ["pat", "na1", d.of(HEX, 8), d.of(HEX, 4), d.of(HEX, 4), d.of(HEX, 4), d.of(HEX, 12)]
    ),
}
