"""What looks like a secret and is none. Each half has its own sorts."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json

from tests.secrets.dice import ALNUM, BASE64, DIGITS, HEX, UPPER, URL_SAFE, Dice, Maker
from tests.secrets.named import uuid


def published_web_token(d: Dice) -> str:
    """The token of jwt.io's front page, made as it says there."""
    parts = [{"alg": "HS256", "typ": "JWT"}, {"sub": "1234567890", "name": "John Doe", "iat": 1516239022}]
    text = ".".join(url_base64(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    signed = hmac.new(b"your-256-bit-secret", text.encode(), hashlib.sha256).digest()
    return f"{d.word()} shows {text}.{url_base64(signed)} as its example"


def url_base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def block(d: Dice, label: str) -> str:
    return f"-----BEGIN {label}-----\n" + "\n".join(d.of(BASE64, 64) for _ in range(5)) + f"\n-----END {label}-----"


def image(d: Dice) -> str:
    return base64.b64encode(b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + d.bytes(200)).decode()


DEVELOP: dict[str, Maker] = {
    "commit id": lambda d: f"since {d.of(HEX, 40)} the {d.word()} is slow",
    "sha256 commit id": lambda d: f"commit {d.of(HEX, 64)}",
    "short id": lambda d: f"bisected to {d.of(HEX, 9)} ({d.words(3)})",
    "fingerprint": lambda d: f"fingerprint: t1:{d.of(HEX, 64)}",
    "uuid": lambda d: f"request_id={uuid(d)} of {d.word()}",
    "npm lock": lambda d: f'"integrity": "sha512-{d.base64(64)}"',
    "pip hash": lambda d: f"{d.word()}==1.{d.number(0, 30)}.2 --hash=sha256:{d.of(HEX, 64)}",
    "go.sum": lambda d: f"github.com/{d.word()}/{d.word()} v1.{d.number(0, 40)}.0 h1:{d.base64(32)}",
    "cargo lock": lambda d: f'name = "{d.word()}"\nversion = "0.3.1"\nchecksum = "{d.of(HEX, 64)}"',
    "AWS example": lambda d: f"AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE for {d.word()}",
    "crossed out": lambda d: f"export GITHUB_TOKEN=ghp_{'x' * 36} # {d.word()}",
    "angle brackets": lambda d: f"Authorization: Bearer <your-{d.word()}-token>",
    "shell variable": lambda d: f'curl -H "Authorization: Bearer $TOKEN" https://{d.word()}.io',
    "workflow secret": lambda d: f"    token: ${{{{ secrets.{d.word().upper()}_TOKEN }}}}",
    "environ": lambda d: f'api_key = os.environ["{d.word().upper()}_API_KEY"]',
    "stars": lambda d: f"password: {'*' * d.number(4, 12)} ({d.word()})",
    "changeme": lambda d: f"{d.word().upper()}_PASSWORD=changeme",
    "prose about a key": lambda d: f"The {d.word()} API key is read from Vault, never from the environment.",
    "prose about passwords": lambda d: (
        f"A password must be at least {d.number(8, 20)} characters; {d.word()} checks it."
    ),
    "prose about tokens": lambda d: f"token: a lexeme of the {d.word()} grammar; secret: nothing here is",
    "ssh public key": lambda d: f"ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABgQ{d.of(BASE64, 300)} {d.word()}@{d.word()}",
    "certificate": lambda d: block(d, "CERTIFICATE"),
    "image": lambda d: f"![{d.word()}](data:image/png;base64,{image(d)})",
    "minified": lambda d: f"!function(e,t){{var n=e.{d.word()},r=t['{d.word()}'];return n?r.token(n):e.key=t}}(a,b)",
    "camel case": lambda d: f"{d.word()}TokenProviderFactoryBeanConfigurationPropertiesResolver",
    "test name": lambda d: (
        f"tests/test_{d.word()}.py::test_password_reset_token_expires_after_{d.number(2, 90)}_minutes"
    ),
    "addresses": lambda d: f'  File "{d.word()}.py", line 12, in <{d.word()} object at 0x7f{d.of(HEX, 10)}>',
    "version": lambda d: f"{d.word()} 2.{d.number(1, 9)}.0-rc.1+build.{d.of(HEX, 7)}",
    "e-mail": lambda d: f"ask {d.word()}.{d.word()}@{d.word()}.example.com about the token",
    "git URL": lambda d: f"git clone https://github.com/{d.word()}/{d.word()}.git && cd {d.word()}",
    "scp path": lambda d: f"git@github.com:{d.word()}/{d.word()}.git",
    "colour": lambda d: f"--{d.word()}: #{d.of(HEX, 6)}; color: #{d.of(HEX, 8)};",
    "signature in Rust": lambda d: f"fn {d.word()}<'a>(token: &'a str, key: Option<SecretKey>) -> Result<Token, Error>",
    "select": lambda d: (
        f"the query selects password_hash, api_key FROM {d.word()} WHERE token = $1 AND secret IS NOT NULL"
    ),
    "regex of a scanner": lambda d: f"{d.word()} = re.compile(r'ghp_[A-Za-z0-9]{{36}}|AKIA[0-9A-Z]{{16}}')",
    "default database": lambda d: f"postgres://postgres:postgres@localhost:5432/{d.word()}",
    "jwt.io": published_web_token,
    "PEM header alone": lambda d: f'{d.word()} fails when the text starts with "-----BEGIN PRIVATE KEY-----" only',
}

HELD_OUT: dict[str, Maker] = {
    "image digest": lambda d: f"FROM {d.word()}:3.19@sha256:{d.of(HEX, 64)}",
    "SRI": lambda d: f'<script src="/{d.word()}.js" integrity="sha384-{d.base64(48)}" crossorigin></script>',
    "yarn berry": lambda d: f"  checksum: 10c0/{d.of(HEX, 128)}\n  languageName: node # {d.word()}",
    "nix hash": lambda d: f'hash = "sha256-{d.base64(32)}"; # {d.word()}',
    "git log": lambda d: f"{d.of(HEX, 7)} {d.words(3)}\n{d.of(HEX, 7)} Drop the password from {d.word()}",
    "etag": lambda d: f'ETag: "{d.of(HEX, 32)}" ({d.word()})',
    "trace id": lambda d: f"traceparent: 00-{d.of(HEX, 32)}-{d.of(HEX, 16)}-01 {d.word()}",
    "AWS docs pair": lambda d: "aws_secret_access_key = wJalrXUtnFEMI" + f"/K7MDENG/bPxRfiCYEXAMPLEKEY # {d.word()}",
    "dots": lambda d: f"set OPENAI_API_KEY=sk-... before {d.word()}",
    "ellipsis": lambda d: f"`ghp_…` tokens of {d.word()} cannot push workflows",
    "braces": lambda d: f'token = "{{{{ {d.word()}.token }}}}"',
    "env default": lambda d: f"password: ${{{d.word().upper()}_PASSWORD:-}}",
    "process.env": lambda d: f"const apiKey = process.env.{d.word().upper()}_API_KEY ?? '';",
    "settings object": lambda d: f"client = Client(token=settings.{d.word()}_token, secret=self._secret)",
    "getpass": lambda d: f'password = getpass.getpass("Password for {d.word()}: ")',
    "function named so": lambda d: f"def reset_password(user: User, token: str) -> None:  # {d.word()}",
    "type annotation": lambda d: f"api_key: Optional[str] = None\nsecret: SecretStr\n{d.word()}_token: str | None",
    "Go struct": lambda d: (
        f'type {d.word().title()} struct {{\n\tPassword string `json:"password"`\n\tToken    *oauth2.Token\n}}'
    ),
    "insert your key": lambda d: f"API_KEY=your_{d.word()}_api_key_here",
    "replace me": lambda d: f'secret_key: "REPLACE_ME_WITH_{d.word().upper()}"',
    "redacted": lambda d: f"Authorization: Bearer [REDACTED] from {d.word()}",
    "hunter2": lambda d: f"the usual password = hunter2 joke, {d.word()} said",
    "counting": lambda d: f"token ghp_1234567890abcdefghijklmnopqrstuvwxyz of {d.word()}",
    "ed25519 public": lambda d: f"ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI{d.of(BASE64, 43)} {d.word()}",
    "host fingerprint": lambda d: f"SHA256:{d.of(BASE64, 43)} {d.word()} (ED25519)",
    "PGP public": lambda d: block(d, "PGP PUBLIC KEY BLOCK"),
    "public key": lambda d: block(d, "PUBLIC KEY"),
    "age recipient": lambda d: f"age1{d.of('qpzry9x8gf2tvdw0s3jn54khce6mua7l', 58)} is {d.word()}'s recipient",
    "sops value": lambda d: (
        f"{d.word()}: ENC[AES256_GCM,data:{d.base64(12)},iv:{d.base64(32)},tag:{d.base64(16)},type:str]"
    ),
    "source map": lambda d: (
        f"//# sourceMappingURL=data:application/json;base64,{base64.b64encode(d.words(30).encode()).decode()}"
    ),
    "phone": lambda d: f"call +49 30 {d.of(DIGITS, 4)} {d.of(DIGITS, 4)} for {d.word()}",
    "IPv6": lambda d: f"[{':'.join(d.of(HEX, 4) for _ in range(8))}]:8443 refused {d.word()}",
    "ISBN": lambda d: f"ISBN 978-{d.of(DIGITS, 1)}-{d.of(DIGITS, 4)}-{d.of(DIGITS, 4)}-{d.of(DIGITS, 1)}, {d.word()}",
    "words": lambda d: f"remember: {d.words(12)}",
    "Java test": lambda d: f"should{d.word().title()}RejectExpiredAccessTokenWhenClientSecretIsMissing()",
    "SQL column": lambda d: f"ALTER TABLE {d.word()} ADD COLUMN access_token varchar(255), ADD secret_key bytea",
    "URL template": lambda d: f"mysql://USER:PASSWORD@HOST:3306/{d.word()} or https://user:pass@example.com",
    "URL with ports": lambda d: f"http://{d.word()}:8080/login?next=/{d.word()}@v2",
    "scoped package": lambda d: f"https://registry.npmjs.org/@{d.word()}/{d.word()}/-/{d.word()}-1.0.0.tgz",
    "Terraform reference": lambda d: f"password = random_password.{d.word()}.result\ntoken = var.{d.word()}_token",
    "YAML reference": lambda d: f"valueFrom:\n  secretKeyRef:\n    name: {d.word()}-credentials\n    key: password",
    "error text": lambda d: f"AuthenticationError: invalid api key provided: sk-****{d.of(ALNUM, 4)} ({d.word()})",
    "cookie prose": lambda d: f"The session cookie: SameSite=Lax; Secure; session=deleted since {d.word()}",
    "key of a map": lambda d: f"for key, value in {d.word()}.items(): token = key.split('_')[0]",
    "cache key": lambda d: f"cache key: deps-{d.word()}-{d.of(HEX, 64)}",
    "primary key": lambda d: f"primary_key = id; foreign_key: {d.word()}_id; sort_key=created_at",
    "keyboard": lambda d: f"key: ctrl+shift+{d.one('abc')}; {d.word()} token: identifier",
    "ARN": lambda d: f"arn:aws:secretsmanager:eu-west-1:{d.of(DIGITS, 12)}:secret:{d.word()}-{d.of(ALNUM, 6)}",
    "account ids": lambda d: f"AWS account {d.of(DIGITS, 12)}, Twilio AC{d.of(HEX, 32)}, tenant {uuid(d)}",
    "publishable": lambda d: f"pk_test_ keys of {d.word()} are public, e.g. pk_live_{d.of(ALNUM, 24)}",
    "object name": lambda d: f"blob {d.of(HEX, 40)} {d.number(10, 9999)} secrets/{d.word()}.yaml",
    "YouTube": lambda d: f"https://youtu.be/{d.of(URL_SAFE, 11)} on {d.word()} tokens",
    "memory id": lambda d: f"see {d.of(UPPER, 26)} and `{d.word()}-{d.of(HEX, 8)}.md`",
    "password manager": lambda d: f"password: op://{d.word()}/{d.word()}/password",
    "command substitution": lambda d: f'export TOKEN=$(gh auth token) && PGPASSWORD="$(cat /run/{d.word()})" psql',
    "interactive flag": lambda d: f"mysql -u {d.word()} -p --host db; docker login --password-stdin",
}
