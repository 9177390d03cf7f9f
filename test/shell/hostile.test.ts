// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// Texts made to hurt: each ends in a reading, soon, and whatever is given up on says why.

import { describe, expect, it } from "vitest";
import type { Reading } from "../../src/runtime/core/shell/model.ts";
import { readCommand } from "../../src/runtime/core/shell/read.ts";

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
  ["many assignments", Array.from({ length: 8_000 }, (_, i) => `a${i}=1`).join(";"), /steps/],
  ["a long chain", `${"a&&".repeat(20_000)}a`, /limit/],
  ["a long chain that assigns", `${"a||X=1&&".repeat(6_000)}a`, /limit/],
  ["a long pipe", `${"a|".repeat(30_000)}a`, /limit/],
  ["many substitutions", "$(a)".repeat(15_000), /limit/],
  ["many backquotes", "`a`".repeat(20_000), /limit/],
  ["escaped backquotes", "\\`".repeat(30_000), /backquotes/],
  ["deep branches", `${"if a;then ".repeat(3_000)}b;${"fi;".repeat(3_000)}`, /nest|deeper/],
  ["deep loops", `${"while a;do X=1;".repeat(18)}b;${"done;".repeat(18)}`, /limit/],
  ["loops in loops", "for i in {1..60}; do for j in {1..60}; do for k in {1..60}; do a; done; done; done", /limit/],
  ["one long value many times", `X=${"a".repeat(40_000)};${"echo $X;".repeat(2_500)}`, /limit/],
  ["one long list many times", `X='${"a ".repeat(15_000)}';${"echo $X;".repeat(2_500)}`, /limit/],
  ["a long sum", `echo $((${"1+".repeat(30_000)}1))`, /limit/],
  ["many signs", `echo $((${"-".repeat(60_000)}1))`, null],
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
  ["many quotes", '"'.repeat(65_000), null],
  ["many backslashes", "\\".repeat(65_535), null],
  ["much base64", `echo ${"QUFB".repeat(15_000)} | base64 -d | bash`, null],
  ["a long format", `printf '${"%s".repeat(8_000)}' ${"a ".repeat(8_000)}`, null],
  ["code that looks like many calls", `python3 -c '${'system("'.repeat(60)}'`, null],
];

describe("hostile texts", () => {
  it.each(table)("%s", (_, text, why) => {
    const start = performance.now();
    const { unreadable } = read(text);
    // Far above what it takes, for the sake of busy machines; the cost itself is a matter of bench/.
    expect(performance.now() - start).toBeLessThan(2_000);
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
