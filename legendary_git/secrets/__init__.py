"""Whether a text holds a secret: a token, a password, a private key. Pure: text in, findings out."""

from legendary_git.secrets.find import find_secrets
from legendary_git.secrets.finding import SecretFinding

__all__ = ["SecretFinding", "find_secrets"]
