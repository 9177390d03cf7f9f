// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// Texts made to hurt: each ends in a reading, soon, and whatever is given up on says why.

import { describe, expect, it } from "vitest";
import { compileGlob } from "../../src/language/glob.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../../src/language/truth.ts";
import { globSet, matchesSet } from "../../src/runtime/engine/paths/glob-set.ts";
import { shellCommand } from "../../src/shell/command.ts";
import { readCommand } from "../../src/shell/interp/read.ts";
import { patternSet } from "../../src/shell/match/pattern-set.ts";
import type { Reading } from "../../src/shell/syntax/model.ts";

const read = (text: string): Reading => readCommand(text, { home: "/home/dev", shell: "bash", programs: {} });
const letters = "abcdefghijklmnopqrstu";

/** Name, text, and what the reason must say; null: bounded without giving up. */
const table: readonly (readonly [string, string, RegExp | null])[] = [
  ["nested substitutions", "$(".repeat(20_000), /nested deeper/],
  ["nested substitutions, closed", "$(".repeat(20_000) + ")".repeat(20_000), /nested deeper/],
  ["nested substitutions in quotes", `echo ${'"$('.repeat(2_000)}`, /nested deeper/],
  ["substitutions just under the limit", `echo ${"$(a ".repeat(60)}${")".repeat(60)}`, /limit/],
  ["here-documents", `cat ${"<<a ".repeat(16_000)}`, /here-documents/],
  ["more here-documents than fit", `cat ${"<<a ".repeat(20_000)}`, /longer than/],
  ["open braces", "{a,".repeat(21_000), /nested deeper/],
  ["a brace bomb", "echo {1..1000000}", /too many words/],
  ["a brace bomb of letters", `echo ${"{a,b,c,d}".repeat(12)}`, /too many words/],
  ["globs again and again", `set -- ${"a*b ".repeat(100)}; ${'rm "$@"; '.repeat(50)}`, /too many steps/],
  ["a fork bomb", ":(){ :|:& };:", /calls itself/],
  ["a function that calls itself", "f(){ f; }; f", /calls itself/],
  ["functions that call each other", "a(){ b; }; b(){ a; }; a", /calls itself/],
  [
    "functions that double",
    `a(){ :; }; ${[...letters.slice(1, 14)].map((name, i) => `${name}(){ ${letters[i]}; ${letters[i]}; };`).join(" ")} n`,
    /limit/,
  ],
  ["aliases of each other", "alias a=b; alias b=a; a; b", null],
  ["an alias of itself", "alias ls='ls ls'; ls", null],
  ["code that runs itself", 'X=\'eval "$X"\'; eval "$X"', /limit/],
  ["a file that reads itself", "echo '. ./a' > a; . ./a", /limit/],
  ["a value that doubles", `X=aaaaaaaaaaaaaaaa;${"X=$X$X;".repeat(40)}`, /too long/],
  ["NUL", "rm \0 x", /NUL/],
  ["a lone surrogate", "rm \ud800", /surrogate/],
  ["a carriage return", "rm x\r\nls", /carriage return/],
  ["bidi controls", "rm \u202e x", /bidirectional/],
  ["an unfinished quote", "rm 'x", /unterminated/],
  ["an unfinished quote deep inside", 'echo "$(echo "$(rm \'x)")"', /syntax/],
  ["an unfinished quote in code", "bash -c 'rm \"x'", /syntax/],
  ["megabytes", "a ".repeat(1 << 20), /longer than/],
  ["many commands", "a;".repeat(30_000), /commands/],
  ["many assignments", Array.from({ length: 8_000 }, (_, i) => `a${i}=1`).join(";"), /limit/],
  ["a long chain", `${"a&&".repeat(20_000)}a`, /limit/],
  ["a long chain that assigns", `${"a||X=1&&".repeat(6_000)}a`, /limit/],
  ["a long pipe", `${"a|".repeat(30_000)}a`, /limit/],
  ["many substitutions", "$(a)".repeat(15_000), /limit/],
  ["many backquotes", "`a`".repeat(20_000), /limit/],
  ["escaped backquotes", "\\`".repeat(30_000), /backquotes/],
  ["deep branches", `${"if a;then ".repeat(3_000)}b;${"fi;".repeat(3_000)}`, /limit/],
  ["deep loops", `${"while a;do X=1;".repeat(18)}b;${"done;".repeat(18)}`, /limit/],
  ["loops in loops", "for i in {1..60}; do for j in {1..60}; do for k in {1..60}; do a; done; done; done", /limit/],
  ["one long value many times", `X=${"a".repeat(40_000)};${"echo $X;".repeat(2_500)}`, /limit/],
  ["one long list many times", `X='${"a ".repeat(15_000)}';${"echo $X;".repeat(2_500)}`, /limit/],
  ["a long sum", `echo $((${"1+".repeat(30_000)}1))`, /limit/],
  ["many signs", `echo $((${"-".repeat(60_000)}1))`, /limit/],
  ["many evals", `${"eval ".repeat(10_000)}a`, /limit/],
  ["many wrappers", `${"sudo ".repeat(12_000)}a`, /limit/],
  ["a few wrappers too many", `${"sudo ".repeat(40)}rm -rf /`, /limit/],
  ["many redirections", `a ${">b ".repeat(15_000)}`, /limit/],
  ["many process substitutions", `a ${"<(b) ".repeat(10_000)}`, /limit/],
  [
    "many exports",
    `${Array.from({ length: 1_500 }, (_, i) => `export a${i}=1`).join(";")}${";b".repeat(500)}`,
    /limit/,
  ],
  ["patterns over values", `X=${"a".repeat(100)};${"echo ${X#*b};".repeat(3_000)}`, /limit/],
  ["many stars", `echo ${"*".repeat(60_000)}`, null],
  ["many quotes", '"'.repeat(65_000), /limit/],
  ["many backslashes", "\\".repeat(65_535), /too many quotes/],
  ["much base64", `echo ${"QUFB".repeat(15_000)} | base64 -d | bash`, /limit/],
  ["a long format", `printf '${"%s".repeat(4_000)}' ${"a ".repeat(2_000)}`, null],
  ["steps into a folder", "cd a;".repeat(4_000), /limit/],
  ["steps that may fail", `${"cd $a||".repeat(4_000)}b`, /limit/],
  ["one file written many times", `exec 3>f;${"a>&3;".repeat(1_900)}`, /limit/],
  ["a long text through many filters", `echo ${"a".repeat(30_000)}${" | tr a b".repeat(1_500)}`, /limit/],
  ["a long text through many pipes", `echo ${"a".repeat(30_000)}${" | rev".repeat(1_500)}`, /limit/],
  ["many expansions in one word", `echo "${"$x ".repeat(1_500)}"`, null],
  ["too many expansions in one word", `echo "${"$x-".repeat(20_000)}"`, /expansions/],
  ["many commands of find", `find . ${"-exec rm {} \\; ".repeat(4_000)}`, /limit/],
  ["names of names", `${"ln -s a b;".repeat(1_500)}cat b`, /limit/],
  ["many prefixes", `${"A=b ".repeat(15_000)}c`, /limit/],
  ["an alias of git of itself", "git config alias.a '!git a'; git a", null],
  [
    "keys of an array",
    `declare -A m;${Array.from({ length: 300 }, (_, i) => `m[k${i}]=v`).join(";")};\${m[k1]} x`,
    null,
  ],
  ["encoded commands", `pwsh -c '${"powershell -e ".repeat(4_000)}'`, null],
  ["a schedule", `crontab - <<'E'\n${"* * * * * a\n".repeat(1_000)}E`, null],
  ["many quotes", '""'.repeat(30_000), /too many quotes/],
  ["many braces", `echo ${"{a,b}".repeat(10_000)}`, /braces/],
  ["many braces in data", `cat <<'EOF' > a.json\n${"{a,b}".repeat(10_000)}\nEOF`, null],
  ["many braces of variables", `echo "${"${x}".repeat(2_000)}"`, null],
  ["many here-documents in data", `cat <<'EOF' > a.cc\n${"cout << a;\n".repeat(3_000)}EOF`, null],
  ["many quotes in data", `cat <<'EOF'\n${'"'.repeat(30_000)}\nEOF`, null],
  ["long arithmetic", `echo $((${"1+".repeat(30_000)}1))`, /arithmetic/],
  ["a long arithmetic command", `((${"1+".repeat(30_000)}1))`, /arithmetic/],
  ["many words", "a ".repeat(10_000), /more than 2048 words/],
  ["many commands in a here-document", `bash <<E\n${"git push\n".repeat(3_000)}E`, /too many commands/],
  ["a list split at IFS", `IFS=,;x=${"a,".repeat(30_000)};git $x`, /limit/],
  ["many settings of git", `git ${"-c a.b=c ".repeat(3_000)}push`, /limit/],
  ["many calls that nobody knows", "$a;".repeat(400), null],
  ["many files", `cat ${Array.from({ length: 2_000 }, (_, i) => `f${i}`).join(" ")}`, null],
  ["many uploads", `curl http://h/ ${"-F x=@f ".repeat(1_000)}`, null],
  ["many globs", `cat ${"~/.s?h/id_* ".repeat(500)}`, /too many steps/],
  ["many words of a strange program", `strange ${"git ".repeat(2_000)}`, null],
  ["code that looks like many calls", `python3 -c '${'system("'.repeat(60)}'`, null],
];

const all = patternSet(["git push --force", "rm -rf", "mkfs*", "strange --option", "sql drop"], {});

describe("hostile texts", () => {
  it.each(table)("%s: conditions are answered", (_, text, why) => {
    const command = shellCommand(text, { home: "/home/dev", shell: "bash", programs: {} });
    const found = command.runs(all).truth;
    command.only(all);
    for (const call of command.calls) command.effects(call);
    const flows = command.flows("secret", "network", () => UNKNOWN);
    // What could not be read may hold anything: less knowledge never says no.
    if (why !== null) expect([found, flows]).not.toContain(FALSE);
  });

  it.each(table)("%s", (_, text, why) => {
    const { unreadable } = read(text);
    if (why === null) expect(unreadable).toEqual([]);
    else expect(unreadable.join("; ")).toMatch(why);
  });

  it("says nothing that is no text", () => {
    for (const text of [
      "",
      " ",
      "\n",
      "#",
      ";",
      "&",
      "|",
      "()",
      "{}",
      "$",
      "`",
      "!",
      "<",
      ">",
      "\\",
      "((",
      "[[",
      "'",
      '"',
    ]) {
      expect(Array.isArray(read(text).calls)).toBe(true);
    }
  });

  it("never throws on any pair of signs", () => {
    const signs = [
      "$(",
      ")",
      "`",
      '"',
      "'",
      "{",
      "}",
      "<<E\n",
      "E\n",
      "|",
      "&&",
      ";",
      "$((",
      "))",
      "[[",
      "]]",
      "case x in",
      "esac",
      "\\",
      "$x",
      "${x",
      "<(",
      "a",
      "=",
      "!",
      "for",
      "do",
      "done",
    ];
    for (const a of signs)
      for (const b of signs) for (const c of ["", "x", " y\n"]) expect(() => read(`${a}${b}${c}`)).not.toThrow();
  });

  it("knows names that JavaScript objects have", () => {
    const { calls } = read(
      "constructor=1; __proto__=2 toString hasOwnProperty; export __proto__=x; valueOf; constructor",
    );
    expect(calls.map(({ program }) => program.text)).toEqual(["toString", "export", "valueOf", "constructor"]);
    expect(Object.keys(calls[2]?.env ?? {})).toEqual(["__proto__"]);
  });
});

describe("paths of very many names", () => {
  it("meet each glob once", () => {
    const globs = ["**/a/**/b", "**/a*/**/b*", "**/*a/**/*b"].map((glob) => compileGlob(glob, "path"));
    expect(matchesSet(globSet(globs), "a/".repeat(30_000))).toBe(false);
    expect(matchesSet(globSet(globs), `${"a/".repeat(30_000)}b`)).toBe(true);
  });
});

describe("statements given to a database client", () => {
  const command = (sql: string) => shellCommand(`psql -c "${sql}"`, { home: "/home/dev", shell: "bash", programs: {} });
  const statements = (sql: string) => command(sql).calls.filter(({ program }) => program.text === "sql");

  it.each<readonly [string, Truth]>([
    ["with d as (delete from x returning 1) select 1", TRUE],
    ["with d as (select 1) delete from x", TRUE],
    ["do \\$\\$ begin execute \\$q\\$delete from x\\$q\\$; end \\$\\$", TRUE],
    ["if exists (select 1) delete from x", TRUE],
    ["with d as (delete from x where id = 1 returning 1) select 1", FALSE],
    ["with a as (select 1) select * from a for update", FALSE],
    ["create table a (b int references c on delete cascade)", FALSE],
  ])("are found inside others: %s", (sql, truth) => {
    expect(command(sql).runs(patternSet(["sql delete from !--where"], {})).truth).toBe(truth);
  });

  it.each(["psql -c '\\i a.sql'", "sqlite3 a.db '.read a.sql'", "mysql -e 'select 1; source a.sql'", "psql -f a.sql"])(
    "in a file are told: %s",
    (text) => {
      expect(read(text).external).toMatchObject([{ kind: "script", name: "a.sql" }]);
    },
  );

  it("count once, however often they are written", () => {
    expect(statements("drop table a;".repeat(4000))).toHaveLength(1);
    expect(statements("db.a.drop();".repeat(4000)).length).toBeLessThan(4);
  });

  it("beyond a number are not known, and nothing calls them harmless", () => {
    const many = Array.from({ length: 3000 }, (_, i) => `select ${i}`).join(";");
    expect(statements(many).length).toBeLessThan(600);
    expect(command(`${many};drop table a`).runs(patternSet(["sql drop table"], {})).truth).toBe(UNKNOWN);
  });
});
