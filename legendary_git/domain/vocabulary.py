"""What the comparison of memories knows about English words. Data only: lemmas, or where no form matters the
words as they stand.

`FLIPS`: a word says the opposite of another. `RIVALS`: of one family one is chosen, so that two of them in the same
place cannot both hold. `COUNTERPARTS`: things of one family that stand side by side, so that two sentences that differ
in them are about two things. Names that are not here are told apart by the sentence alone.
"""

from __future__ import annotations

from legendary_git.domain.words import fold


def lemma(word: str) -> str:
    """A word without its endings, adverbs as their adjectives."""
    return fold(word[:-2] if len(word) > 6 and word.endswith("ly") else word)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _set(words: str) -> frozenset[str]:
    return frozenset(map(lemma, words.split()))


def _families(lines: str) -> dict[str, frozenset[int]]:
    found: dict[str, frozenset[int]] = {}
    for number, line in enumerate(lines.strip().splitlines()):
        for word in line.split():
            found[lemma(word)] = found.get(lemma(word), frozenset()) | {number}
    return found


NEGATIONS = _set("""
    never not no none cannot neither nor avoid avoids forbid forbids forbidden prohibit prohibited ban banned disallow
    disallowed optional unnecessary don't mustn't
""")
AFFIRMATIONS = _set("""
    always must should shall may might can could will would required require mandatory compulsory necessary
    allowed allow permitted permit do does did needs need please
""")
FLIPS = {
    lemma(word): (lemma(to), flip)
    for word, to, flip in (
        line.split()
        for line in """
    disable enable -
    disabled enable -
    deactivate enable -
    activate enable +
    unsafe safe -
    insecure safe -
    dangerous safe -
    unsupported supported -
    exclude include -
    excluded include -
    async sync -
    asynchronous sync -
    synchronous sync +
    sequential parallel -
    serially parallel -
    concurrent parallel +
    immutable mutable -
    irreversible reversible -
    unordered ordered -
    untyped typed -
    unreliable reliable -
    insensitive sensitive -
    wrong right -
    incorrect right -
    correct right +
    """.strip().splitlines()
    )
}
RIVALS = _families("""
    npm pnpm yarn bun
    pip poetry uv pipenv conda pdm
    postgres postgresql mysql sqlite mariadb mongodb oracle dynamodb
    redis memcached postgres valkey dynamodb
    jest vitest mocha jasmine ava
    pytest unittest nose
    black yapf autopep8
    flake8 pylint ruff
    eslint tslint biome
    webpack vite rollup parcel esbuild
    jenkins github gitlab circleci travis buildkite
    redux zustand mobx recoil pinia vuex context
    react vue angular svelte solid
    tabs spaces
    single double multi
    dark light
    string number
    utc local
    rest graphql grpc soap
    json yaml toml xml protobuf
    uuid uuidv4 uuidv7 ulid bigint serial snowflake integer string
    merge rebase squash
    camelcase snake_case kebab
    kafka rabbitmq sqs nats pulsar
    rs256 hs256 es256 eddsa ps256
    terraform pulumi cloudformation opentofu
    docker podman
    nginx caddy haproxy traefik envoy
    english german french spanish japanese chinese
    replica primary
    accept reject ignore
    optimistic pessimistic
    master main trunk
    cursors offsets
    first last
    ascending descending
    inclusive exclusive
    float decimal integer
    maven gradle bazel
    moment dayjs luxon
    axios fetch
    elasticsearch opensearch meilisearch typesense solr
    keep delete drop
    stdout stderr
    fifo lifo
    leftjoin rightjoin innerjoin outerjoin fulljoin crossjoin
    increment decrement
    soft hard
    up down even
    linear exponential constant
    eager lazy
    block allow warn
    more less fewer
    most least
    above below under over
    all none some
    off out
    lax strict none
    jwt cookie
    s3 gcs
    alpine debian slim distroless ubuntu
    writethrough writeback writearound writebehind
    cents euros dollars
    whole tenths hundredths thousandths
    swallow swallowed raise raised
""")
COUNTERPARTS = _families("""
    read write
    open close
    start stop
    begin end
    push pull
    encode decode
    encrypt decrypt
    lock unlock
    get post put patch delete head
    create update delete insert
    import export
    client server
    request response
    input output
    dev staging production prod development
    unit integration
    linux windows macos
    public private
    access refresh
    frontend backend
    minimum maximum default
    min max
    connect read write idle
    liveness readiness startup
    cpu memory disk
    old new
    upper lower
    left right
    source target
    audience issuer subject
    upload download
    publish subscribe
    before after
    parent child
    row column
    name number
    upgrade downgrade
    deploy build
    info debug warn
    sender receiver
    producer consumer
    users orders products
    sigterm sighup sigint
""")
SYNONYMS = {
    lemma(word): lemma(line.split()[0])
    for line in """
    database db
    configuration config
    repository repo
    directory dir folder
    function func fn
    argument arg parameter param
    environment env
    identifier id ids
    integer int ints
    run execute invoke
    delete remove erase
    create make
    delay wait
    image images
    every each
    keep kept
    write written wrote
    hold held
    send sent
    build built
    rebuild rebuilt
    choose chose chosen
    break broke broken
    lose lost
    read reads
    production prod
    documentation docs doc
    application app
    transaction tx txn
    sequential serial
    postgres postgresql
    kubernetes k8s
    cure fix solve
    single one
    lazy lazily
    """.strip().splitlines()
    for word in line.split()
}
LIGHT = _set("""
    use uses using used have has having had set make do does take takes put only also too just again here
    there now still already everything everywhere anything
    anywhere everybody anyone repository project codebase our everyone rule thing
    prefer want work works otherwise every all any much yet very so please such like same own
""")
FUNCTION = _set("""
    a an the this that these those it its they them their we us our you your i my he she who whose one ones of and or as
    is are be been being was were am has have had if then than there here which what how when where while so such both
    either will would can could may might very other another else own same with by
""") - _set("same own has have had")
BE = _words("is are be been being was were am has have had")
PREPOSITIONS = _words(
    "in on at for to from of with by as into onto over under inside within during through via behind across between "
    "per outside until against without before after than when if while where unless except insteadof about that"
)
NEUTRAL = _words("in on at to for of with by as via per during about that")
LOOSE = _words("may might could can optional")
STRICT = _words("must always shall required mandatory")
DECIDING = _words("without before after insteadof formerly unless except until only over from neverdothat")
DIRECTED = _words("before after from over than insteadof into onto without")
SCOPING = _words("in on at for under inside within during behind outside when if while where unless except until")
CLAUSES = _words("before after when if while until unless where")
ADVERBIAL = SCOPING | CLAUSES
PURPOSE = _words("for to as")
_EXCLUSIVE = """
    live lives stored store kept keep signed sign hosted host default deployed listens listen named base tag tagged
    written encoded versioned formatted serialized implemented served hashed encrypted compressed shown
    displayed sorted generated measured managed
"""
EXCLUSIVE = frozenset(SYNONYMS.get(word, word) for word in _set(_EXCLUSIVE))
MOVES = _set("move moved migrate migrated switch switched went changed")
ALIKE = {"through": "via", "each": "every", "till": "until", "inside": "in", "within": "in", "onto": "to", "into": "in"}
ONLY = _set("only")
EVERYWHERE = _set("everywhere everyone everybody everything anywhere anyone anything")
USE = lemma("use")
ANSWERING = _set("return returns answer answers respond responds yield yields")
NOTHING = _set("null nil undefined nothing empty")
NUMBERED = _words("step steps phase stage part chapter task tier wave level layer section")
