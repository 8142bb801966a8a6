"""Whether a text holds a secret: a token, a password, a private key. Text in, findings out, and nothing else.

It is imported where something is about to be kept or a file is judged, not by a hook that finds nothing to do.
"""

from legendary_git.secrets.crossing import cross_out
from legendary_git.secrets.engine import Engine, engines
from legendary_git.secrets.find import find_secrets
from legendary_git.secrets.finding import SecretFinding
from legendary_git.secrets.refusal import refuse_secrets

__all__ = ["Engine", "SecretFinding", "cross_out", "engines", "find_secrets", "refuse_secrets"]
