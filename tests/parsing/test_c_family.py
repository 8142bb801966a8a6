"""C, C++ and Objective-C: what a formatter may do, what an edit must show, which file is in which."""

from __future__ import annotations

import pytest

from legendary_git.domain.region import LineRange
from legendary_git.domain.token import TokenKind
from legendary_git.parsing.language import find_language
from tests.parsing.outline import outline, parse, spans, symbol, texts, whole_texts


def whole(source: str, language: str) -> list[tuple[TokenKind, bytes]]:
    parsed = parse(source, language=language)
    return texts(parsed.tokens(parsed.whole()))


ALL = ["c", "cpp", "objc"]

SAME = {
    "macro-realigned": ("#define A(x) \\\n    f(x, \\\n      1)\n", "#define A(x)    \\\n\tf(x,     \\\n  1)\n"),
    "macro-joined": ("#define A f(x) + \\\n  1\n", "#define A f( x )+1\n"),
    "macro-commented": ("#define A 1 // one\n", "#define A 1\n"),
    "directive-indented": ("#ifdef A\n#define B 1\n#endif\n", "#ifdef A\n#  define B 1\n#endif\n"),
    "condition-continued": ("#if A && B\nint x;\n#endif\n", "#if A && \\\n    B\nint x;\n#endif\n"),
    "literal-broken": ('char *s = "one two";\n', 'char *s = "one "\n          "two";\n'),
    "literal-broken-in-macro": ('#define A "one two"\n', '#define A "one " \\\n "two"\n'),
    "literal-broken-before-macro": ('char *s = "a b" PRIu64;\n', 'char *s = "a "\n "b" PRIu64;\n'),
    "declarator-moved": ("int* f(int* x);\n", "int *f(int *x);\n"),
    "comment-moved": ("int x; // one\n", "// one\nint x;\n"),
}


@pytest.mark.parametrize("language", ALL)
@pytest.mark.parametrize("case", SAME)
def test_formatted_code_is_the_same(case: str, language: str) -> None:
    before, after = SAME[case]
    assert whole(before, language) == whole(after, language)


DIFFERENT = {
    "macro-with-parameters": ("#define A (x)\n", "#define A(x)\n"),
    "macro-ends": ("#define A\n(b);\n", "#define A (b)\n;\n"),
    "macro-begins": ("#define A(b)\nc;\n", "#define A(b) c\n;\n"),
    "condition-ends": ("#if A\n(b);\n#endif\n", "#if A (b)\n;\n#endif\n"),
    "condition-goes-on": ("#if A\n-b;\n#endif\n", "#if A -b\n;\n#endif\n"),
    "other-branch-ends": ("#if A\n#else\nb;\n#endif\n", "#if A\n#else b\n;\n#endif\n"),
    "pragma-ends": ("#pragma a\nb;\n", "#pragma a b\n;\n"),
    "leaves-condition": ("#if A\nint b;\n#endif\n", "#if A\n#endif\nint b;\n"),
    "blank-in-literal": ('char *s = "a b";\n', 'char *s = "a  b";\n'),
    "blank-character": ("int c = ' ';\n", "int c = '\t';\n"),
    "blank-in-macro": ('#define A "a b"\n', '#define A "a  b"\n'),
    "escape-completed": ('char *s = "\\x1" "2";\n', 'char *s = "\\x12";\n'),
    "octal-completed": ('char *s = "\\1" "2";\n', 'char *s = "\\12";\n'),
    "escape-over-nothing": ('char *s = "\\x1" "" "2";\n', 'char *s = "\\x12";\n'),
    "trigraph-made": ('char *s = "?" "?=";\n', 'char *s = "??=";\n'),
    "prefix": ('x = L"a" "b";\n', 'x = "a" "b";\n'),
    "two-literals-in-a-call": ('f("a", "b");\n', 'f("a" "b");\n'),
    "masked-macro": ("FOO_API int f(void);\n", "BAR_API int f(void);\n"),
    "masked-macro-gone": ("FOO_API int f(void);\n", "int f(void);\n"),
    "masked-line-gone": ("FOO_BEGIN\nint x;\nFOO_END\n", "FOO_BEGIN\nint x;\n"),
    "masked-literal": ('FOO_NOTE("a b")\nint x;\n', 'FOO_NOTE("a  b")\nint x;\n'),
}


@pytest.mark.parametrize("language", ALL)
@pytest.mark.parametrize("case", DIFFERENT)
def test_edited_code_is_not_the_same(case: str, language: str) -> None:
    before, after = DIFFERENT[case]
    assert whole(before, language) != whole(after, language)


def test_raw_string_counts_as_it_stands() -> None:
    assert whole_texts('auto s = R"(a b)";\n', "a.cpp") != whole_texts('auto s = R"(a  b)";\n', "a.cpp")
    assert whole_texts('auto s = R"(a)" "b";\n', "a.cpp") != whole_texts('auto s = "ab";\n', "a.cpp")


def test_ambiguous_grammar_does_not_ask_white_space() -> None:
    source = "int f(int x) { return 8 * sizeof(long) - g(x - 1); }\n"
    assert whole_texts(source, "a.c") == whole_texts(source.replace(" - g", "-g"), "a.c")
    source = "int f(void) { return 8 * sizeof(long) - 1; }\n"
    assert whole_texts(source, "a.c") == whole_texts(source.replace(" - 1", "-1"), "a.c")


def test_closing_angle_brackets_may_touch() -> None:
    assert whole_texts("A<B<int> > x;\n", "a.cpp") == whole_texts("A<B<int>> x;\n", "a.cpp")
    assert whole_texts("x = a >> b;\n", "a.cpp") != whole_texts("x = a > b;\n", "a.cpp")


def test_macro_before_a_definition_is_in_its_region() -> None:
    source = "int x;\nFOO_API\nint f(void) { return 1; }\n"
    parsed = parse(source, "a.c")
    assert outline(parsed) == "x  1-1\nf  2-3\n"
    other = parse(source.replace("FOO", "BAR"), "a.c")
    assert texts(parsed.tokens(symbol(parsed, "f").region)) != texts(other.tokens(symbol(other, "f").region))
    assert texts(parsed.tokens(symbol(parsed, "x").region)) == texts(other.tokens(symbol(other, "x").region))


@pytest.mark.parametrize(
    "source",
    [
        "namespace a FOO_VISIBILITY(default) {\nint x;\n}\n",
        "class FOO_EXPORT A : public B {\n  FOO_OBJECT\n public:\n  A() FOO_NOEXCEPT : b(1) {}\n};\n",
        "struct FOO_EXPORT A { int f() const FOO_OVERRIDE; };\n",
        "FOO_EXPORT template <typename T> FOO_CONSTEXPR T f(T x) { return x; }\n",
        "static FOO_INLINE std::string f(int x) { return g(x); }\n",
        "__owur int f(void);\n",
        "FOO_BEGIN_NAMESPACE\nint f();\nFOO_END_NAMESPACE\n",
    ],
)
def test_macros_hide_nothing(source: str) -> None:
    assert not parse(source, "a.cpp").has_errors


@pytest.mark.parametrize(
    "source",
    ["DWORD x;\n", "enum { AAAA, BBBB };\n", "enum {\n  AAAA\n};\n", "int x = AAAA |\n  BBBB\n  ;\n", "f(\nAAAA\n);\n"],
)
def test_words_that_look_like_macros_stay(source: str) -> None:
    parsed = parse(source, "a.c")
    assert not parsed.has_errors
    assert texts(parsed.tokens(parsed.whole())) != texts(parse(source.replace("AAAA", "CCCC")).tokens(parsed.whole()))


def test_range_sees_masked_macro_on_its_last_line() -> None:
    parsed, other = (parse(f"int x;\n{name}\nint y;\nint z;\n", "a.c") for name in ("FOO_BEGIN", "FOO_END"))
    both = [one.range(LineRange(1, 2)) for one in (parsed, other)]
    assert both[0] is not None and both[1] is not None
    assert texts(parsed.tokens(both[0])) != texts(other.tokens(both[1]))


def test_declaration_stands_with_its_own_overload() -> None:
    source = (
        "struct A { void f(int x = 1); void f(double); int g() const; int g(); };\n"
        "void A::f(double y) {}\n"
        "int A::g() { return 1; }\n"
        "void A::f(int) {}\n"
        "int A::g() const { return 2; }\n"
    )
    parsed = parse(source, "a.cpp")
    found = {one.name: spans(one.region) for one in parsed.symbols}
    assert found == {"A": "1-1", "A.f": "1-1 4-4", "A.f@2": "1-1 2-2", "A.g": "1-1 5-5", "A.g@2": "1-1 3-3"}


def test_declaration_that_spells_its_types_otherwise_goes_to_the_definition_that_is_left() -> None:
    source = (
        "int f(size_t n);\nint f(int);\nint f(std::string::size_type n) { return 1; }\nint f(int x) { return 2; }\n"
    )
    parsed = parse(source, "a.cpp")
    assert outline(parsed) == "f  1-1 3-3\nf@2  2-2 4-4\n"


@pytest.mark.parametrize(
    ("repo_path", "data", "language"),
    [
        ("a.h", b"int f(void);\n", "c"),
        ("a.h", b"", "c"),
        ("a.h", b"#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n", "c"),
        ("a.h", b"namespace a {\n", "cpp"),
        ("a.h", b"template <typename T>\nT f(T);\n", "cpp"),
        ("a.h", b"class A : public B {\n public:\n};\n", "cpp"),
        ("a.h", b"#include <vector>\n", "cpp"),
        ("a.h", b"/* a class of its own */\nint x;\n", "c"),
        ("a.h", b"@interface A : NSObject\n@end\n", "objc"),
        ("a.h", b"#import <UIKit/UIKit.h>\n", "objc"),
        ("a.m", b"#import \"A.h\"\n@implementation A\n@end\n", "objc"),
        ("a.m", b"function y = f(x)\n% squares\ny = x.^2;\nend\n", None),
        ("a.mm", b"", "objc"),
        ("a.cc", b"", "cpp"),
    ],
)  # fmt: skip
def test_ambiguous_suffix_is_settled_by_content(repo_path: str, data: bytes, language: str | None) -> None:
    assert find_language(repo_path, data) == language


def test_error_near_one_symbol_leaves_the_others_alone() -> None:
    source = "int f(void) { return 1; }\nint g(void) { return ) 2; }\nint h(void) { return 3; }\n"
    parsed = parse(source, "a.c")
    damaged = {one.name: parsed.is_damaged(one.region) for one in parsed.symbols}
    assert (damaged["f"], damaged["h"]) == (False, False)
    assert damaged.get("g", True)
