// What flows where within one command line: from a download, a secret or a file into an interpreter, the network or a file;
// through pipes, substitutions, variables, here-texts, descriptors, and files that are written and then read.

import { and, FALSE, TRUE, type Truth, UNKNOWN } from "../truth.ts";
import { type CodeInput, codeInput } from "./code-input.ts";
import { placed } from "./effect-draft.ts";
import { type Effects, effectsOf } from "./effects.ts";
import { fileEdges } from "./file-edges.ts";
import type { Call, Flow, Reading, Word } from "./model.ts";
import { hasOption, type OptionReading, programName, readOptions, tableOf } from "./options.ts";
import type { UserPrograms } from "./programs/index.ts";

export type FlowFrom = "download" | "secret" | "file";
export type FlowTo = "interpreter" | "network" | "file";

/** A call with all that the tables say about it. */
export interface CallFacts {
  readonly call: Call;
  readonly options: OptionReading | null;
  readonly effects: Effects;
  readonly code: CodeInput;
}

/** How data enters a call: as in the model, or as a file it reads. */
export interface Edge {
  readonly from: number;
  readonly to: number;
  readonly into: Flow["into"] | "file";
  readonly by: Flow["by"];
  /** Unknown where a folder was written and something below it is used. */
  readonly certain: Truth;
}

const better = (a: Truth, b: Truth): Truth =>
  a === TRUE || b === TRUE ? TRUE : a === UNKNOWN || b === UNKNOWN ? UNKNOWN : FALSE;

/** Does data of one kind reach a place of the other kind? `isSecret` judges a path as the policy sees secrets. */
export function commandFlows(
  reading: Reading,
  from: FlowFrom,
  to: FlowTo,
  isSecret: (path: Word, call: Call) => Truth,
  extra?: UserPrograms,
): Truth {
  if (reading.unreadable.length > 0) return UNKNOWN;
  const facts = new Map(reading.calls.map((call) => [call.id, factsOf(call, extra)]));
  const edges = edgesOf(reading, facts);
  const carries = new Map<number, Truth>();
  const queue: number[] = [];
  let result: Truth = FALSE;
  const taint = (id: number, value: Truth): void => {
    const before = carries.get(id) ?? FALSE;
    const after = better(before, value);
    if (after === before) return;
    carries.set(id, after);
    queue.push(id);
  };
  for (const fact of facts.values()) {
    const source = isSource(fact, from, isSecret);
    if (source === FALSE) continue;
    result = better(result, and(source, sinksByItself(fact, from, to, isSecret)));
    taint(fact.call.id, source);
  }
  // Each call is taken up at most twice: once as unknown, once as true.
  for (let next = queue.pop(); next !== undefined && result !== TRUE; next = queue.pop()) {
    const value = carries.get(next) ?? FALSE;
    for (const edge of edges.get(next) ?? []) {
      const fact = facts.get(edge.to);
      if (fact === undefined) continue;
      const arrives = and(value, edge.certain);
      result = better(result, and(arrives, sinks(fact, edge, to)));
      if (fact.options?.table.digests !== true) taint(edge.to, arrives);
    }
  }
  return result;
}

function factsOf(call: Call, extra: UserPrograms | undefined): CallFacts {
  const table = tableOf(call, extra);
  const options = table === undefined ? null : readOptions(call, table);
  const code = options === null ? { stdin: false, scripts: [], texts: [] } : codeInput(options);
  return { call, options, effects: effectsOf(call, extra), code };
}

function edgesOf(reading: Reading, facts: ReadonlyMap<number, CallFacts>): ReadonlyMap<number, readonly Edge[]> {
  const edges = new Map<number, Edge[]>();
  const add = (edge: Edge): void => {
    const known = edges.get(edge.from);
    if (known === undefined) edges.set(edge.from, [edge]);
    else known.push(edge);
  };
  for (const { from, to, by, into } of reading.flows) add({ from, to, by, into, certain: TRUE });
  for (const { id, stdin } of reading.calls)
    if (stdin.from === "calls")
      for (const from of stdin.calls) add({ from, to: id, by: "pipe", into: "stdin", certain: TRUE });
  for (const edge of fileEdges([...facts.values()])) add(edge);
  return edges;
}

// Sources

function isSource(fact: CallFacts, from: FlowFrom, isSecret: (path: Word, call: Call) => Truth): Truth {
  const { call, effects } = fact;
  if (programName(call) === null) return UNKNOWN;
  if (from !== "download" && fact.options?.table.digests === true) return FALSE;
  switch (from) {
    case "download":
      return downloads(fact);
    case "file":
      return effects.reads.items.length > 0 ? TRUE : effects.reads.complete ? FALSE : UNKNOWN;
    case "secret": {
      let found: Truth = printsSecrets(fact) ? TRUE : FALSE;
      for (const word of effects.reads.items) found = better(found, isSecret(word, call));
      for (const word of effects.reads.maybe) if (isSecret(word, call) !== FALSE) found = better(found, UNKNOWN);
      return effects.reads.complete ? found : better(found, UNKNOWN);
    }
  }
}

/** What bash makes of such a name is a connection. */
const socketName = /^\/dev\/(?:tcp|udp)\//;

function downloads({ call, options, effects }: CallFacts): Truth {
  const fromSocket = call.redirects.some(
    ({ op, target }) => (op === "<" || op === "<>") && socketName.test(target.text),
  );
  if (fromSocket) return TRUE;
  if (options?.table.downloads !== true || options.help) return FALSE;
  if (effects.hosts.items.length > 0) return TRUE;
  return effects.hosts.complete ? FALSE : UNKNOWN;
}

const metadataHosts = [
  "169.254.169.254",
  "fd00:ec2::254",
  "metadata.google.internal",
  "169.254.170.2",
  "100.100.100.200",
];
const secretName = /TOKEN|SECRET|PASS|KEY|CREDENTIAL|AUTH/i;

/** The environment, the metadata service of a cloud, the token of a tool. */
function printsSecrets({ call, options, effects }: CallFacts): boolean {
  if (effects.hosts.items.some((host) => metadataHosts.includes(host))) return true;
  if (options === null || options.help) return false;
  const { table, operands, path } = options;
  if (table.name === "printenv") return operands.length === 0 || operands.some(({ text }) => secretName.test(text));
  if (table.name === "env") return operands.every(({ text }) => text.includes("=")) && !hasOption(options, "-S");
  if (table.name === "set") return call.args.length === 0;
  if (/^(?:export|declare|typeset)$/.test(table.name))
    return operands.length === 0 && (call.args.length === 0 || hasOption(options, "-p") || hasOption(options, "-x"));
  return table.name === "token" && path.join(" ") === "auth token";
}

// Sinks

/** A call that is source and sink in one: `curl -T .env`, `nc host 80 < .env`, `cp .env copy`. */
function sinksByItself(
  fact: CallFacts,
  from: FlowFrom,
  to: FlowTo,
  isSecret: (path: Word, call: Call) => Truth,
): Truth {
  const { call, effects } = fact;
  if (to === "file") return writesFile(fact);
  if (to === "interpreter") return from === "download" && runsDownload(fact) ? TRUE : FALSE;
  if (from === "download") return FALSE;
  let found: Truth = effects.sendsOutput ? TRUE : FALSE;
  for (const word of effects.uploads.items) found = better(found, from === "file" ? TRUE : isSecret(word, call));
  if (!effects.uploads.complete) found = better(found, UNKNOWN);
  if (call.stdin.from === "file" && sendsInput(fact) === TRUE)
    found = better(found, from === "file" ? TRUE : isSecret(placed(call.stdin.file, call.cwd), call));
  return found;
}

/** `deno run https://...`, `bash < /dev/tcp/host/80`. */
function runsDownload({ call, code }: CallFacts): boolean {
  if (code.scripts.some(({ text }) => /^https?:/i.test(text))) return true;
  return (
    code.stdin && call.redirects.some(({ fd, op, target }) => fd === 0 && op !== "dup" && socketName.test(target.text))
  );
}

function sinks(fact: CallFacts, edge: Edge, to: FlowTo): Truth {
  if (programName(fact.call) === null)
    return edge.by === "substitution" && to === "interpreter" && edge.into !== "stdin" ? TRUE : UNKNOWN;
  if (to === "file") return writesFile(fact);
  return to === "interpreter" ? runsIt(fact, edge) : sendsIt(fact, edge);
}

function writesFile({ effects }: CallFacts): Truth {
  return effects.writes.items.length > 0 ? TRUE : effects.writes.complete ? FALSE : UNKNOWN;
}

const isDynamic = (word: Word): boolean => word.kind === "dynamic" || /^\/(?:dev|proc\/self)\/fd\/\d+$/.test(word.text);

function runsIt({ code, options }: CallFacts, { into }: Edge): Truth {
  if (into === "code") return TRUE;
  if (into === "stdin") return code.stdin ? TRUE : FALSE;
  if (options === null) return FALSE;
  return into === "argument" && [...code.texts, ...code.scripts].some(isDynamic) ? TRUE : FALSE;
}

/** Does the call send what it is given? */
function sendsIt(fact: CallFacts, { into }: Edge): Truth {
  if (fact.effects.sendsOutput && fact.options?.table.digests !== true) return TRUE;
  if (into === "stdin") return sendsInput(fact);
  const contacts = contactsHost(fact);
  if (into === "argument") return contacts;
  // A file that is read: only what is uploaded leaves the machine.
  return into === "file" && fact.effects.uploads.items.length > 0 ? contacts : FALSE;
}

function sendsInput(fact: CallFacts): Truth {
  const { effects, options } = fact;
  if (effects.sendsInput) return TRUE;
  if (options?.table.sends !== true) return FALSE;
  // Copies name the files they send; the rest of the senders take standard input.
  return /^(?:scp|sftp|rsync|push|cp|sync|mv)$/.test(options.table.name) ? FALSE : TRUE;
}

function contactsHost({ effects, options }: CallFacts): Truth {
  if (options?.help === true) return FALSE;
  if (effects.hosts.items.length > 0 || options?.table.sends === true) return TRUE;
  return effects.hosts.complete && effects.hosts.maybe.length === 0 ? FALSE : UNKNOWN;
}
