"""Secrets in the form of the file, header or command that carries them."""

from __future__ import annotations

import base64
from urllib.parse import quote

from tests.secrets.dice import ALNUM, BASE32, BASE64, DIGITS, HEX, LOWER, URL_SAFE, Dice, Maker
from tests.secrets.named import uuid


def armour(d: Dice, label: str, lines: int = 6) -> str:
    """A private key between its two lines."""
    body = "\n".join(d.of(BASE64, 64) for _ in range(lines))
    return f"-----BEGIN {label}-----\n{body}\n-----END {label}-----"


def service_account(d: Dice) -> str:
    key = armour(d, "PRIVATE KEY", 3).replace("\n", "\\n")
    return (
        f'{{"type": "service_account", "project_id": "{d.word()}-{d.number(100, 999)}",\n'
        f' "private_key_id": "{d.of(HEX, 40)}",\n "private_key": "{key}\\n"}}'
    )


def putty(d: Dice) -> str:
    return (
        f"PuTTY-User-Key-File-3: ssh-ed25519\nEncryption: none\nComment: {d.word()}\n"
        f"Private-Lines: 1\n{d.base64(36)}\nPrivate-MAC: {d.of(HEX, 64)}"
    )


def basic(d: Dice) -> str:
    return base64.b64encode(f"{d.word()}:{d.password()}".encode()).decode()


def host(d: Dice) -> str:
    return f"{d.word()}.{d.word()}.io"


SHAPES: dict[str, Maker] = {
    "RSA private key": lambda d: armour(d, "RSA PRIVATE KEY"),
    "EC private key": lambda d: armour(d, "EC PRIVATE KEY", 3),
    "PKCS 8 private key": lambda d: armour(d, "PRIVATE KEY"),
    "encrypted private key": lambda d: armour(d, "ENCRYPTED PRIVATE KEY"),
    "OpenSSH private key": lambda d: armour(d, "OPENSSH PRIVATE KEY"),
    "PGP private key": lambda d: armour(d, "PGP PRIVATE KEY BLOCK"),
    "PuTTY private key": putty,
    "Google service account": service_account,
    "Azure shared access signature": lambda d: (
        f"https://{d.word()}.blob.core.windows.net/{d.word()}?sv=2022-11-02&ss=b&srt=co&sp=rl"
        f"&se=2027-01-01T00:00:00Z&spr=https&sig={quote(d.base64(32), safe='')}"
    ),
    "database URL": lambda d: (
        f"{d.one(('postgres', 'postgresql', 'mysql', 'mongodb+srv', 'redis', 'amqp'))}://"
        f"{d.word()}:{d.mixed(16)}@{host(d)}:5432/{d.word()}"
    ),
    "URL with user and password": lambda d: f"https://{d.word()}:{d.mixed(20)}@{host(d)}/{d.word()}.git",
    "URL with a token for user": lambda d: f"https://{d.mixed(32)}@{host(d)}/{d.word()}/{d.word()}.git",
    "bearer header": lambda d: f"Authorization: Bearer {d.mixed(d.number(24, 64), URL_SAFE)}",
    "basic header": lambda d: f"Authorization: Basic {basic(d)}",
    "token header": lambda d: f"{d.one(('X-Api-Key', 'X-Auth-Token', 'Private-Token'))}: {d.mixed(32)}",
    "session cookie": lambda d: f"Cookie: theme=dark; {d.one(('session', 'sessionid', 'connect.sid'))}={d.mixed(40)}",
    "set-cookie": lambda d: (
        f"Set-Cookie: {d.one(('JSESSIONID', 'PHPSESSID'))}={d.of(HEX, 32).upper()}; Path=/; HttpOnly"
    ),
    ".netrc line": lambda d: f"machine {host(d)} login {d.word()} password {d.mixed(16)}",
    ".npmrc token": lambda d: f"//{host(d)}/:_authToken={d.one((uuid(d), d.mixed(44)))}",
    ".pgpass line": lambda d: f"{host(d)}:5432:{d.word()}:{d.word()}:{d.mixed(18)}",
    "kubeconfig token": lambda d: f"users:\n- name: {d.word()}\n  user:\n    token: {d.mixed(40)}",
    "kubeconfig client key": lambda d: (
        f"    client-key-data: {base64.b64encode(armour(d, 'RSA PRIVATE KEY', 3).encode()).decode()}"
    ),
    "docker config": lambda d: f'{{"auths": {{"{host(d)}": {{"auth": "{basic(d)}"}}}}}}',
    "ADO connection string": lambda d: (
        f"Server=tcp:{host(d)},1433;Database={d.word()};User Id={d.word()};Password={d.password()};Encrypt=True"
    ),
    "curl -u": lambda d: f"curl -sS -u {d.word()}:{d.mixed(18)} https://{host(d)}/api/v2/jobs",
    "curl --user": lambda d: f'curl --user "{d.word()}:{d.mixed(18)}" https://{host(d)}/health',
    "docker login -p": lambda d: f"docker login -u {d.word()} -p {d.mixed(18)} {host(d)}",
    "mysql -p": lambda d: f"mysql -h {host(d)} -u {d.word()} -p{d.mixed(16)} {d.word()}",
    "--password flag": lambda d: f"./{d.word()} --user {d.word()} --password {d.mixed(16)} --verbose",
    "sshpass": lambda d: f"sshpass -p '{d.mixed(14)}' ssh {d.word()}@{host(d)}",
    "redis-cli -a": lambda d: f"redis-cli -h {host(d)} -a {d.mixed(24)} PING",
    "PGPASSWORD": lambda d: f"PGPASSWORD={d.mixed(16)} psql -h {host(d)} -U {d.word()}",
    "htpasswd md5": lambda d: f"{d.word()}:$apr1${d.of(ALNUM, 8)}${d.of(ALNUM + './', 22)}",
    "htpasswd bcrypt": lambda d: f"{d.word()}:$2y$10${d.of(ALNUM + './', 53)}",
    "shadow hash": lambda d: f"{d.word()}:$6${d.of(ALNUM, 16)}${d.of(ALNUM + './', 86)}:19000:0:99999:7:::",
    "WireGuard key": lambda d: f"[Interface]\nPrivateKey = {d.base64(32)}\nAddress = 10.0.0.2/32",
    "one-time password seed": lambda d: (
        f"otpauth://totp/{d.word()}:{d.word()}?secret={d.of(BASE32, 32)}&issuer={d.word()}"
    ),
    "URL query": lambda d: (
        f"https://{host(d)}/v1/{d.word()}?{d.one(('access_token', 'api_key', 'token'))}={d.mixed(40)}"
    ),
    "Maven settings": lambda d: f"<server><id>{d.word()}</id><password>{d.password()}</password></server>",
    "Python keyword argument": lambda d: f'client = connect("{host(d)}", user="{d.word()}", password="{d.password()}")',
    "JSON login": lambda d: f'{{"username": "{d.word()}", "password": "{d.password()}"}}',
    "said in prose": lambda d: f"the password for the {d.word()} account is {d.mixed(14)}",
    "Teams webhook": lambda d: (
        f"https://{d.word()}.webhook.office.com/webhookb2/{uuid(d)}@{uuid(d)}/IncomingWebhook/{d.of(HEX, 32)}/{uuid(d)}"
    ),
    "SMTP URL": lambda d: f"smtps://{d.word()}%40{host(d)}:{d.mixed(16)}@smtp.{host(d)}:465",
    "SQL login": lambda d: f"CREATE USER {d.word()} WITH PASSWORD '{d.mixed(16)}'",
    "Rails master key": lambda d: f"RAILS_MASTER_KEY={d.of(HEX, 32)}",
    "PIP index URL": lambda d: f"pip install --index-url https://{d.word()}:{d.mixed(22)}@{host(d)}/simple {d.word()}",
    "CI job token": lambda d: f"JOB-TOKEN: {d.mixed(24)}{d.of(LOWER, 4)}{d.of(DIGITS, 2)}",
}
