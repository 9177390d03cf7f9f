// What runs and is not on the line: scripts, tasks, images, code of other languages, shells of other families.

import { runSideCode } from "./code.ts";
import { fromBase64Utf16 } from "./decode.ts";
import { inlineCommands } from "./inline-commands.ts";
import type { Running } from "./invoke.ts";
import { hasOption } from "./options.ts";
import { addFlow } from "./reader.ts";
import { addExternal, fileAt, pathKey } from "./record.ts";
import { runScriptFile } from "./shells.ts";

/** Shells whose text is not read at all. */
export const foreignShell = /^(?:pwsh|powershell|cmd|nu|elvish|xonsh)$/;
const systemFolder = /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin\/[^/]+$/;

/** Lists what a command runs beyond itself. */
export function externals(running: Running): void {
  const { reading, name, call, frame } = running;
  if (foreignShell.test(name)) return foreign(running);
  if (reading === null) {
    const { text } = call.program;
    if (text.includes("/") && !systemFolder.test(text)) script(running);
    return;
  }
  if (reading.help) return;
  const kind = reading.table.external;
  if (kind !== undefined) {
    const operand = reading.operands[0]?.text;
    addExternal(kind, [name, ...reading.path, ...(operand === undefined ? [] : [operand])].join(" "), call, frame);
  }
  interpret(running);
}

/** A program named by a path that is no system folder: a script of the project, or of nobody knows. */
function script(running: Running): void {
  const { call, invocation, frame } = running;
  const head = invocation.fields[0];
  if (head === undefined) return;
  if (fileAt(frame, pathKey(call.program.text, frame)) === undefined) {
    addExternal("script", call.program.text, call, frame);
    return;
  }
  runScriptFile(running, head, invocation.fields.slice(1));
}

function foreign({ name, call, invocation, frame }: Running): void {
  const words = invocation.fields.slice(1).map(({ text }) => text.text);
  const at = words.findIndex((word) => /^[-/]e(?:c|n(?:c(?:odedcommand|o.*)?)?)?$/i.test(word));
  const encoded = at === -1 ? undefined : words[at + 1];
  const decoded = encoded === undefined ? null : fromBase64Utf16(encoded);
  addExternal("shell", decoded ?? [name, ...words].join(" "), call, frame);
}

/** Languages other than the shell: their code and scripts are not read. */
function interpret(running: Running): void {
  const { reading, name, call, invocation, frame } = running;
  const row = reading?.table.interpreter;
  if (row === undefined || reading === null || row.language === "shell" || row.language === "sql") return;
  if ((row.inert ?? []).some((flag) => hasOption(reading, flag))) return;
  const coded = [...(row.code ?? []), ...(row.module ?? [])].some((flag) => hasOption(reading, flag));
  const operand = reading.operands[0];
  if (row.operand === "code") {
    // Most awk and sed text only edits: what may run something says so.
    if (operand === undefined || coded) return;
    const text = operand.text;
    const runs =
      row.language === "sed"
        ? /(?:^|[;{}\n]|\d|\$|\/)\s*e(?:\s|$)|\/[gpim0-9]*e[gpim0-9]*\s*(?:$|[;}\n])/.test(text)
        : /\bsystem\s*\(|\||\bgetline\b/.test(text);
    if (!runs) return;
    addExternal("inline-code", name, call, frame);
    const commands =
      row.language === "sed"
        ? [...text.matchAll(/(?:^|[;{}\n\d$/])\s*e\s+([^\n]+)/g)].map((found) => found[1] ?? "")
        : inlineCommands(text);
    for (const code of commands) runSideCode(code, name, frame);
    return;
  }
  if (coded) return;
  if (row.operand === "script" && operand !== undefined && operand.text !== "-") {
    addExternal("script", operand.text, call, frame);
    const file = operand.kind === "literal" ? fileAt(frame, pathKey(operand.text, frame)) : undefined;
    for (const from of file?.writers ?? [])
      addFlow(frame.reader, { from, to: call.id, by: file?.by ?? "file", into: "code" });
    return;
  }
  if (row.stdin !== "code") return;
  const { feed } = invocation;
  for (const from of feed.calls) addFlow(frame.reader, { from, to: call.id, by: feed.by, into: "code" });
  for (const { call: from, by } of feed.text?.from ?? [])
    addFlow(frame.reader, { from, to: call.id, by, into: "code" });
  if (feed.input.from !== "inherit") addExternal("inline-code", `${name} on standard input`, call, frame);
  for (const code of inlineCommands(feed.text?.text ?? "")) runSideCode(code, name, frame);
}
