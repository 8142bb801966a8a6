"""Private keys, web tokens and hashes of passwords, by the lines or letters that they begin with."""

from __future__ import annotations

from legendary_git.secrets.shape import Shape, exact, token

# Between the first line and the key: line ends (also written as \n), quotes of markdown or strings, headers.
_GAP = r"(?:[\s>|\"'+,#*/-]|\\[nr]|(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash): ?[^\n\\]{1,80}){0,60}"

KEYS: tuple[Shape, ...] = (
    Shape(
        "private key",
        ("PRIVATE KEY",),
        r"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----" + _GAP + r"(?P<value>[A-Za-z0-9+/]{32,})",
        spans=True,
    ),
    Shape(
        "SSH2 private key",
        ("SSH2 ENCRYPTED PRIVATE KEY",),
        r"---- BEGIN SSH2 ENCRYPTED PRIVATE KEY ----[^\0]{0,400}?[A-Za-z0-9+/]{40,}",
        spans=True,
    ),
    Shape(
        "PuTTY private key",
        ("PuTTY-User-Key-File-",),
        r"PuTTY-User-Key-File-\d:[^\0]{1,4000}?Private-Lines: ?\d+[\s>|*#]{1,20}[A-Za-z0-9+/]{20,}",
        spans=True,
    ),
    # How the base64 of a key begins, should its first line be missing: PKCS 1, PKCS 8, OpenSSH.
    Shape("private key", ("IBAAK", "gIBAAK"), r"(?<![A-Za-z0-9+/])MII[A-J][A-Za-z0-9+/]{2}IBAAK[A-Za-z0-9+/]{40,}"),
    Shape(
        "private key", ("IBADANBgkqhkiG9w0BAQ",), r"MII[A-J][A-Za-z0-9+/]{1,3}IBADANBgkqhkiG9w0BAQ[A-Za-z0-9+/]{20,}"
    ),
    Shape("private key", ("b3BlbnNzaC1rZXktdjE",), r"b3BlbnNzaC1rZXktdjE[A-Za-z0-9+/]{40,}"),
    token("JSON web token", "ey", r"J[A-Za-z0-9_-]{8,}\.ey[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}", "eyJ"),
    token(
        "encrypted web token",
        "eyJ",
        r"[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}",
    ),
    Shape("hash of a password", ("$apr1$", "$1$"), r"\$(?:apr1|1)\$[A-Za-z0-9./]{1,8}\$[A-Za-z0-9./]{22}"),
    Shape("hash of a password", ("$2",), r"\$2[abxy]\$\d\d\$[A-Za-z0-9./]{53}"),
    Shape(
        "hash of a password", ("$5$", "$6$", "$y$"), r"\$(?:5|6|y)\$(?:[A-Za-z0-9=./]{1,40}\$){1,2}[A-Za-z0-9./]{43,}"
    ),
    Shape(
        "hash of a password",
        ("$argon2", "$scrypt$"),
        r"\$(?:argon2(?:id|i|d)|scrypt)\$[^\s$]{1,40}\$(?:[^\s$]{1,40}\$)?[^\s$]{8,}\$[^\s$]{16,}",
    ),
    Shape("hash of a password", ("pbkdf2_sha",), r"pbkdf2_sha\d+\$\d+\$[A-Za-z0-9]{6,}\$[A-Za-z0-9+/=]{20,}"),
    Shape(
        "one-time password seed",
        ("otpauth://",),
        r"otpauth://[a-z]{4}/[^\s?]{0,200}\?[^\s]{0,200}?secret=(?P<value>[A-Za-z2-7]{16,})",
    ),
    Shape(
        "Azure shared access signature",
        ("sig=",),
        r"(?:[?&](?:sv|se|sp|sr|st|skn)=[^\s&]{1,80}){1,12}(?:&[a-z]{2,4}=[^\s&]{1,80}){0,12}&sig=(?P<value>"
        r"[A-Za-z0-9%+/=]{32,})",
    ),
    Shape("AWS request signature", ("X-Amz-Signature=",), r"X-Amz-Signature=[a-f0-9]{64}"),
    exact(
        "Alibaba or AWS session token", r"(?:FwoGZXIvYXdzE|IQoJb3JpZ2luX2Vj)[A-Za-z0-9+/=]{80,}", "FwoGZXIv", "IQoJb3Jp"
    ),
)
