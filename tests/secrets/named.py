"""Secrets without a form of their own: only the name beside them tells."""

from __future__ import annotations

from tests.secrets.dice import ALNUM, DIGITS, HEX, URL_SAFE, Dice, Maker


def uuid(d: Dice) -> str:
    return "-".join(d.of(HEX, length) for length in (8, 4, 4, 4, 12))


NAMED: dict[str, tuple[str, Maker]] = {
    "AWS secret access key": ("AWS_SECRET_ACCESS_KEY", lambda d: d.base64(30)),
    "Heroku legacy API key": ("HEROKU_API_KEY", uuid),
    "Cloudflare API token": ("CLOUDFLARE_API_TOKEN", lambda d: d.mixed(40)),
    "Datadog API key": ("DD_API_KEY", lambda d: d.of(HEX, 32)),
    "Datadog application key": ("DATADOG_APP_KEY", lambda d: d.of(HEX, 40)),
    "Twilio auth token": ("TWILIO_AUTH_TOKEN", lambda d: d.of(HEX, 32)),
    "Azure subscription key": ("AZURE_SUBSCRIPTION_KEY", lambda d: d.of(HEX, 32)),
    "Mailgun private key": ("MAILGUN_API_KEY", lambda d: f"{d.of(HEX, 32)}-{d.of(HEX, 8)}-{d.of(HEX, 8)}"),
    "PayPal client secret": ("PAYPAL_CLIENT_SECRET", lambda d: "E" + d.mixed(79, URL_SAFE)),
    "Auth0 client secret": ("AUTH0_CLIENT_SECRET", lambda d: d.mixed(64, URL_SAFE)),
    "Algolia key": ("ALGOLIA_ADMIN_API_KEY", lambda d: d.of(HEX, 32)),
    "Vercel token": ("VERCEL_TOKEN", lambda d: d.mixed(24)),
    "Travis token": ("TRAVIS_TOKEN", lambda d: d.mixed(22)),
    "database password": ("DB_PASSWORD", lambda d: d.password()),
    "administrator's password": ("ADMIN_PASSWORD", lambda d: d.password()),
    "pass phrase": ("GPG_PASSPHRASE", lambda d: d.words(4, "-") + str(d.number(10, 99))),
    "signing key": ("JWT_SECRET", lambda d: d.mixed(48, ALNUM + "+/")),
    "framework secret": ("SECRET_KEY_BASE", lambda d: d.of(HEX, 128)),
    "encryption key": ("ENCRYPTION_KEY", lambda d: d.base64(32)),
    "session secret": ("SESSION_SECRET", lambda d: d.mixed(32)),
    "numeric PIN password": ("VAULT_PASSWORD", lambda d: d.of("123456789", 1) + d.of(DIGITS, 11)),
}
