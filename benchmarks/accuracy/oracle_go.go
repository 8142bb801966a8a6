// The oracle for Go: Go's own parser. One JSON object a line, in and out.
//
//	go run oracle_go.go
//
// In: {"text": "…"}. Out: {"definitions": [{name, kind, first, last, form, body}, …]}, or null instead of the list where
// the parser reports an error.
//
// A normal form is the tree that the parser made, written out without positions and comments. What is left to even out
// is what gofmt would: redundant parentheses, empty statements, the letters of a number's base and exponent. Comments
// that the compiler obeys (`//go:…`) belong to the declaration that they stand before.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"strings"
)

type definition struct {
	Name  string `json:"name"`
	Kind  string `json:"kind"`
	First int    `json:"first"`
	Last  int    `json:"last"`
	Form  string `json:"form"`
	Body  string `json:"body"`
}

type question struct {
	Text string `json:"text"`
}

type said struct {
	Definitions []definition `json:"definitions"`
}

// writer writes a tree; names equal to own are blanked where they may stand for the definition itself.
type writer struct {
	out strings.Builder
	own string
}

func (w *writer) write(value reflect.Value) {
	if !value.IsValid() {
		return
	}
	switch value.Kind() {
	case reflect.Interface:
		w.write(value.Elem())
	case reflect.Ptr:
		if !value.IsNil() {
			w.node(value)
		}
	case reflect.Slice:
		w.out.WriteString("[")
		for at := 0; at < value.Len(); at++ {
			w.write(value.Index(at))
		}
		w.out.WriteString("]")
	case reflect.Bool, reflect.Int, reflect.String:
		fmt.Fprintf(&w.out, "%v ", value.Interface())
	}
}

func (w *writer) node(value reflect.Value) {
	switch node := value.Interface().(type) {
	case *ast.CommentGroup, *ast.Object, *ast.Scope, *ast.EmptyStmt:
		return
	case *ast.ParenExpr:
		w.write(reflect.ValueOf(node.X))
		return
	case *ast.Ident:
		name := node.Name
		if name == w.own {
			name = "<own>"
		}
		fmt.Fprintf(&w.out, "(Ident %s)", name)
		return
	case *ast.BasicLit:
		fmt.Fprintf(&w.out, "(%s %s)", node.Kind, number(node))
		return
	case *ast.SelectorExpr:
		w.out.WriteString("(Selector ")
		w.write(reflect.ValueOf(node.X))
		fmt.Fprintf(&w.out, " %s)", node.Sel.Name)
		return
	}
	element := value.Elem()
	fmt.Fprintf(&w.out, "(%s ", element.Type().Name())
	for at := 0; at < element.NumField(); at++ {
		field := element.Type().Field(at)
		if position, ok := element.Field(at).Interface().(token.Pos); ok {
			if field.Name == "Ellipsis" || field.Name == "Assign" {
				fmt.Fprintf(&w.out, "%s=%v ", field.Name, position.IsValid())
			}
			continue
		}
		if field.IsExported() {
			w.write(element.Field(at))
		}
	}
	w.out.WriteString(")")
}

func number(literal *ast.BasicLit) string {
	switch literal.Kind {
	case token.INT, token.FLOAT, token.IMAG:
		text := strings.ReplaceAll(literal.Value, "_", "")
		if len(text) > 1 && text[0] == '0' && strings.ContainsRune("xXbBoO", rune(text[1])) {
			return strings.ToLower(text[:2]) + text[2:]
		}
		return strings.ToLower(text)
	}
	return literal.Value
}

func form(own string, directives string, nodes ...any) string {
	w := &writer{own: own}
	w.out.WriteString(directives)
	for _, node := range nodes {
		w.write(reflect.ValueOf(node))
	}
	return w.out.String()
}

func directives(groups ...*ast.CommentGroup) string {
	var found []string
	for _, group := range groups {
		if group == nil {
			continue
		}
		for _, comment := range group.List {
			if strings.HasPrefix(comment.Text, "//go:") {
				found = append(found, comment.Text+"\n")
			}
		}
	}
	return strings.Join(found, "")
}

type collector struct {
	set   *token.FileSet
	found []definition
}

func (c *collector) add(prefix, own, kind, directives string, from, to token.Pos, nodes ...any) {
	c.found = append(c.found, definition{
		Name: prefix + own, Kind: kind,
		First: c.set.PositionFor(from, false).Line, Last: c.set.PositionFor(to-1, false).Line,
		Form: form("", directives, nodes...), Body: form(own, directives, nodes...),
	})
}

func (c *collector) function(declaration *ast.FuncDecl) {
	prefix := ""
	kind := "function"
	if declaration.Recv != nil && len(declaration.Recv.List) > 0 {
		prefix = receiver(declaration.Recv.List[0].Type) + "."
		kind = "method"
	}
	name := declaration.Name.Name
	c.add(prefix, name, kind, directives(declaration.Doc), declaration.Pos(), declaration.End(), declaration)
	if declaration.Body == nil {
		return
	}
	ast.Inspect(declaration.Body, func(node ast.Node) bool {
		if inner, ok := node.(*ast.GenDecl); ok && inner.Tok == token.TYPE {
			c.general(prefix+name+".", inner)
			return false
		}
		return true
	})
}

func receiver(expression ast.Expr) string {
	switch node := expression.(type) {
	case *ast.Ident:
		return node.Name
	case *ast.StarExpr:
		return receiver(node.X)
	case *ast.ParenExpr:
		return receiver(node.X)
	case *ast.IndexExpr:
		return receiver(node.X)
	case *ast.IndexListExpr:
		return receiver(node.X)
	}
	return "?"
}

func (c *collector) general(prefix string, declaration *ast.GenDecl) {
	var implied *ast.ValueSpec // `const (A = iota; B)`: B repeats what the last one said that said something
	for at, specification := range declaration.Specs {
		from, to := specification.Pos(), specification.End()
		if !declaration.Lparen.IsValid() {
			from, to = declaration.Pos(), declaration.End()
		}
		switch node := specification.(type) {
		case *ast.TypeSpec:
			said := directives(declaration.Doc, node.Doc)
			c.add(prefix, node.Name.Name, "type", said, from, to, node)
			c.members(prefix+node.Name.Name+".", node.Type)
		case *ast.ValueSpec:
			said := directives(declaration.Doc, node.Doc)
			whole := []any{declaration.Tok.String(), node}
			if declaration.Tok == token.CONST {
				if node.Values != nil {
					implied = node
				} else if implied != nil {
					whole = append(whole, implied.Type, implied.Values)
				}
				if implied != nil && speaksOfIota(implied) {
					whole = append(whole, at)
				}
			}
			for _, name := range node.Names {
				if name.Name != "_" {
					c.add(prefix, name.Name, declaration.Tok.String(), said, from, to, whole...)
				}
			}
		}
	}
}

func speaksOfIota(specification *ast.ValueSpec) bool {
	found := false
	ast.Inspect(specification, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		found = found || ok && name.Name == "iota"
		return true
	})
	return found
}

// The fields of a struct and the methods of an interface.
func (c *collector) members(prefix string, expression ast.Expr) {
	var fields *ast.FieldList
	kind := "field"
	switch node := expression.(type) {
	case *ast.StructType:
		fields = node.Fields
	case *ast.InterfaceType:
		fields, kind = node.Methods, "method"
	default:
		return
	}
	for _, field := range fields.List {
		for _, name := range field.Names {
			c.add(prefix, name.Name, kind, directives(field.Doc), field.Pos(), field.End(), field)
			c.members(prefix+name.Name+".", field.Type)
		}
	}
}

func answer(asked question) said {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, "", asked.Text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return said{}
	}
	c := &collector{set: set, found: []definition{}}
	for _, declaration := range file.Decls {
		switch node := declaration.(type) {
		case *ast.FuncDecl:
			c.function(node)
		case *ast.GenDecl:
			c.general("", node)
		}
	}
	return said{c.found}
}

func main() {
	input := bufio.NewReaderSize(os.Stdin, 1<<20)
	output := json.NewEncoder(os.Stdout)
	for {
		line, err := input.ReadBytes('\n')
		if len(line) == 0 || err != nil {
			return
		}
		var asked question
		if err := json.Unmarshal(line, &asked); err != nil {
			panic(err)
		}
		if err := output.Encode(answer(asked)); err != nil {
			panic(err)
		}
	}
}
