// Cases from files of several forms, all as one: what exists on the disk, and the calls of a session in order.
// `dangerous`: a call must be stopped. `benign`: none may be. `everyday`: none should be, and every stopped one is judged.

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const own = fileURLToPath(new URL("../", import.meta.url));

const lines = (file) =>
  readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line, at) => parsed(line, `${file}:${at + 1}`));

function parsed(text, place) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${place} is not valid JSON`);
  }
}

const bash = (command) => ({ tool: "bash", input: { command } });

/** `{command, label}` a line. */
const labelledCommands = (file) =>
  lines(file)
    .filter(({ label }) => label === "dangerous" || label === "benign")
    .map(({ id, label, command, intent = "", class: kind = intent }, at) => ({
      id: id ?? `${at + 1}`,
      label,
      kind,
      steps: [bash(command)],
    }));

/** `{command}` a line. */
const everydayCommands = (file) =>
  lines(file).map(({ id, command, source = "" }, at) => ({
    id: id ?? `${at + 1}`,
    label: "everyday",
    kind: source,
    steps: [bash(command)],
  }));

/** `[{name, steps: [["write", PATH], ["bash", COMMAND]]}]`: what a file contained is not recorded. */
const recordedSessions = (file) =>
  parsed(readFileSync(file, "utf8"), file).map(({ name, steps }, at) => ({
    id: `session-${at + 1}`,
    label: "everyday",
    kind: name,
    steps: steps.map(([tool, text]) =>
      tool === "bash" ? bash(text) : { tool: "write", input: { path: text, content: harmlessText(text) } },
    ),
  }));

/** Our own form: `{id, class, label, steps, files}` a line. */
const sessions = (file) =>
  lines(file).map(({ id, class: kind, label, steps, files = {} }) => ({ id, kind, label, steps, files }));

/** A file of a recorded session does nothing that matters, in its own language. */
function harmlessText(path) {
  const ending = path.slice(path.lastIndexOf(".") + 1);
  return Object.hasOwn(harmless, ending) ? harmless[ending] : "text\n";
}

const harmless = {
  java: "public class Main {\n  public static void main(String[] args) {\n    System.out.println(1 + 1);\n  }\n}\n",
  py: "def main():\n    print(1 + 1)\n\n\nmain()\n",
  sh: "#!/bin/bash\nset -e\necho hello\nls src\n",
  js: "console.log(1 + 1);\n",
  ts: "console.log(1 + 1);\n",
  c: '#include <stdio.h>\nint main(void) { puts("2"); return 0; }\n',
  go: 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println(2) }\n',
  rb: "puts 1 + 1\n",
  json: "{}\n",
  xml: "<project/>\n",
};

const forms = [
  { file: "found.jsonl", read: labelledCommands },
  { file: "everyday.jsonl", read: everydayCommands },
  { file: "agent-sessions.json", read: recordedSessions },
];

/** The project's own sets, and those in a folder of other cases, by name. */
export function caseSets(folder) {
  const ownCases = join(own, "evals/cases");
  const sets = (existsSync(ownCases) ? readdirSync(ownCases) : [])
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => ({ name: name.replace(/\.jsonl$/, ""), cases: () => sessions(join(ownCases, name)) }));
  sets.push({ name: "corpus", cases: () => labelledCommands(join(own, "test/shell/corpus.jsonl")) });
  if (folder === undefined) return sets;
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  for (const { file, read } of forms)
    if (existsSync(join(folder, file)))
      sets.push({ name: file.replace(/\.jsonl?$|\.json$/, ""), cases: () => read(join(folder, file)) });
  return sets;
}
