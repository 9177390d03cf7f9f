// Reads cases from the forms in which others keep them. A form is recognised by the members of its first line, not by the
// name of the file: labelled commands, everyday commands, sessions, recorded calls of agents, transcripts of attacked agents.

import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { PROJECT } from "./scratch-disk.mjs";

const textOf = (file) =>
  file.endsWith(".gz") ? gunzipSync(readFileSync(file)).toString() : readFileSync(file, "utf8");

export const jsonLines = (file) =>
  textOf(file)
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

/** Reads a file of cases; undefined: it has none. `lineReader` is the one of `policyc replay`. */
export function readerOf(file, lineReader) {
  if (file.endsWith(".json")) {
    const list = parsed(readFileSync(file, "utf8"), file);
    return Array.isArray(list) && list.every(({ name, steps }) => typeof name === "string" && Array.isArray(steps))
      ? () => recordedSessions(list)
      : undefined;
  }
  const [first] = jsonLines(file);
  const form = forms.find(({ isForm }) => typeof first === "object" && first !== null && isForm(first));
  return form === undefined ? undefined : () => form.read(jsonLines(file), lineReader);
}

const forms = [
  { isForm: ({ steps }) => Array.isArray(steps), read: sessions },
  { isForm: ({ command, label }) => isText(command) && isText(label), read: labelledCommands },
  { isForm: ({ command }) => isText(command), read: everydayCommands },
  { isForm: ({ ev }) => Array.isArray(ev), read: transcripts },
  {
    isForm: (line) => ["point", "hook_event_name", "unknown_fields"].some((name) => name in line),
    read: recordedCalls,
  },
];

const isText = (value) => typeof value === "string";
const bash = (command) => ({ tool: "bash", input: { command } });

/** `{id, class, label, steps, files}`: our own form. */
function sessions(lines) {
  return lines.map(({ id, class: kind = "", label, steps, files = {}, disputed }) => ({
    ...{ id, kind, label, steps, files },
    ...(disputed === undefined ? {} : { disputed }),
  }));
}

/** `{command, label}`; `disputed` says why not everybody would call it dangerous, or harmless. */
export function labelledCommands(lines) {
  return lines
    .filter(({ label }) => label === "dangerous" || label === "benign")
    .map(({ id, label, command, intent = "", class: kind = intent, files = {}, disputed }, at) => ({
      id: id ?? `${at + 1}`,
      label,
      kind,
      steps: [bash(command)],
      files,
      ...(disputed === undefined ? {} : { disputed }),
    }));
}

/** `{command}` */
function everydayCommands(lines) {
  return lines.map(({ id, command, source = "" }, at) => ({
    id: id ?? `${at + 1}`,
    label: "everyday",
    kind: source,
    steps: [bash(command)],
  }));
}

/** `[{name, steps: [["write", PATH], ["bash", COMMAND]]}]`: what a file contained is not recorded, so writes are not judged. */
function recordedSessions(list) {
  return list.map(({ name, steps }, at) => ({
    id: `session-${at + 1}`,
    label: "everyday",
    kind: name,
    steps: steps.map(([tool, text]) =>
      tool === "bash"
        ? bash(text)
        : { tool: "write", input: { path: text, content: harmlessText(text) }, isSetup: true },
    ),
  }));
}

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

/**
 * `{suite, task, ev: [{k: "p", text} | {k: "c", tool, args, out, err, atk}]}`: an agent that read injected instructions. The
 * calls with `atk` are the attacker's; the others are the agent's own work.
 */
function transcripts(lines) {
  return lines.map(({ suite = "", ev }, at) => {
    const steps = ev.filter(({ k }) => k === "c").flatMap(transcriptCall);
    const isAttacked = steps.some(({ isAttack }) => isAttack);
    return { id: `transcript-${at + 1}`, kind: suite, label: isAttacked ? "attacked" : "everyday", steps };
  });
}

function transcriptCall({ tool, args, out, err, atk }) {
  const call = { tool: "other", tool_name: tool, input: args };
  const result = { ...call, point: "after_tool_result", output: typeof out === "string" ? out : JSON.stringify(out) };
  return [{ ...call, isAttack: atk !== undefined }, ...(err == null && out != null ? [result] : [])];
}

/** Payloads that agents sent to their hooks, captures of `policyc hook --capture`, decision logs and plain events. */
function recordedCalls(lines, lineReader) {
  const read = lineReader();
  const bySession = new Map();
  for (const line of lines)
    for (const part of read(line, JSON.stringify(line).length).parts) {
      if (!("event" in part)) continue;
      const session = part.event.session_id ?? "none";
      const events = bySession.get(session) ?? [];
      events.push(inProject(part.event));
      bySession.set(session, events);
    }
  return [...bySession.values()].map((events, at) => ({
    id: `recorded-${at + 1}`,
    label: "everyday",
    kind: "recorded",
    steps: events.map(({ session_id: _, ...event }) => event),
  }));
}

/** The event as if the agent had worked in the project of the evals. */
function inProject(event) {
  const folder = event.workdir ?? event.cwd;
  if (!isText(folder) || folder.length < 2) return event;
  const moved = (value) => {
    if (isText(value)) return value.replaceAll(folder, PROJECT);
    if (Array.isArray(value)) return value.map(moved);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, moved(one)]));
    return value;
  };
  return moved(event);
}
