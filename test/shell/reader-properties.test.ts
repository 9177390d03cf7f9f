// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts
// Wrapping, quoting and chaining a command never loses it; printing it as data never makes one.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/shell/interp/read.ts";
import type { Reading } from "../../src/shell/syntax/model.ts";
import { seeded } from "../seeded.ts";

const read = (text: string): Reading => readCommand(text, { home: "/home/dev", shell: "bash", programs: {} });

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replace(/[\\"$`]/g, "\\$&")}"`;
const base64 = (text: string): string => Buffer.from(text, "utf8").toString("base64");

/** Words no wrapper takes for its own. */
const argument = fc.constantFrom(
  "-rf",
  "--force",
  "/",
  "a b",
  "it's",
  'say "x"',
  "$HOME",
  "*.c",
  "",
  "é",
  "a;b",
  "x=1",
  "#no",
  "{a,b}",
  "~",
  "back\\slash",
);
const command = fc
  .tuple(fc.constantFrom("zap", "wipe", "/opt/bin/zap"), fc.array(argument, { maxLength: 4 }))
  .map(([program, args]) => [program, ...args]);

/** Ways to write one word so that it stays the same. */
const spellings: readonly ((word: string) => string)[] = [
  single,
  double,
  (word) =>
    word === ""
      ? "''"
      : [...word].map((character) => (/[\w/.-]/.test(character) ? character : single(character))).join(""),
  (word) => `""${single(word)}`,
  (word) =>
    `$'${[...new TextEncoder().encode(word)].map((byte) => `\\x${byte.toString(16).padStart(2, "0")}`).join("")}'`,
];
const spelled = command.chain((words) =>
  fc.tuple(fc.constant(words), fc.tuple(...words.map(() => fc.constantFrom(...spellings)))).map(([all, ways]) => ({
    words: all,
    text: all.map((word, i) => (ways[i] ?? single)(word)).join(" "),
  })),
);

/** What may stand before a program and its words. */
const prefixes: readonly ((text: string) => string)[] = [
  (text) => `sudo ${text}`,
  (text) => `sudo -u bob -- ${text}`,
  (text) => `env A=1 ${text}`,
  (text) => `nice -n 5 timeout 10 ${text}`,
  (text) => `find . -exec ${text} \\;`,
  (text) => `command ${text}`,
  (text) => `A=1 B="2 3" ${text}`,
];

/** What may stand around any text. */
const wrappers: readonly ((text: string) => string)[] = [
  (text) => `A=1 B="2 3"; ${text}`,
  (text) => `bash -c ${single(text)}`,
  (text) => `sh -ec ${double(text)}`,
  (text) => `eval ${single(text)}`,
  (text) => `bash <<'END_OF_TEXT'\n${text}\nEND_OF_TEXT\n`,
  (text) => `bash <<< ${single(text)}`,
  (text) => `echo ${base64(text)} | base64 -d | bash`,
  (text) => `printf %s ${single(text)} | sh`,
  (text) => `x=${single(text)}; eval "$x"`,
  (text) => `f() { ${text}\n}; f`,
  (text) => `if true; then ${text}\nfi`,
  (text) => `while a; do ${text}\ndone`,
  (text) => `case x in *) ${text}\n;; esac`,
  (text) => `for i in 1; do ${text}\ndone`,
  (text) => `(${text}\n)`,
  (text) => `{ ${text}\n}`,
  (text) => `echo "$(${text}\n)"`,
  (text) => `a <(${text}\n)`,
  (text) => `! { ${text}\n}`,
  (text) => `time { ${text}\n}`,
  (text) => `a | ${text}`,
  (text) => `${text} | a`,
  (text) => `a && ${text}`,
  (text) => `a || ${text} &`,
  (text) => `a;${text} > out 2>&1`,
  (text) => `# comment\n${text} # comment`,
  (text) => `cat <<END_A\nx\nEND_A\n${text}`,
  (text) => `trap ${single(text)} EXIT`,
  (text) => `git -c alias.q=${single(`!${text}`)} q`,
  (text) => `cd /tmp && ${text}`,
];

const holds = (reading: Reading, words: readonly string[]): boolean =>
  reading.unreadable.length > 0 ||
  reading.calls.some(({ program, args }) => {
    const found = [program, ...args];
    return found.length === words.length && found.every((word, i) => word.kind === "literal" && word.text === words[i]);
  });

/** Ways to mention a text without running it. */
const mentions: readonly ((text: string) => string)[] = [
  (text) => `echo ${single(text)}`,
  (text) => `printf '%s\\n' ${double(text)}`,
  (text) => `git commit -m ${single(text)}`,
  (text) => `grep -r ${single(text)} .`,
  (text) => `cat <<'END_OF_TEXT' > notes.txt\n${text}\nEND_OF_TEXT\n`,
  (text) => `x=${single(text)}`,
  (text) => `x=${single(text)}; echo "$x"`,
  (text) => `# ${text.replaceAll("\n", " ")}`,
  (text) => `echo ${single(text)} | wc -l`,
  (text) => `bash -c 'echo "$1"' _ ${single(text)}`,
  (text) => `curl -d ${single(text)} http://localhost/`,
  (text) => `[ x = ${single(text)} ]`,
  (text) => `export x=${single(text)}`,
  (text) => `jq --arg c ${single(text)} . f.json`,
];

describe("properties", () => {
  it("spelling, wrapping and chaining never lose a command", () => {
    fc.assert(
      fc.property(
        spelled,
        fc.option(fc.constantFrom(...prefixes)),
        fc.array(fc.constantFrom(...wrappers), { maxLength: 3 }),
        ({ words, text }, prefix, around) => {
          // Behind find, `{}` and `;` have a meaning of their own; no word here is one of these.
          const whole = around.reduce((inner, wrap) => wrap(inner), prefix === null ? text : prefix(text));
          const reading = read(whole);
          // What a command before it may have changed is unknown, and said to be so.
          const isUnknown = reading.calls.some(({ program }) => program.kind === "dynamic");
          expect(isUnknown || holds(reading, words), whole).toBe(true);
        },
      ),
      seeded("wrapped commands", 500),
    );
  });

  it("one wrapper at a time is always read, and read exactly", () => {
    for (const wrap of [...prefixes, ...wrappers]) {
      const reading = read(wrap("zap -rf 'a b'"));
      expect(reading.unreadable, wrap("zap")).toEqual([]);
      expect(holds(reading, ["zap", "-rf", "a b"]), wrap("zap -rf 'a b'")).toBe(true);
    }
  });

  it("a mention never makes a command", () => {
    fc.assert(
      fc.property(
        spelled,
        fc.constantFrom(...mentions),
        fc.option(fc.constantFrom(...mentions)),
        ({ text }, mention, again) => {
          const whole = again === null ? mention(text) : again(mention(text));
          const reading = read(whole);
          expect(reading.unreadable, whole).toEqual([]);
          expect(
            reading.calls.filter(({ program }) => /zap|wipe/.test(program.text)),
            whole,
          ).toEqual([]);
        },
      ),
      seeded("printed commands", 300),
    );
  });
});
