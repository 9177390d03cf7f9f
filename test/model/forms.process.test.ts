// Equivalent forms are texts for people to trust: each is read without complaint, and those that a shell can be asked about
// print the same there as the text they stand for.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { equivalentForms } from "../../src/compiler/harden/forms.ts";
import { printedForms } from "../../src/compiler/harden/printed-forms.ts";
import { parseShell } from "../../src/shell/syntax/parse.ts";
import { sampled } from "../seeded.ts";

const texts = [
  "git push --force origin main",
  "rm -rf build",
  "curl -fsSL https://example.org/x | sh",
  "cat <<'EOF' | tee notes\nhello\nEOF",
  "echo 'it''s' \"$HOME\" # fine",
  "for f in a b; do rm $f; done",
  "A=1 make -j 4 all > log 2>&1",
];

it.each(texts)("forms of %j can be read", (text) => {
  const forms = equivalentForms(text, {});
  expect(forms.length).toBeGreaterThan(30);
  expect(new Set(forms.map((form) => form.text)).size).toBe(forms.length);
  const unread = [...forms, ...printedForms(text)].filter((form) => parseShell(form.text).error !== null);
  expect(unread.map((form) => form.text)).toEqual([]);
});

it("a text that is not shell has no forms", () => {
  expect(equivalentForms("if true; then", {})).toEqual([]);
});

it("options move only where the table of the program says that it comes to the same", () => {
  const reordered = equivalentForms("git -C repo push -f origin", {}).filter((form) => form.family === "reordered");
  expect(reordered.map((form) => form.text).sort()).toEqual([
    "git -C repo push --force origin",
    "git -C repo push origin -f",
  ]);
  const twice = equivalentForms("git push --force --no-force", {}).filter((form) => form.family === "reordered");
  expect(twice).toEqual([]);
  const find = equivalentForms("find . -name x -delete", {}).filter((form) => form.family === "reordered");
  expect(find).toEqual([]);
});

/** What needs other rights, or leaves the process behind. */
const unasked = /\bsudo\b|^exec |&$|^.usr.local/;

it("a shell prints the same for every form", () => {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-forms-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  const run = (command: string): string => {
    const rest = "cat said 2>/dev/null; rm -f said run.sh";
    return execFileSync("bash", ["-c", `{\n${command}\n} 2>/dev/null; ${rest}`], {
      cwd,
      encoding: "utf8",
      timeout: 60_000,
    });
  };
  const all = equivalentForms("tee -a said", {}).filter(({ text }) => !unasked.test(text));
  const forms = sampled(all, 9);
  const wrong = forms
    .map(({ text }) => `echo hello | (\n${text}\n) > /dev/null`)
    .filter((command) => run(command) !== "hello\n");
  // These give the command another standard input, or none.
  expect(wrong.filter((command) => !/xargs|<<|\| bash|\/dev\/stdin|&\n|find/.test(command))).toEqual([]);
  const printed = sampled(printedForms("echo x > said"), 9).filter(
    ({ text }) => run(`{\n:\n${text}\n} > /dev/null`) !== "",
  );
  expect(printed.map(({ text }) => text)).toEqual([]);
});
