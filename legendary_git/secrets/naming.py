"""A library's name of a rule (`digitalocean-access-token`, `vultr-api-key.1`) in words."""

from __future__ import annotations

import re

_OURS = {
    "generic-api-key": "secret value",
    "generic-password": "password",
    "generic-credential-uri": "password in a URL",
    "curl-auth-header": "authorization header",
    "curl-auth-user": "password of a command",
    "jwt": "JSON web token",
    "jwt-base64": "JSON web token",
    "private-key": "private key",
}
_SPELLED = {
    "pat": "personal access token", "api": "API", "oauth": "OAuth", "sdk": "SDK", "id": "id", "url": "URL", "ca": "CA",
    "ci": "CI", "cicd": "CI", "ai": "AI", "sts": "STS", "rest": "REST", "scim": "SCIM", "tf": "Terraform", "ad": "AD",
    "ptt": "pipeline trigger token", "rrt": "runner registration token",
    "aws": "AWS", "gcp": "Google Cloud", "ibm": "IBM", "ovh": "OVH", "npm": "npm", "pypi": "PyPI", "nuget": "NuGet",
    "github": "GitHub", "gitlab": "GitLab", "openai": "OpenAI", "xai": "xAI", "zai": "Z.ai", "huggingface":
    "Hugging Face", "digitalocean": "DigitalOcean", "hubspot": "HubSpot", "sendgrid": "SendGrid", "rubygems":
    "RubyGems", "planetscale": "PlanetScale", "launchdarkly": "LaunchDarkly", "circleci": "CircleCI", "travisci":
    "Travis CI", "mongodb": "MongoDB", "dockerhub": "Docker Hub", "hashicorp": "HashiCorp", "flyio": "Fly.io",
    "pagerduty": "PagerDuty", "paypal": "PayPal", "mailchimp": "Mailchimp", "new": "New", "relic": "Relic",
}  # fmt: skip
_NUMBER = re.compile(r"\.\d+$")


def kind_of(rule: str) -> str:
    """`rule` as a reader would say it: the issuer with a capital, what is known by initials with those."""
    if rule in _OURS:
        return _OURS[rule]
    first, *rest = _NUMBER.sub("", rule).split("-")
    return " ".join([_SPELLED.get(first, first[:1].upper() + first[1:]), *(_SPELLED.get(one, one) for one in rest)])
