// `policyc shell`: what the engine sees in a command line.

import { Option } from "commander";
import { safeJson, visible } from "../../compiler/diagnostics/report/visible.ts";
import { type EffectList, type Effects, effectsOf } from "../../shell/effects/effects.ts";
import { readCommand } from "../../shell/interp/read.ts";
import { kindsOfCalls } from "../../shell/kinds/kinds-of-calls.ts";
import { calledPrograms } from "../../shell/programs/called-programs.ts";
import type { UserPrograms } from "../../shell/programs/index.ts";
import type { Call, Reading, ShellEnvironment, Word } from "../../shell/syntax/model.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type DefineVerb, formatOption } from "./verb.ts";

interface ShellOptions {
  readonly shell: ShellEnvironment["shell"];
  readonly format: string;
}

export const defineShell: DefineVerb = (command, io, finish) => {
  command
    .argument("<command>", "the command line, as one argument")
    .description(
      "Shows what the engine sees in a command line: commands, arguments, effects, flows, and what is unknown.",
    )
    .addOption(
      new Option("--shell <shell>", "the shell that would run it").choices(["bash", "sh", "zsh"]).default("bash"),
    )
    .addOption(formatOption(["pretty", "json"]))
    .action((command: string, options: ShellOptions) => finish(show(command, options, io)));
};

function show(command: string, { shell, format }: ShellOptions, io: Io): Exit {
  const reading = readCommand(command, { home: io.env.HOME ?? "/home/user", shell, programs: {} });
  const kinds = kindsOfCalls(reading, calledPrograms(reading.calls, noPrograms).each, noPrograms);
  if (format === "json") {
    const calls = reading.calls.map((call) => ({
      ...call,
      effects: effectsOf(call),
      kinds: kinds.get(call)?.items ?? [],
    }));
    io.stdout.write(`${safeJson({ ...reading, calls })}\n`);
  } else io.stdout.write(`${linesOf(reading, kinds).map(visible).join("\n")}\n`);
  return reading.unreadable.length === 0 ? exit.clean : exit.findings;
}

const noPrograms: UserPrograms = {};

type Kinds = ReturnType<typeof kindsOfCalls>;

function linesOf(reading: Reading, kinds: Kinds): readonly string[] {
  const lines = reading.unreadable.map((why) => `unreadable: ${why}`);
  if (reading.calls.length === 0 && lines.length === 0) return ["nothing runs"];
  for (const call of reading.calls) lines.push(...callLines(call, kinds.get(call)));
  for (const { kind, name, call } of reading.external) lines.push(`external: ${kind} ${name} (${call})`);
  for (const { from, to, by, into } of reading.flows) lines.push(`flow: ${from} -> ${to} by ${by} into ${into}`);
  return lines;
}

/** One call, indented by its depth, with all unusual properties below it. */
function callLines(call: Call, kinds: EffectList<string> | undefined): readonly string[] {
  const margin = "  ".repeat(call.via.length);
  const details: (readonly [string, string])[] = [];
  const add = (name: string, text: string): void => void (text !== "" && details.push([name, text]));
  add("via", call.via.join(" -> "));
  add(
    "runs",
    [call.elevated ? "with elevated rights" : "", call.conditional ? "possibly" : ""].filter(Boolean).join(", "),
  );
  add("folder", call.cwd === null ? "" : shown(call.cwd));
  add(
    "env",
    Object.entries(call.env)
      .map(([name, value]) => `${name}=${shown(value)}`)
      .join(" "),
  );
  add("input", inputOf(call));
  add(
    "redirects",
    call.redirects.map(({ fd, op, target }) => `${fd}${op === "dup" ? ">&" : op} ${shown(target)}`).join(", "),
  );
  for (const [name, text] of effectLines(effectsOf(call))) add(name, text);
  if (kinds !== undefined)
    add(
      "kinds",
      listText(kinds, (kind) => kind),
    );
  for (const word of [call.program, ...call.args])
    if (word.kind === "dynamic") add("unknown", `${word.text} (${word.why})`);
  const command = [call.program, ...call.args].map(shown).join(" ");
  return [`${margin}${call.id} ${command}`, ...details.map(([name, text]) => `${margin}    ${name}: ${text}`)];
}

function inputOf({ stdin }: Call): string {
  switch (stdin.from) {
    case "inherit":
      return "";
    case "calls":
      return `what ${stdin.calls.join(", ")} prints`;
    case "text":
      return `the text ${shown(stdin.text)}`;
    case "file":
      return `the file ${shown(stdin.file)}`;
    default: {
      const never: never = stdin;
      return never;
    }
  }
}

function effectLines(effects: Effects): readonly (readonly [string, string])[] {
  const { reads, writes, deletes, uploads, hosts } = effects;
  const paths = (list: EffectList<Word>): string => listText(list, shown);
  return [
    ["reads", paths(reads)],
    ["writes", paths(writes)],
    ["deletes", paths(deletes)],
    ["uploads", paths(uploads)],
    ["hosts", listText(hosts, (host) => host)],
  ];
}

function listText<V>({ items, maybe, complete }: EffectList<V>, render: (item: V) => string): string {
  const parts = [
    ...items.map(render),
    ...maybe.map((item) => `possibly ${render(item)}`),
    ...(complete ? [] : ["possibly more"]),
  ];
  return parts.join(", ");
}

/** A word in shell syntax, quoted if necessary. */
function shown(word: Word): string {
  if (word.kind !== "literal" || /^[\w@%+=:,./~-]+$/.test(word.text)) return word.text;
  return `'${word.text.replaceAll("'", "'\\''")}'`;
}
