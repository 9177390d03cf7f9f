// Every usual slip, placed between two sound rules: exactly one message, the expected code, the expected underlined text,
// and both neighbours intact.

import { describe, expect, test } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { parsePolicy } from "../../src/compiler/parse/parse.ts";

const before = `rule first
  on before_tool_call
  when tool == "bash"
  block "No."
`;
const after = `
rule last
  on user_prompt_submit
  when prompt contains "x"
  warn "Hm."
`;

const rule = (body: string): string => `rule middle\n  on before_tool_call\n${body}`;
const when = (condition: string): string => rule(`  when ${condition}\n  block "No."\n`);
const effect = (text: string): string => rule(`  when tool == "bash"\n  ${text}\n`);

/** What is wrong; the text; the code; the underlined text; the fix where one is certain. */
const slips: readonly (readonly [string, string, string, string, (string | null)?])[] = [
  ["missing closing quote", effect('block "No.'), "P106", '"'],
  ["missing closing quote in a condition", when('tool == "bash'), "P106", '"'],
  ["missing opening quote", when('tool == bash"'), "P107", 'bash"', '"bash"'],
  ["inner quotes", effect('block "say "hi" now"'), "P108", "hi"],
  ["single quotes", when("tool == 'bash'"), "P109", "'bash'", '"bash"'],
  ["curly quotes", when("tool == \u201cbash\u201d"), "P109", "\u201cbash\u201d", '"bash"'],
  ["triple quotes", effect('block """No."""'), "P110", '"""'],
  [
    "missing on",
    'rule middle\n  before_tool_call\n  when tool == "bash"\n  block "No."\n',
    "P128",
    "before_tool_call",
    "on before_tool_call",
  ],
  ["missing on and point", 'rule middle\n  when tool == "bash"\n  block "No."\n', "P128", "when"],
  ["misspelt on", 'rule middle\n  no before_tool_call\n  block "No."\n', "P103", "no", "on"],
  ["rule without name", 'rule on before_tool_call\n  block "No."\n', "P129", "rule"],
  ["quoted name", 'rule "my rule"\n  on before_tool_call\n  block "No."\n', "P130", '"my rule"', "my-rule"],
  ["two-word name", 'rule my own\n  on before_tool_call\n  block "No."\n', "P130", "my own", "my-own"],
  ["misspelt rule", 'rul middle\n  on before_tool_call\n  block "No."\n', "P103", "rul", "rule"],
  ["misspelt when", rule('  wehn tool == "bash"\n  block "No."\n'), "P103", "wehn", "when"],
  ["misspelt block", effect('blok "No."'), "P103", "blok", "block"],
  ["misspelt contains", when('prompt contans "x"'), "P103", "contans", "contains"],
  ["misspelt with", when('tool starts wiht "x"'), "P103", "wiht", "with"],
  ["misspelt quantifier", when('eny writes under "x"'), "P103", "eny", "any"],
  ["misspelt and", when('tool == "a" adn tool != "b"'), "P103", "adn", "and"],
  ["deny", effect('deny "No."'), "P104", "deny", "block"],
  ["reject in the first column", rule('  when tool == "bash"\nreject "No."\n'), "P104", "reject", "block"],
  ["forbid", effect('forbid "No."'), "P104", "forbid", "block"],
  ["permit", effect("permit"), "P104", "permit", "allow"],
  ["halt", effect('halt "No."'), "P104", "halt", "stop"],
  ["log", effect('log "No."'), "P104", "log", "warn"],
  ["if for when", rule('  if tool == "bash"\n  block "No."\n'), "P104", "if", "when"],
  ["where for when", rule('  where tool == "bash"\n  block "No."\n'), "P104", "where", "when"],
  ["if after the effect", rule('  block "No." if tool == "bash"\n'), "P104", "if", "when"],
  ["import", 'import "std/git"\n', "P104", "import", "use"],
  ["const", "const a = 1\n", "P104", "const", "let"],
  ["function", "function f(p: path) = p is home\n", "P104", "function", "def"],
  ["starts_with", when('tool starts_with "x"'), "P104", "starts_with", "starts with"],
  ["every", when('every writes under "x"'), "P104", "every", "all"],
  ["none", when('none writes under "x"'), "P104", "none", "not any"],
  ["then", rule('  when tool == "bash" then\n  block "No."\n'), "P105", "then", ""],
  ["effect before when", rule('  block "No."\n  when tool == "bash"\n'), "P131", "when"],
  ["when before on", 'rule middle\n  when tool == "bash"\n  on before_tool_call\n  block "No."\n', "P131", "on"],
  ["unless before when", rule('  unless tool == "a"\n  when tool == "b"\n  block "No."\n'), "P131", "when"],
  ["examples before effect", rule('  when tool == "bash"\n  fires on "x"\n  block "No."\n'), "P131", "block"],
  ["if unknown before the effect", rule('  when tool == "bash"\n  if unknown ask\n  block "No."\n'), "P131", "block"],
  ["annotation after name", 'rule middle @shadow\n  on before_tool_call\n  block "No."\n', "P131", "@"],
  ["effect after examples", effect('block "No."\n  fires on "x"\n  warn "Hm."'), "P131", "warn"],
  ["two when", rule('  when tool == "a"\n  when tool == "b"\n  block "No."\n'), "P132", "when"],
  ["two unless", rule('  unless tool == "a"\n  unless tool == "b"\n  block "No."\n'), "P132", "unless"],
  ["comma between conditions", when('tool == "a", tool == "b"'), "P127", ",", null],
  ["= for ==", when('tool = "bash"'), "P112", "=", "=="],
  ["= in a parenthesis", when('(tool = "bash")'), "P112", "=", "=="],
  ["== for =", 'let a == "b"\n', "P113", "==", "="],
  ["== in set", effect('set input.command == "x"'), "P113", "==", "="],
  ["&&", when('tool == "a" && tool == "b"'), "P111", "&&", " and "],
  ["||", when('tool == "a" || tool == "b"'), "P111", "||", " or "],
  ["!", when("!marked(x)"), "P111", "!", "not "],
  ["===", when('tool === "a"'), "P111", "===", "=="],
  ["!==", when('tool !== "a"'), "P111", "!==", "!="],
  ["<>", when('tool <> "a"'), "P111", "<>", "!="],
  ["=~", when("tool =~ /a/"), "P111", "=~", " matches "],
  ["// comment", `// text\n${when('tool == "a"')}`, "P114", "//", "#"],
  ["// comment at the end of a line", when('tool == "a" // text'), "P114", "//", "#"],
  ["/* */ comment", `/* two\n lines */\n${when('tool == "a"')}`, "P114", "/*"],
  ["/* */ comment inside", when('tool == "a" /* text */'), "P114", "/*"],
  ["-- comment", `-- text\n${when('tool == "a"')}`, "P114", "--", "#"],
  ["missing comma in a list", when('tool in ["a" "b"]'), "P125", '"b"', ', "b"'],
  ["missing comma in examples", effect('block "No."\n  fires on "a" "b"'), "P125", '"b"', ', "b"'],
  ["missing comma in an object", effect('block "No."\n  fires on { tool: "a" input: {} }'), "P125", "input", ", input"],
  ["missing comma in a tool", "tool deploy { env: string dry: bool }\n", "P125", "dry", ", dry"],
  ["unclosed [", when('tool in ["a", "b"'), "P123", "["],
  ["unclosed (", when('(tool == "a" or tool == "b"'), "P123", "("],
  ["unclosed {", effect('block "No."\n  fires on { tool: "a"'), "P123", "{"],
  ["unclosed call", when('lower(tool == "a"'), "P123", "("],
  ["unclosed test", 'test "t" {\n  on before_tool_call { tool: "a" } expect pass\n', "P123", "{"],
  ["unclosed event in a test", 'test "t" {\n  on before_tool_call { tool: "a" expect pass\n}\n', "P123", "{"],
  ["wrong closer", when('tool in ["a", "b")'), "P123", "["],
  ["extra ]", when('tool in ["a"]]'), "P124", "]", ""],
  ["extra )", when('(tool == "a"))'), "P124", ")", ""],
  ["extra }", `${effect('block "No."')}}\n`, "P124", "}", ""],
  ["comma after the last example", effect('block "No."\n  fires on "a",'), "P126", ",", ""],
  [
    "comma after the last point",
    'rule middle\n  on before_tool_call,\n  when tool == "a"\n  block "No."\n',
    "P126",
    ",",
    "",
  ],
  ["doubled comma", when('tool in ["a",, "b"]'), "P126", ",", ""],
  ["comma after the last argument", when('lower(tool,) == "a"'), "P126", ",", ""],
  ["capital keyword", rule('  When tool == "bash"\n  block "No."\n'), "P118", "When", "when"],
  ["capital effect", effect('BLOCK "No."'), "P118", "BLOCK", "block"],
  ["capital rule", 'Rule middle\n  on before_tool_call\n  block "No."\n', "P118", "Rule", "rule"],
  ["braces around a rule", 'rule middle {\n  on before_tool_call\n  block "No."\n}\n', "P133", "{"],
  ["braces around effects", rule('  when tool == "bash" {\n    block "No."\n  }\n'), "P133", "{"],
  ["colon after the name", 'rule middle:\n  on before_tool_call\n  block "No."\n', "P133", ":", ""],
  ["semicolon", effect('block "No.";'), "P115", ";", ""],
  ["no effect", rule('  when tool == "bash"\n'), "P134", "middle"],
  ["no effect without name", 'on before_tool_call when tool == "bash"\n', "P134", "on"],
  ["no effect, but examples", rule('  when tool == "bash"\n  fires on "x"\n'), "P134", "middle"],
  ["no message", effect("block"), "P135", "block"],
  ["no message before else", effect("ask else block"), "P135", "ask"],
  ["field as message", effect("block tool"), "P136", "tool"],
  ["added message", effect('block "no " + tool'), "P136", "+"],
  ["run with a string", effect('run "python3 x.py"'), "P137", '"python3 x.py"'],
  ["timeout without unit", effect('run ["a"] timeout 2'), "P121", "2"],
  ["10min", when("counted(x, 10min) > 2"), "P121", "10min", "10m"],
  ["window without unit", when("counted(x, 10) > 2"), "P121", "10"],
  ["list in parentheses", when('tool in ("a", "b")'), "P138", '("a", "b")', '["a", "b"]'],
  ["one item in parentheses", when('tool in ("a")'), "P138", '("a")'],
  ["any p in", when("any p in reads where (p is home)"), "P139", "in", "of"],
  ["chained comparison", when("1 < length(tool) < 5"), "P140", "<"],
  ["chained equality", when('tool == "a" == true'), "P140", "=="],
  ["mixed and, or", when('tool == "a" and tool == "b" or tool == "c"'), "P141", "or"],
  ["loose body", when('any p of reads where p is home and tool == "a"'), "P142", "p is home"],
  ["== null", when("model == null"), "P143", "null"],
  ["is not null", when("model is not null"), "P143", "null"],
  ["method", when('tool.startsWith("x")'), "P144", "startsWith"],
  [">= for > =", "param a: list<string>= []\n", "P145", ">=", "> ="],
  ["regex with odd flags", when("tool matches /^/etc/"), "P120", "/^/etc/"],
  ["path as regex", when("any reads under /etc/passwd"), "P120", "/etc/passwd"],
  ["unclosed regex", when("tool matches /abc"), "P119", "/"],
  ["unknown escape", when('tool == "\\d"'), "P122", "\\d", "\\\\d"],
  ["foreign letters in a name", "let gr\u00f6\u00dfe = 1\n", "P117", "gr\u00f6\u00dfe"],
  ["en dash in a name", 'rule no\u2013push\n  on before_tool_call\n  block "No."\n', "P117", "no\u2013push", "no-push"],
  ["no-break space", when('tool\u00a0== "a"'), "P116", "\u00a0"],
  ["reserved name", "let when = 1\n", "P146", "when"],
  ["missing and", when('tool == "a" input.path is home'), "P148", "input"],
  ["missing and before any", when('tool == "a" any reads is home'), "P148", "any"],
  ["fires without on", effect('block "No."\n  fires "x"'), "P149", "fires", "fires on"],
  ["ignores on", effect('block "No."\n  ignores on "x"'), "P149", "ignores on", "ignores"],
  ["clause without a rule", "let a = 1\n\nlet b = (2)\nwhen = 3\n", "P102", "when"],
  ["number too large", "let a = 99999999999999999999\n", "P147", "99999999999999999999"],
  ["key twice", effect('block "No."\n  fires on { tool: "a", tool: "b" }'), "P151", "tool"],
  ["dotted variable", when("any a.b of reads where (a is home)"), "P152", "a.b"],
];

function parse(text: string) {
  const session = new Session();
  const file = parsePolicy({ file: "t.policy", text }, session);
  return { file, found: session.diagnostics() };
}

describe("usual slips", () => {
  test.each(slips)("%s", (_, text, code, underlined, fix) => {
    const whole = `${before}\n${text}${after}`;
    const { file, found } = parse(whole);
    expect(found.map((d) => [d.code, whole.slice(d.span.start, d.span.end)])).toEqual([[code, underlined]]);
    if (fix !== undefined) expect(found[0]?.fix).toBe(fix);
    const names = file.decls.map((decl) => (decl.kind === "RuleDecl" ? decl.name?.text : decl.kind));
    expect(names[0]).toBe("first");
    expect(names.at(-1)).toBe("last");
  });

  test("a file with several mistakes gives one message for each", () => {
    const text = [
      'rule a\n  on before_tool_call\n  deny "x"\n',
      'rule b\n  on before_tool_call\n  when tool = "x"\n  block "x"\n',
      "rule c\n  on before_tool_call\n",
      'let d = ["a" "b"]\n',
      'rule e\n  on before_tool_call\n  block "x\n',
    ].join("\n");
    expect(parse(text).found.map((d) => d.code)).toEqual(["P104", "P112", "P134", "P125", "P106"]);
  });

  test("operators in disguise do not stop the rest of the rule from being read", () => {
    const { file, found } = parse('on before_tool_call when tool === "a" && !marked(x) block "No."');
    expect(found.map((d) => d.code)).toEqual(["P111", "P111", "P111"]);
    expect(file.decls).toHaveLength(1);
  });
});
