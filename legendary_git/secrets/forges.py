"""Tokens of clouds, forges and registries. Prefixes and lengths are those that the issuers publish."""

from __future__ import annotations

from legendary_git.secrets.shape import Shape, exact, token

_URL = r"[A-Za-z0-9_-]"
_ANY = r"[A-Za-z0-9]"

FORGES: tuple[Shape, ...] = (
    # docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html: the prefixes of ids that come with a secret
    exact("AWS access key id", r"(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}", "AKIA", "ASIA", "ABIA", "ACCA"),
    token("Google API key", "AIza", _URL + r"{35}"),
    token("Google OAuth client secret", "GOCSPX-", _URL + r"{20,}"),
    token("Google OAuth access token", "ya29.", _URL + r"{20,}"),
    exact("Azure client secret", r"[A-Za-z0-9_~.-]{3}[0-9]Q~[A-Za-z0-9_~.-]{31,34}", "Q~"),
    token("Azure storage key", "AccountKey=", r"[A-Za-z0-9+/]{80,}={0,2}"),
    token("DigitalOcean token", "do", r"[orp]_v1_[a-f0-9]{40,}", "_v1_"),
    token("Heroku API key", "HRKU-", _URL + r"{36,}"),
    token("Cloudflare origin CA key", "v1.0-", r"[a-f0-9]{24}-[a-f0-9]{100,}"),
    token("Cloudflare API token", "cf", r"(?:ut|at|k)_[A-Za-z0-9]{40,}", "cfut_", "cfat_", "cfk_"),
    # developer.hashicorp.com/vault/docs/concepts/tokens: service, batch and recovery tokens
    token("Vault token", "hv", r"[sbr]\.[A-Za-z0-9_-]{24,}", "hvs.", "hvb.", "hvr."),
    exact("Vault token", r"s\.(?=[a-zA-Z]*\d)[A-Za-z0-9]{24}", "s."),
    exact("Terraform Cloud token", r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}", ".atlasv1."),
    token("Docker Hub token", "dckr_", r"(?:pat|oat)_[A-Za-z0-9_-]{20,}"),
    exact("Databricks token", r"dapi[a-f0-9]{32}(?:-\d)?", "dapi"),
    token("Supabase token", "sb", r"(?:p_[a-f0-9]{40}|_secret_[A-Za-z0-9_-]{20,})", "sbp_", "sb_secret_"),
    token("PlanetScale token", "pscale_", r"(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,}"),
    token("Doppler token", "dp.", r"(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,}"),
    token("Pulumi token", "pul-", r"[a-f0-9]{40}"),
    exact("Alibaba access key id", r"LTAI[A-Za-z0-9]{12,20}", "LTAI"),
    exact("Tencent secret id", r"AKID[A-Za-z0-9]{32}", "AKID"),
    # docs.github.com, "About authentication to GitHub": GitHub's token formats
    token("GitHub token", "gh", r"[pousr]_[A-Za-z0-9]{36,}", "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
    token("GitHub fine-grained token", "github_pat_", r"[A-Za-z0-9_]{36,}"),
    # docs.gitlab.com/security/tokens: token prefixes
    token("GitLab token", "gl", r"(?:pat|dt|rt|rtr|ptt|soat|cbt|ft|imt|agent|oas|wt|ffct)-[A-Za-z0-9_.-]{20,}", "gl"),
    token("GitLab runner token", "GR1348941", _URL + r"{20}"),
    token("npm token", "npm_", _ANY + r"{36}"),
    token("PyPI token", "pypi-AgE", _URL + r"{50,}"),
    token("RubyGems key", "rubygems_", r"[a-f0-9]{40,}"),
    exact("crates.io token", r"cio(?=[A-Za-z]*\d)[A-Za-z0-9]{32}", "cio"),
    exact("NuGet key", r"oy2(?=[a-z]*\d)[a-z0-9]{43}", "oy2"),
    token("Clojars token", "CLOJARS_", r"[a-z0-9]{60}"),
    token("JFrog token", "AKCp", _ANY + r"{60,}"),
    exact("JFrog reference token", r"cmVmd[A-Za-z0-9]{59}", "cmVmd"),
    token("Bitbucket app password", "ATBB", r"[A-Za-z0-9]{32,}"),
    token("Netlify token", "nf", r"[pocub]_[A-Za-z0-9]{36,}", "nfp_", "nfo_", "nfc_", "nfu_", "nfb_"),
    token("Vercel token", "vc", r"[piark]_[A-Za-z0-9]{24,}", "vcp_", "vci_", "vca_", "vcr_", "vck_"),
    token("Fly.io token", "fm", r"[12][ar]?_[A-Za-z0-9+/=_-]{60,}", "fm1", "fm2"),
    token("Fly.io token", "fo1_", _URL + r"{43}"),
    token("Tailscale key", "tskey-", r"[a-z]{2,10}-[A-Za-z0-9]{8,}(?:-[A-Za-z0-9]{16,})?"),
    token("Buildkite token", "bk", r"(?:ua|ct|at|pt|aj)_[A-Za-z0-9]{36,}", "bkua_", "bkct_", "bkat_", "bkpt_", "bkaj_"),
    token("CircleCI token", "CCI", r"(?:PAT|PRJ)_[A-Za-z0-9]{20,}_[a-f0-9]{40}", "CCIPAT_", "CCIPRJ_"),
    token("age secret key", "AGE-SECRET-KEY-", r"(?:PQ-)?1[02-9AC-HJ-NP-Z]{58,}"),
    exact(
        "1Password secret key", r"A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){2,4}", "A3-"
    ),
    token("1Password service account token", "ops_eyJ", r"[A-Za-z0-9+/=_-]{100,}"),
    token("Infracost key", "ico-", r"(?=[a-zA-Z]*\d)[A-Za-z0-9]{32}"),
    token("SonarQube token", "sq", r"[pua]_[a-f0-9]{40}", "sqp_", "squ_", "sqa_"),
    token("Scalingo token", "tk-us-", _URL + r"{48}"),
    token("Sourcegraph token", "sgp_", r"(?:[a-f0-9]{16}_|local_)?[a-f0-9]{40}"),
    token("Snyk token", "snyk_", r"[a-z]{3}\.[A-Za-z0-9_.-]{40,}"),
    token("OpenShift token", "sha256~", _URL + r"{43}"),
    token("Octopus Deploy key", "API-", r"(?=[A-Z]*\d)[A-Z0-9]{26}(?![A-Za-z0-9])"),
    token("Harness key", "pat.", r"[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
    token("Harness key", "sat.", r"[A-Za-z0-9_-]{22}\.[0-9a-f]{24}\.[A-Za-z0-9]{20}"),
)
