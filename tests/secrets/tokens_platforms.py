"""Secrets that say themselves what they are, by a prefix or a form: clouds, forges, registries."""

from __future__ import annotations

from tests.secrets.dice import ALNUM, BASE32, BECH32, DIGITS, HEX, LOWER, UPPER, URL_SAFE, Dice, Maker

TOKENS: dict[str, Maker] = {
    "AWS access key id": lambda d: d.one(("AKIA", "ASIA")) + d.of(BASE32, 16),
    "Google API key": lambda d: "AIza" + d.of(URL_SAFE, 34) + d.of(ALNUM, 1),
    "Google OAuth client secret": lambda d: "GOCSPX-" + d.of(URL_SAFE, 27) + d.of(ALNUM, 1),
    "Google OAuth access token": lambda d: "ya29." + d.of(URL_SAFE, 120) + d.of(ALNUM, 1),
    "Azure client secret": lambda d: d.of(ALNUM, 3) + "8Q~" + d.of(ALNUM + "_-.~", 33) + d.of(ALNUM, 1),
    "Azure storage key": lambda d: (
        f"DefaultEndpointsProtocol=https;AccountName={d.word()};AccountKey={d.base64(64)}"
        f";EndpointSuffix=core.windows.net"
    ),
    "DigitalOcean token": lambda d: d.one(("dop_v1_", "doo_v1_", "dor_v1_")) + d.of(HEX, 64),
    "Heroku API key": lambda d: "HRKU-AA" + d.of(URL_SAFE, 57) + d.of(ALNUM, 1),
    "Cloudflare origin CA key": lambda d: "v1.0-" + d.of(HEX, 24) + "-" + d.of(HEX, 146),
    "Vault token": lambda d: d.one(("hvs.", "hvb.")) + "CAES" + d.of(URL_SAFE, 90) + d.of(ALNUM, 1),
    "Terraform Cloud token": lambda d: d.of(ALNUM, 14) + ".atlasv1." + d.of(ALNUM, 67),
    "Docker Hub token": lambda d: "dckr_pat_" + d.of(URL_SAFE, 26) + d.of(ALNUM, 1),
    "Databricks token": lambda d: "dapi" + d.of(HEX, 32),
    "Supabase token": lambda d: "sbp_" + d.of(HEX, 40),
    "PlanetScale token": lambda d: d.one(("pscale_tkn_", "pscale_pw_")) + d.of(ALNUM, 43),
    "Doppler token": lambda d: "dp.pt." + d.of(ALNUM, 43),
    "Pulumi token": lambda d: "pul-" + d.of(HEX, 40),
    "Alibaba access key id": lambda d: "LTAI5t" + d.of(ALNUM, 18),
    "GitHub token": lambda d: d.one(("ghp_", "gho_", "ghu_", "ghs_", "ghr_")) + d.of(ALNUM, 36),
    "GitHub fine-grained token": lambda d: "github_pat_" + d.of(ALNUM, 22) + "_" + d.of(ALNUM, 59),
    "GitLab token": lambda d: d.one(("glpat-", "gldt-", "glrt-", "glptt-")) + d.of(URL_SAFE, 19) + d.of(ALNUM, 1),
    "npm token": lambda d: "npm_" + d.of(ALNUM, 36),
    "PyPI token": lambda d: "pypi-AgEIcHlwaS5vcmc" + d.of(URL_SAFE, 150) + d.of(ALNUM, 1),
    "RubyGems key": lambda d: "rubygems_" + d.of(HEX, 48),
    "crates.io token": lambda d: "cio" + d.of(ALNUM, 32),
    "NuGet key": lambda d: "oy2" + d.of("abcdefghijklmnopqrstuvwxyz234567", 43),
    "age secret key": lambda d: "AGE-SECRET-KEY-1" + d.of(BECH32, 58),
    "JSON web token": lambda d: web_token(d),
    "Bitbucket app password": lambda d: "ATBB" + d.of(ALNUM, 32),
    "Netlify token": lambda d: "nfp_" + d.of(ALNUM, 36),
    "1Password secret key": lambda d: "-".join(
        ["A3", d.of(UPPER, 6), d.of(UPPER, 6), *(d.of(UPPER, 5) for _ in range(4))]
    ),
    "Telegram bot token": lambda d: (
        d.of("123456789", 1) + d.of(DIGITS, 9) + ":AA" + d.of(URL_SAFE, 32) + d.of(ALNUM, 1)
    ),
    "Mailchimp key": lambda d: d.of(HEX, 32) + "-us" + str(d.number(1, 21)),
    "Twilio API key": lambda d: "SK" + d.of(HEX, 32),
    "Fly.io token": lambda d: "FlyV1 fm2_" + d.base64(120),
    "Tailscale key": lambda d: "tskey-auth-" + d.of(ALNUM, 12) + "CNTRL-" + d.of(ALNUM, 32),
    "Buildkite token": lambda d: "bkua_" + d.of(LOWER, 40),
}


def web_token(d: Dice) -> str:
    """A token of three parts with the two headers that nearly all have."""
    head = d.one(("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9", "eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9"))
    return f"{head}.eyJ{d.of(URL_SAFE, 80)}.{d.of(URL_SAFE, 42)}{d.of(ALNUM, 1)}"
