// What runs but is not on the line: scripts, tasks, images, code of other languages, shells of other families.

import { placed } from "../effects/draft/effect-draft.ts";
import { effectsOf } from "../effects/effects.ts";
import { linkedPaths } from "../effects/links.ts";
import { fromBase64Utf16 } from "../embedded/other-languages/decode.ts";
import { clientScripts, clientTexts } from "../embedded/other-languages/sql.ts";
import { fieldOf, literalField } from "../expand/fields.ts";
import { addFlow, deeper, type Frame, silent } from "../expand/reader.ts";
import { addExternal, fileAt, pathKey } from "../expand/record.ts";
import { hasOption, type OptionReading, optionValues, readOptions } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Word } from "../syntax/model.ts";
import { parseShell } from "../syntax/parse.ts";
import { powershellLines } from "../syntax/powershell.ts";
import { readSedScript } from "../syntax/sed-script.ts";
import { known, type Text } from "../syntax/text.ts";
import { runSideCode } from "./code.ts";
import { diskText, diskTextAt } from "./disk-files.ts";
import { follow } from "./follow.ts";
import { invoke, type Running } from "./invoke.ts";
import { isFresh, lookAtCode, lookAtFiles, lookAtRunFiles } from "./look-at-code.ts";
import { pipedFiles, pipedText } from "./piped-files.ts";
import { runInline } from "./run-inline.ts";
import { runScriptFile } from "./shells.ts";
import { followTask } from "./tasks.ts";
import { textOf } from "./wrappers.ts";

/** Shells whose code is not parsed at all. */
const foreignShells = new Set(["pwsh", "pwsh-preview", "powershell", "cmd", "nu", "elvish", "xonsh"]);
export const isForeignShell = (name: string): boolean =>
  foreignShells.has(name) || foreignShells.has(name.toLowerCase());
/** A name that only looks like a known one: other blanks, letters of other alphabets, invisible characters. */
const oddName = /[^\x21-\x7e]/;
const systemFolder = /^(?:\/usr(?:\/local)?|\/opt\/homebrew)?\/s?bin\/[^/]+$/;

/** Folders outside the system where programs are installed: `~/.cargo/bin/cargo`, `.venv/bin/python`, `node_modules/.bin/tsc`. */
const installed =
  /^(?:~|\/(?!(?:var\/)?tmp\/|dev\/))(?:.*\/)?s?bin\/[^/]+$|(?:^|\/)(?:\.bin|\.?v?env\/bin|\.tox\/[^/]+\/bin)\/[^/]+$/;

/** Lists what a command runs beyond itself. A project file may have the name of any program: `./vendor/install`. */
export function externals(running: Running): void {
  const { reading, name, call, frame } = running;
  if (isForeignShell(name)) return foreign(running);
  const { text } = call.program;
  const isPlaced = text.includes("/") && !systemFolder.test(text);
  if (!text.includes("/") && call.program.kind === "literal") fromPath(running);
  if (isPlaced && reading !== null) {
    if (isMadeHere(running)) script(running);
    else if (!installed.test(text) && reading.table.external === undefined) script(running);
  }
  if (reading === null) {
    if (isPlaced) script(running);
    else if (lookAtRunFiles(running, name)) return;
    else if (oddName.test(text)) addExternal("script", text, call, frame);
    return;
  }
  if (reading.help) return;
  const kind = reading.table.external;
  if (kind !== undefined) {
    // The first operand of an agent is its task, in words.
    const operand = kind === "agent" ? undefined : reading.operands[0]?.text;
    const title = [name, ...reading.path, ...(operand === undefined ? [] : [operand])].join(" ");
    if (kind !== "task" || !(followTask(running, title) || lookAtRunFiles(running, title)))
      addExternal(kind, title, call, frame);
  } else lookAtRunFiles(running, [name, ...reading.path].join(" "));
  interpret(running);
}

const isOfSystem = (word: Word): boolean => word.kind === "literal" && systemFolder.test(word.text);

/** `echo code > bin/ls; PATH=./bin:$PATH ls`: the file of that name in a PATH folder set by the line. */
function fromPath({ call, invocation, frame }: Running): void {
  const path = Object.hasOwn(call.env, "PATH") ? call.env.PATH : undefined;
  if (path === undefined) return;
  for (const folder of path.text.split(":").slice(0, MOST_FOLDERS)) {
    const program: Word = { kind: "literal", text: `${folder === "" ? "." : folder}/${call.program.text}` };
    if (!isMadeHere({ call: { ...call, program }, frame })) continue;
    const fields = [literalField(program.text), ...invocation.fields.slice(1)];
    invoke({ ...invocation, fields, text: textOf(fields) }, deeper(frame, { via: [...frame.via, "PATH"] }));
    return;
  }
}

/** Maximum number of PATH folders to check. */
const MOST_FOLDERS = 64;

/** `ln -s /bin/rm ls; ./ls`, `echo code > ls; ./ls`: the line itself defines what runs under the name of a known program. */
function isMadeHere({ call, frame }: Pick<Running, "call" | "frame">): boolean {
  if (fileAt(frame, pathKey(call.program.text, frame)) !== undefined) return true;
  return linkedPaths(frame.reader, placed(call.program, call.cwd), call.id).some(isOfSystem);
}

/** A program named by a path outside the system folders: a project script, or one of unknown origin. */
function script(running: Running): void {
  const { call, invocation, frame } = running;
  const head = invocation.fields[0];
  if (head === undefined) return;
  const behind = linkedPaths(frame.reader, placed(call.program, call.cwd), call.id).find(isOfSystem);
  if (behind !== undefined) {
    const fields = [literalField(behind.text), ...invocation.fields.slice(1)];
    invoke({ ...invocation, fields, text: textOf(fields) }, { ...frame, via: [...frame.via, call.program.text] });
    return;
  }
  const sources = fileAt(frame, pathKey(call.program.text, frame)) === undefined ? builtFrom(running) : null;
  if (sources !== null) {
    const built = { kind: "task", name: call.program.text } as const;
    if (!lookAtFiles(running, built, sources, "code")) addExternal("task", built.name, call, frame, { sources });
    return;
  }
  runScriptFile(running, head, invocation.fields.slice(1));
}

const plainPath = ({ text }: Word): string => text.replace(/(?<=^|\/)\.\//g, "");

/** `gcc -o app main.c && ./app`: built on this line, from sources that existed before it. */
function builtFrom({ call, frame }: Running): readonly string[] | null {
  const { calls, environment } = frame.reader;
  const program = plainPath(placed(call.program, call.cwd));
  const built = calls.flatMap((earlier) => {
    const table = tableOf(earlier, environment.programs);
    if (table === undefined || readOptions(earlier, table).table.builds !== true) return [];
    const { reads, writes } = effectsOf(earlier, environment.programs);
    if (!writes.items.some((word) => plainPath(word) === program)) return [];
    const isOlder = reads.items.every(({ text }) => fileAt(frame, pathKey(text, frame)) === undefined);
    return isOlder ? [reads.items.map(plainPath)] : [];
  });
  return built[0] ?? null;
}

/** `-e`, `-enc`, `-EncodedCommand` and abbreviations between, with a dash or slash, the text as the next word or after a colon. */
const encodedOption =
  /^(?:--?|\/)e(?:c|n(?:c(?:o(?:d(?:e(?:d(?:c(?:o(?:m(?:m(?:a(?:n(?:d)?)?)?)?)?)?)?)?)?)?)?)?)?(?::(.+))?$/i;

/** The text of a PowerShell or cmd command, decoded if encoded, so that rules on text see it. */
function foreign({ name, call, invocation, frame }: Running): void {
  const words = invocation.fields.slice(1).map(({ text }) => text.text);
  const at = words.findIndex((word) => encodedOption.test(word));
  const encoded = at === -1 ? undefined : (encodedOption.exec(words[at] ?? "")?.[1] ?? words[at + 1]);
  const decoded = encoded === undefined ? null : fromBase64Utf16(encoded);
  addExternal("shell", decoded ?? [name, ...words].join(" "), call, frame);
  const isPowerShell = /^(?:pwsh|powershell)/i.test(name);
  const written = at === -1 ? commandText(words) : decoded;
  const isRead = written !== null && runForeign(isPowerShell ? powershellLines(written) : written, name, frame);
  const { feed } = invocation;
  const readsInput = words.length === 0 || words.at(-1) === "-";
  if (readsInput)
    for (const from of feed.calls) addFlow(frame.reader, { from, to: call.id, by: feed.by, into: "code" });
  const texts = [...(isRead ? [] : [...words, decoded ?? ""]), readsInput ? (feed.text?.text ?? "") : ""];
  for (const found of texts.join(" ").matchAll(nested)) {
    const inner = fromBase64Utf16(found[1] ?? "");
    if (inner !== null) addExternal("shell", inner, call, frame);
  }
}

/** `-c TEXT`, `-Command TEXT`, `-NoProfile TEXT`: few options take a value. */
function commandText(words: readonly string[]): string | null {
  const at = words.findIndex((word) => /^[-/]+c(?:o(?:m\w*)?)?$/i.test(word));
  if (at !== -1) return words.slice(at + 1).join(" ");
  const first = words.findIndex((word, i) => !/^[-/]/.test(word) && !takesValue.test(words[i - 1] ?? ""));
  return first === -1 || words.some((word) => /^-f(?:i\w*)?$/i.test(word)) ? null : words.slice(first).join(" ");
}

const takesValue = /^-(?:ep|ex\w*|w|window\w*|v|version|in\w*|o\w*|wd|workingdirectory|config\w*)$/i;

/** The text of another shell translated to this one; text that has no counterpart here yields nothing. */
function runForeign(text: string, label: string, frame: Frame): boolean {
  if (parseShell(text).error !== null) return false;
  runSideCode(text, label, frame);
  return true;
}

/** An encoded command inside the text of another shell. */
const nested = /\b(?:powershell|pwsh)(?:\.exe)?\s[^|&;]{0,200}?\s[-/]e\w*[\s:]+([A-Za-z0-9+/=]{8,})/gi;

/** A script that the line itself wrote is read like inline text: `cat > x.py <<EOF ...; python x.py`. False: it is not readable. */
function writtenCode({ invocation, frame, name }: Running, text: Text, flag: string | undefined): boolean {
  const [program] = invocation.fields;
  if (program === undefined || flag === undefined) return false;
  const fields = [program, literalField(flag), fieldOf(text)];
  const file = frame.file?.isForeign === true ? frame.file.path : null;
  const shown = file === null ? textOf(fields) : invocation.text;
  const label = file === null ? name : `${name} ${file}`;
  invoke({ ...invocation, fields, redirects: [], text: shown }, deeper(frame, { via: [...frame.via, label] }));
  return true;
}

/** `awk -v c=TEXT`: as the text itself would assign it. */
const assigned = (reading: OptionReading): string =>
  optionValues(reading, "-v")
    .flatMap(({ text }) => {
      const found = /^(\w+)=([^"\\\n]*)$/.exec(text);
      return found === null ? [] : [`${found[1]}="${found[2]}";\n`];
    })
    .join("");

/** A script in another language that the line does not write: it gets the same look. */
function diskCode(running: Running, file: Word, flag: string | undefined): void {
  const { call, frame } = running;
  const text = file.kind === "literal" ? diskText(file.text, frame) : undefined;
  if (typeof text !== "string") {
    addExternal("script", file.text, call, frame);
    return;
  }
  const path = pathKey(file.text, frame);
  if (!isFresh(path, frame)) {
    addExternal("script", file.text, call, frame, { sources: [path] });
    return;
  }
  const what = { kind: "script", name: file.text, call, path, isProcess: true, hasArguments: true } as const;
  follow({ ...what, sources: [path] }, frame, (inner) => {
    if (flag === undefined) lookAtCode(running, file.text, known(text), `${running.name} ${file.text}`, inner);
    else writtenCode({ ...running, frame: inner }, known(text), flag);
    return silent;
  });
}

/** Languages other than shell: their code and scripts are not parsed. */
function interpret(running: Running): void {
  const { reading, name, call, invocation, frame } = running;
  const row = reading?.table.interpreter;
  if (row === undefined || reading === null || row.language === "shell") return;
  if (row.language === "sql") {
    const { input, text } = invocation.feed;
    if (input.from === "file" && text === null && input.file.kind === "literal") statementsOnInput(running, input.file);
    else if (input.from === "file" && text === null) addExternal("script", input.file.text, call, frame);
    for (const word of clientTexts(call, reading))
      for (const file of clientScripts(word.text)) addExternal("script", file, call, frame);
    return;
  }
  if ((row.inert ?? []).some((flag) => hasOption(reading, flag))) return;
  const coded = [...(row.code ?? []), ...(row.module ?? [])].some((flag) => hasOption(reading, flag));
  const operand = reading.operands[0];
  if (row.operand === "code") {
    // Most awk and sed text only edits; text that may run something is detected separately.
    if (operand === undefined || coded) return;
    const text = operand.text;
    if (row.language !== "sed" && row.language !== "awk") {
      addExternal("inline-code", name, call, frame);
      runInline(text, name, running, frame);
      return;
    }
    const runs =
      row.language === "sed"
        ? /(?:^|[;{}\n]|\d|\$|\/)\s*e(?:\s|$)|\/[gpim0-9]*e[gpim0-9]*\s*(?:$|[;}\n])/.test(text)
        : /\bsystem\s*\(|\||\bgetline\b/.test(text);
    if (!runs) return;
    addExternal("inline-code", name, call, frame);
    if (row.language === "awk") runInline(`${assigned(reading)}${text}`, name, running, frame);
    else for (const code of readSedScript(text).runs) if (code !== "") runSideCode(code, name, frame);
    return;
  }
  if (coded) return;
  if (row.operand === "script" && operand !== undefined && operand.text !== "-") {
    const file = operand.kind === "literal" ? fileAt(frame, pathKey(operand.text, frame)) : undefined;
    for (const from of file?.writers ?? [])
      addFlow(frame.reader, { from, to: call.id, by: file?.by ?? "file", into: "code" });
    if (file === undefined || (file.text === null && file.by === "file"))
      return diskCode(running, operand, row.code?.[0]);
    const isRead = file.text?.why === null && writtenCode(running, file.text, row.code?.[0]);
    if (!isRead || !file.isCertain) addExternal("script", operand.text, call, frame);
    return;
  }
  if (row.stdin !== "code") return;
  const { feed } = invocation;
  for (const from of feed.calls) addFlow(frame.reader, { from, to: call.id, by: feed.by, into: "code" });
  for (const { call: from, by } of feed.text?.from ?? [])
    addFlow(frame.reader, { from, to: call.id, by, into: "code" });
  codeOnInput(running);
}

/** `sqlite3 app.db < x.sql`: the same look as at statements on the line. */
function statementsOnInput({ call, invocation, frame }: Running, file: Word): void {
  const text = diskText(file.text, frame);
  if (typeof text !== "string" || frame.file?.isForeign === true) {
    addExternal("script", file.text, call, frame);
    return;
  }
  const path = pathKey(file.text, frame);
  const what = { kind: "script", name: file.text, call, path, isProcess: true, hasArguments: true } as const;
  const feed = { ...invocation.feed, text: known(text) };
  follow({ ...what, sources: [path] }, frame, (inner) => invoke({ ...invocation, feed, redirects: [] }, inner));
}

/** `cat x.py | python3`, `node < x.js`. */
function codeOnInput(running: Running): void {
  const { name, call, frame } = running;
  const { input, text, calls } = running.invocation.feed;
  if (input.from === "inherit") return;
  const piped = input.from === "calls" ? pipedFiles(calls, frame) : [];
  const files = input.from === "file" && input.file.kind === "literal" ? [pathKey(input.file.text, frame)] : piped;
  const [only = ""] = files;
  const onDisk = text === null && files.length === 1 ? diskTextAt(only, frame) : undefined;
  // The file as it is, and not something made of it.
  const isSource = typeof onDisk === "string" && (input.from === "file" || pipedText(calls, frame) === onDisk);
  const more = isSource ? { sources: files } : files.length > 0 ? { files } : {};
  addExternal("inline-code", `${name} on standard input`, call, frame, more);
  runInline(text?.text ?? (isSource && isFresh(only, frame) ? onDisk : ""), name, running, frame);
}
