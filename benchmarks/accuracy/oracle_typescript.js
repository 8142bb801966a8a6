// The oracle for JavaScript, JSX, TypeScript and TSX: TypeScript's own parser. One JSON object a line, in and out.
//
//     node oracle_typescript.js NODE_MODULES
//
// In: {"path": "a.ts", "text": "…"}. Out: {"definitions": [{name, kind, first, last, form, body, within}, …]}, or null instead of
// the list where the compiler reports a syntax error.
//
// A normal form is the tree that the compiler parsed, written out: kinds of nodes, names, operators, literals by value.
// Comments and formatting are not in that tree. What is left to even out: redundant parentheses (the tree keeps the
// grouping), quoted property names, empty statements, white space between JSX tags that React would drop.
"use strict";

const path = require("path");
const readline = require("readline");
const ts = require(path.join(path.resolve(process.argv[2]), "typescript"));

const K = ts.SyntaxKind;
const OWN = "<own>";
const TRANSPARENT = new Set([K.ParenthesizedExpression, K.ParenthesizedType]);
const DROPPED = new Set([K.EmptyStatement, K.SemicolonClassElement]);
const LISTS = new Set([K.SourceFile, K.Block, K.ModuleBlock, K.CaseClause, K.DefaultClause, K.ClassDeclaration, K.ClassExpression]);
// What the compiler keeps in a property of a node and not in a node of its own.
const MARKS = ["operator", "token", "keywordToken", "isTypeOnly", "isExportEquals", "isTypeOf", "phaseModifier"];
const FLAGS =
  ts.NodeFlags.Let | ts.NodeFlags.Const | ts.NodeFlags.OptionalChain | ts.NodeFlags.Namespace | ts.NodeFlags.GlobalAugmentation;

function scriptKind(name) {
  if (/\.[cm]?ts$/.test(name)) return ts.ScriptKind.TS;
  if (name.endsWith(".tsx")) return ts.ScriptKind.TSX;
  return ts.ScriptKind.JSX; // any JavaScript file may hold JSX
}

// The names that are the definition's own are blanked if `own` is given.
function write(node, own, out) {
  if (TRANSPARENT.has(node.kind)) {
    write(node.expression ?? node.type, own, out);
    return;
  }
  if (ts.isJsxText(node)) {
    const text = jsxText(node.text);
    if (text) out.push("(JsxText " + JSON.stringify(text) + ")");
    return;
  }
  out.push("(" + (isQuotedName(node) ? "Identifier" : K[node.kind]));
  for (const mark of MARKS) {
    if (node[mark] !== undefined && typeof node[mark] !== "object") out.push(mark + "=" + node[mark]);
  }
  if (node.flags & FLAGS) out.push("flags=" + (node.flags & FLAGS));
  if (typeof node.text === "string" && !ts.isSourceFile(node)) out.push(JSON.stringify(textOf(node, own)));
  ts.forEachChild(node, (child) => {
    if (!(DROPPED.has(child.kind) && LISTS.has(node.kind))) write(child, own, out);
  });
  out.push(")");
}

function textOf(node, own) {
  if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
    return own !== undefined && node.text === own && isOwn(node) ? OWN : node.text;
  }
  return node.rawText ?? node.text;
}

// Whether an identifier may stand for the definition that it is in: not the property of another object.
function isOwn(node) {
  const parent = node.parent;
  if (ts.isPropertyAccessExpression(parent) && parent.name === node) return parent.expression.kind === K.ThisKeyword;
  return true;
}

// `{"a": 1}` is `{a: 1}`.
function isQuotedName(node) {
  const isName = ts.isStringLiteral(node) && node.parent.name === node && !ts.isModuleDeclaration(node.parent);
  return isName && /^[A-Za-z_$][\w$]*$/.test(node.text);
}

// React's rule: lines are trimmed, empty ones dropped, the others joined by a blank.
function jsxText(text) {
  const lines = text.split(/\r\n|\n|\r/);
  return lines
    .map((line, at) => (at ? line.replace(/^[ \t]+/, "") : line))
    .map((line, at) => (at < lines.length - 1 ? line.replace(/[ \t]+$/, "") : line))
    .filter((line) => line)
    .join(" ");
}

function formOf(parts, own) {
  const out = [];
  for (const part of parts) write(part, own, out);
  return out.join(" ");
}

function nameOf(name) {
  if (!name) return undefined;
  if (ts.isIdentifier(name) || ts.isPrivateIdentifier(name) || ts.isStringLiteralLike(name) || ts.isNumericLiteral(name)) {
    return name.text;
  }
  return ts.isComputedPropertyName(name) ? "[" + name.expression.getText() + "]" : undefined;
}

// `a.b.c` as it is written, `a` of `this.a`; undefined for anything that is computed.
function dotted(node) {
  if (ts.isIdentifier(node)) return node.text;
  if (ts.isPropertyAccessExpression(node)) {
    if (node.expression.kind === K.ThisKeyword) return node.name.text;
    const left = dotted(node.expression);
    return left === undefined ? undefined : left + "." + node.name.text;
  }
  return undefined;
}

class Collector {
  constructor(source) {
    this.source = source;
    this.found = [];
  }

  add(name, kind, node, parts, lines) {
    const own = name.slice(name.lastIndexOf(".") + 1);
    const span = lines ?? node;
    this.found.push({
      name,
      kind,
      first: this.line(span.getStart(this.source, false)),
      last: this.line(span.getEnd()),
      form: formOf(parts),
      body: formOf(parts, own),
      within: withinOf(node),
    });
  }

  line(position) {
    return this.source.getLineAndCharacterOfPosition(position).line + 1;
  }

  walk(node, prefix, inFunction) {
    ts.forEachChild(node, (child) => this.visit(child, prefix, inFunction));
  }

  visit(node, prefix, inFunction) {
    if (ts.isFunctionDeclaration(node)) return this.define(node, prefix, "function", true, true);
    if (ts.isClassDeclaration(node)) return this.define(node, prefix, "class", true, false);
    if (ts.isInterfaceDeclaration(node)) return this.define(node, prefix, "interface", true, false);
    if (ts.isTypeAliasDeclaration(node)) return this.define(node, prefix, "type", true, false);
    if (ts.isEnumDeclaration(node)) return this.define(node, prefix, "enum", true, false);
    if (ts.isModuleDeclaration(node)) return this.namespace(node, prefix);
    if (ts.isTypeElement(node) || ts.isEnumMember(node)) return this.signature(node, prefix, inFunction);
    if (ts.isObjectLiteralExpression(node)) return this.value(node, prefix, inFunction);
    if (ts.isVariableStatement(node)) return this.variables(node, prefix, inFunction);
    if (ts.isClassElement(node) && nameOf(node.name) !== undefined) return this.member(node, prefix);
    if (ts.isConstructorDeclaration(node)) {
      this.add(prefix + "constructor", "method", node, [node]);
      return this.walk(node, prefix + "constructor.", true);
    }
    if (ts.isExpressionStatement(node) && ts.isBinaryExpression(node.expression)) {
      return this.assignment(node, prefix, inFunction);
    }
    if (ts.isExportAssignment(node)) {
      if (dotted(node.expression) !== undefined) return undefined;
      this.add(prefix + (node.isExportEquals ? "export=" : "default"), "variable", node, [node]);
      return this.value(node.expression, prefix + "default.", inFunction);
    }
    if (ts.isFunctionLike(node)) return this.walk(node, prefix, true);
    this.walk(node, prefix, ts.isClassExpression(node) ? false : inFunction);
  }

  define(node, prefix, kind, isScope, isFunction) {
    const name = prefix + (nameOf(node.name) ?? "default");
    this.add(name, kind, node, [node]);
    if (isScope) this.walk(node, name + ".", isFunction);
  }

  // `namespace A.B {}` is one statement, and one name.
  namespace(node, prefix) {
    let name = prefix + nameOf(node.name);
    let inner = node;
    while (inner.body && ts.isModuleDeclaration(inner.body)) {
      inner = inner.body;
      name += "." + nameOf(inner.name);
    }
    this.add(name, "namespace", node, [node]);
    this.walk(inner, name + ".", false);
  }

  // Members of interfaces, enums and named types; not those of a parameter's type.
  signature(node, prefix, inFunction) {
    const own = node.name && nameOf(node.name);
    if (inFunction) return;
    if (own !== undefined) this.add(prefix + own, "field", node, [node]);
    this.walk(node, own === undefined ? prefix : prefix + own + ".", false);
  }

  member(node, prefix) {
    const name = prefix + nameOf(node.name);
    const isField = ts.isPropertyDeclaration(node);
    this.add(name, isField ? "field" : "method", node, [node]);
    if (isField) this.value(node.initializer, name + ".", false);
    else this.walk(node, name + ".", true);
  }

  variables(statement, prefix, inFunction) {
    const list = statement.declarationList;
    const isSeen = ts.isSourceFile(statement.parent) || ts.isModuleBlock(statement.parent);
    for (const declaration of list.declarations) {
      for (const own of boundNames(declaration.name)) {
        const name = prefix + own;
        const isCode = isFunctionOrClass(declaration.initializer);
        if (isSeen || isCode) {
          const parts = [...(statement.modifiers ?? []), declaration];
          const lines = list.declarations.length === 1 ? statement : declaration;
          this.add(name, isCode ? "function" : "variable", declaration, parts, lines);
          const last = this.found[this.found.length - 1];
          for (const key of ["form", "body"]) last[key] = (list.flags & FLAGS) + " " + last[key];
        }
        this.value(declaration.initializer, name + ".", inFunction);
      }
      this.chained(declaration.initializer, prefix);
    }
  }

  // `var a = exports.b = function () {}` defines `exports.b` too.
  chained(value, prefix) {
    for (; value && ts.isBinaryExpression(value) && value.operatorToken.kind === K.EqualsToken; value = value.right) {
      const target = isFunctionOrClass(value.right) ? dotted(value.left) : undefined;
      if (target !== undefined) this.add(prefix + target, "function", value, [value]);
    }
  }

  // `a.b = c.d = function () {}` defines both. Another value for a variable is no definition of it, nor is another name for
  // what has one; but what stands in an object is called after the variable that it is given to.
  assignment(statement, prefix, inFunction) {
    const targets = [];
    let value = statement.expression;
    for (; ts.isBinaryExpression(value) && value.operatorToken.kind === K.EqualsToken; value = value.right) {
      targets.push(value.left);
    }
    const isCode = isFunctionOrClass(value);
    const names = targets.filter((left, at) => {
      if (dotted(left) === undefined) return false;
      if (isCode) return !ts.isIdentifier(left) || at === targets.length - 1;
      return !inFunction && /^(module\.exports\b|exports\.)/.test(dotted(left)) && dotted(value) === undefined;
    });
    for (const left of names) {
      this.add(prefix + dotted(left), isCode ? "function" : "variable", statement, [statement.expression]);
    }
    const holder = names[0] ?? (ts.isObjectLiteralExpression(value) ? targets.find(dotted) : undefined);
    return holder ? this.value(value, prefix + dotted(holder) + ".", inFunction) : this.walk(statement, prefix, inFunction);
  }

  // What stands in a value: the members of an object or a class, the functions in a function.
  value(node, prefix, inFunction) {
    if (!node) return;
    if (ts.isParenthesizedExpression(node)) return this.value(node.expression, prefix, inFunction);
    if (ts.isObjectLiteralExpression(node)) {
      for (const property of node.properties) this.property(property, prefix, inFunction);
    } else if (ts.isFunctionLike(node)) this.walk(node, prefix, true);
    else if (ts.isClassExpression(node)) this.walk(node, prefix, false);
    else this.walk(node, prefix, inFunction);
  }

  property(node, prefix, inFunction) {
    const own = nameOf(node.name);
    if (own === undefined || ts.isShorthandPropertyAssignment(node)) return;
    const isCode = ts.isFunctionLike(node) || isFunctionOrClass(node.initializer);
    if (isCode) this.add(prefix + own, "function", node, [node]);
    if (ts.isFunctionLike(node)) this.walk(node, prefix + own + ".", true);
    else this.value(node.initializer, prefix + own + ".", inFunction);
  }
}

// Where the innermost object, function or class begins that holds a node.
function withinOf(node) {
  let outer = node.parent;
  while (outer && !ts.isObjectLiteralExpression(outer) && !ts.isFunctionLike(outer) && !ts.isClassLike(outer)) outer = outer.parent;
  return outer ? outer.pos + 1 : 0;
}

function boundNames(name) {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}

function isFunctionOrClass(node) {
  while (node && ts.isParenthesizedExpression(node)) node = node.expression;
  return !!node && (ts.isFunctionExpression(node) || ts.isArrowFunction(node) || ts.isClassExpression(node));
}

function answer(question) {
  const source = ts.createSourceFile(question.path, question.text, ts.ScriptTarget.Latest, true, scriptKind(question.path));
  if (source.parseDiagnostics.length) return { definitions: null };
  const collector = new Collector(source);
  collector.walk(source, "", false);
  return { definitions: collector.found };
}

readline.createInterface({ input: process.stdin, crlfDelay: Infinity }).on("line", (line) => {
  let said;
  try {
    said = answer(JSON.parse(line));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // too deep
    said = { definitions: null };
  }
  process.stdout.write(JSON.stringify(said) + "\n");
});
