// Code inside operands: make variables, socat addresses, `+` commands of pagers and editors, crontab lines.

import { clientCommands, inlineCommands } from "../embedded/other-languages/inline-commands.ts";
import { addFlow, type Feed, type Output } from "../expand/reader.ts";
import { fileAt, pathKey } from "../expand/record.ts";
import { columnsOf } from "../programs/columns-of.ts";
import { hasOption, optionValues } from "../programs/table/options.ts";
import type { OperandCode } from "../programs/table/program-table.ts";
import { known, toWord } from "../syntax/text.ts";
import { shellsIn } from "../tasks/makefile.ts";
import { runCode, runSideCode } from "./code.ts";
import { holdsCommand } from "./code-from-variables.ts";
import { invoke, type Running } from "./invoke.ts";
import { runInline } from "./run-inline.ts";
import { textOf } from "./wrappers.ts";

type CodeFromOperands = (running: Running) => readonly Output[];

/** `make SHELL=program`: it runs every line of every recipe. */
const make: CodeFromOperands = ({ invocation, frame, name }) =>
  invocation.fields.slice(1).flatMap(({ text }) => {
    const found = /^([A-Za-z_]\w*)[:+?]?=([\s\S]*)$/.exec(text.text);
    const [, variable = "", value = ""] = found ?? [];
    if (found === null || text.why !== null || !holdsCommand(variable, known(value))) return [];
    return [runSideCode(value, `${name} ${variable}`, frame)];
  });

const makefiles = ["GNUmakefile", "makefile", "Makefile"];
const MOST_RECIPES = 32;

/** Recipe lines: after a tab, or after `target: ;`. Prefix characters before a command say how it is run. */
const recipe = /^(?:\t|[^#\s][^:=\n]*:[^=\n;]*;)[@+\s-]*(\S.*)$/;

/** A makefile that the line itself wrote, or passes on standard input. */
const makeRecipes: CodeFromOperands = ({ reading, invocation, frame, name }) => {
  if (reading === null || reading.dryRun) return [];
  const named = optionValues(reading, "-f").at(-1);
  if (named === undefined && !frame.reader.fills && !hasOption(reading, "-E")) return [];
  const isInput = named?.text === "-" || named?.text === "/dev/stdin";
  const files = named === undefined ? makefiles : [named.text];
  const text = isInput
    ? invocation.feed.text
    : files.map((file) => fileAt(frame, pathKey(file, frame))?.text ?? null).find((found) => found !== null);
  const given = optionValues(reading, "-E").map((rules) => rules.text);
  const rules = [text?.template ?? "", ...given].join("\n");
  const lines = [...shellsIn(rules), ...rules.split("\n").flatMap((line) => recipe.exec(line)?.[1] ?? [])];
  return lines.slice(0, MOST_RECIPES).map((code) => runSideCode(code.replaceAll("$$", "$"), `${name} -f`, frame));
};

/** `socat EXEC:program,options ADDRESS`. */
const socat: CodeFromOperands = ({ invocation, frame }) =>
  invocation.fields.slice(1).flatMap(({ text }) => {
    const found = /^(exec|system|shell):/i.exec(text.text);
    if (found === null) return [];
    const code = text.text.slice(found[0].length);
    const end = found[1]?.toLowerCase() === "exec" ? code.indexOf(",") : -1;
    const whole = end === -1 ? code : code.slice(0, end);
    const label = `socat ${found[1]}`;
    return [
      text.why === null
        ? runSideCode(whole, label, frame)
        : runCode(text, { label, parameters: [], process: true }, { ...frame, conditional: true }),
    ];
  });

/** `less +!command`, `vim '+:!command'`. */
const plus: CodeFromOperands = ({ invocation, frame, name }) =>
  invocation.fields.slice(1).flatMap(({ text }) => {
    if (!text.text.startsWith("+") || text.text.length === 1) return [];
    return inlineCommands(text.text.slice(1), "other").map((code) => runSideCode(code, `${name} +`, frame));
  });

/** `screen -X stuff TEXT`: text typed into a session. */
const stuff: CodeFromOperands = ({ reading, frame, name }) => {
  const [command, text] = reading?.operands ?? [];
  if (command?.text !== "stuff" || text?.kind !== "literal") return [];
  return [runSideCode(text.text.replace(/(?:\^M|\\[nr]|[\n\r])+$/, ""), `${name} -X stuff`, frame)];
};

/** `psql <<< '\\! TEXT'`, `sqlite3 FILE '.shell TEXT'`: client commands, given as arguments or read from standard input. */
const clientLines: CodeFromOperands = ({ reading, invocation, frame, name }) => {
  const isFile = /^(?:sqlite|duckdb)/.test(name);
  const given = isFile ? (reading?.operands.slice(1) ?? []).map(({ text }) => text) : [];
  const read = invocation.feed.text?.template ?? "";
  return [...given, read].flatMap((text) => clientCommands(text).map((code) => runSideCode(code, name, frame)));
};

/** `git apply x.patch` with a patch that the line itself wrote: it is treated like a patch on standard input. */
const patch: CodeFromOperands = ({ reading, invocation, frame }) => {
  if (reading?.table.special !== "patch" || !frame.reader.fills) return [];
  const [file] = [...optionValues(reading, "-i"), ...reading.operands];
  const text = file?.kind === "literal" ? fileAt(frame, pathKey(file.text, frame))?.text : undefined;
  if (text === undefined || text === null) return [];
  const fields = invocation.fields.filter(({ word }, i) => i === 0 || (word.text !== file?.text && word.text !== "-i"));
  const feed: Feed = { input: { from: "text", text: toWord(text) }, text, calls: [], by: "file" };
  return [invoke({ ...invocation, fields, feed, redirects: [], text: textOf(fields) }, frame)];
};

/** Programs that run text inside the project's code, and the script files that do the same. */
const projectPrograms = /^(?:rails|flask|manage\.py|django-admin|artisan|console|mix|iex)$/;
const consoles = /^(?:shell|shell_plus|runner|r|console|c|tinker|run|eval|rpc|connect|psql)$/;

/** `rails runner TEXT`, `manage.py shell -c TEXT`, `artisan tinker --execute=TEXT`, and lines on standard input. */
const projectCode: CodeFromOperands = (running) => {
  const words = running.invocation.fields.map(({ text }) => text.text);
  const start = words.findIndex((word) => projectPrograms.test(word.replace(/^.*\//, "")));
  const at = start === -1 || start > 1 ? -1 : words.findIndex((word, i) => i > start && consoles.test(word));
  if (at === -1) return [];
  const given = words.slice(at + 1).map((word) => word.replace(/^--?\w+=/, ""));
  const texts = [...given, running.invocation.feed.text?.template ?? ""].filter((text) => /\W/.test(text));
  return runInline(texts.join("\n"), `${running.name} ${words[at]}`, running, running.frame);
};

const MOST_LINES = 32;

/** `crontab -`: each line holds a schedule and a command. */
const crontab: CodeFromOperands = ({ invocation, frame, call, reading }) => {
  if (reading?.operands[0]?.text !== "-") return [];
  const { feed } = invocation;
  for (const from of feed.calls) addFlow(frame.reader, { from, to: call.id, by: feed.by, into: "code" });
  const lines = (feed.text?.template ?? "").split("\n").slice(0, MOST_LINES);
  return lines.flatMap((line) => {
    const code = /^\s*(?:@[a-z]+\s+|(?:[\d*,/A-Za-z-]+\s+){5})(\S.*)$/.exec(line)?.[1];
    return code === undefined ? [] : [runSideCode(code, "crontab", frame)];
  });
};

/** `pdflatex '\\write18{TEXT}'`, `\\input|"TEXT"`. */
const tex: CodeFromOperands = ({ reading, frame, name }) =>
  (reading?.operands ?? []).flatMap(({ text }) =>
    [...text.matchAll(/\\write18\s*\{([^}]*)\}|\\input\s*\{?\s*\|\s*"?([^"}]*)/g)].map((found) =>
      runSideCode(found[1] ?? found[2] ?? "", name, frame),
    ),
  );

/** `sysctl kernel.core_pattern='|TEXT'`: the kernel runs it when a program crashes. */
const core: CodeFromOperands = ({ reading, frame, name }) =>
  (reading?.operands ?? []).flatMap(({ text }) => {
    const code = /^kernel[./](?:core_pattern|modprobe|hotplug|poweroff_cmd)\s*=\s*\|?(.+)$/.exec(text)?.[1];
    return code === undefined || !/[/|]/.test(text) ? [] : [runSideCode(code, name, frame)];
  });

/** By the name in the program's row. */
const byName: { readonly [N in OperandCode]: CodeFromOperands } = {
  make: (running) => [...make(running), ...makeRecipes(running)],
  socat,
  plus,
  crontab,
  project: projectCode,
  stuff,
  client: clientLines,
  patch,
  tex,
  core,
};

const none: readonly Output[] = [];

export function codeFromOperands(running: Running): readonly Output[] {
  const { operandCode } = columnsOf(running);
  return operandCode === undefined ? none : byName[operandCode](running);
}
