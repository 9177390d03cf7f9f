// What flows where within one command line: from a download, a secret or a file into an interpreter, the network or a file;
// through pipes, substitutions, variables, here-texts, descriptors, and files that are written and then read.

import { and, FALSE, or, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import { placed } from "../effects/draft/effect-draft.ts";
import { printsEnvironment } from "../effects/draft/environment.ts";
import { type Effects, effectsOf } from "../effects/effects.ts";
import { maySend, socketName } from "../effects/flow-ends.ts";
import { type CodeInput, codeInput } from "../embedded/other-languages/code-input.ts";
import type { UserPrograms } from "../programs/index.ts";
import { type OptionReading, readOptions } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import { tableOf } from "../programs/table-of.ts";
import { derived } from "../programs/tables.ts";
import type { Call, Flow, Reading, Word } from "../syntax/model.ts";
import { decodesUnseen } from "./decoders.ts";
import { fileEdges } from "./file-edges.ts";
import { variableEdges } from "./variable-edges.ts";

export type FlowFrom = "download" | "secret" | "file" | "output";
export type FlowTo = "interpreter" | "network" | "file";

/** A call with everything the tables say about it. */
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
  /** Unknown if a folder was written and something below it is used. */
  readonly certain: Truth;
}

/** Judges a path by the policy's definition of secrets. */
export type IsSecret = (path: Word, call: Call) => Truth;

/** Calls and the edges between them: the same for every query about one command line. */
export interface FlowGraph {
  readonly reading: Reading;
  /** By the number of the call. */
  readonly facts: readonly CallFacts[];
  /** Computed when a call is found whose data could go anywhere. */
  edges: ReadonlyMap<number, readonly Edge[]> | null;
}

export function flowGraph(reading: Reading, effects: (call: Call) => Effects, extra?: UserPrograms): FlowGraph {
  return { reading, facts: reading.calls.map((call) => factsOf(call, effects(call), extra)), edges: null };
}

/** Does data of one kind reach a sink of the other kind? */
export const commandFlows = (
  reading: Reading,
  from: FlowFrom,
  to: FlowTo,
  isSecret: IsSecret,
  extra?: UserPrograms,
): Truth =>
  flowsIn(
    flowGraph(reading, (call) => effectsOf(call, extra), extra),
    from,
    to,
    isSecret,
  );

export function flowsIn(graph: FlowGraph, from: FlowFrom, to: FlowTo, isSecret: IsSecret): Truth {
  const { reading, facts } = graph;
  if (reading.unreadable.length > 0) return UNKNOWN;
  // If nothing sends, no path needs to be searched.
  if (to === "network" && !facts.some(sends)) return FALSE;
  let sources: Map<number, Truth> | null = null;
  let result: Truth = FALSE;
  for (const fact of facts) {
    const found = isSource(fact, from, isSecret);
    // That a program is unknown is itself no more than a doubt.
    const source = faintly(fact, from === "output" && found === TRUE && fact.call.faint === true ? UNKNOWN : found);
    if (source === FALSE) continue;
    result = or(result, and(source, faintly(fact, sinksByItself(fact, from, to, isSecret))));
    sources ??= new Map();
    sources.set(fact.call.id, source);
  }
  return sources === null || result === TRUE ? result : or(result, reaches(graph, sources, to));
}

/** Does the output of one call reach such a sink? */
export const outputReaches = (graph: FlowGraph, id: number, to: FlowTo): Truth =>
  graph.reading.unreadable.length > 0 ? UNKNOWN : reaches(graph, new Map([[id, TRUE]]), to);

/** What a script of the project leaves open is a faint doubt. */
const faintly = ({ call }: CallFacts, truth: Truth): Truth =>
  truth === UNKNOWN && call.faint === true ? UNLIKELY : truth;

/** Does the output of these calls reach such a sink along the edges? */
function reaches(graph: FlowGraph, carries: Map<number, Truth>, to: FlowTo): Truth {
  const { reading, facts } = graph;
  graph.edges ??= edgesOf(reading, facts);
  const queue = [...carries.keys()];
  let result: Truth = FALSE;
  // Each call is visited at most twice: once as unknown, once as true.
  for (let next = queue.pop(); next !== undefined && result !== TRUE; next = queue.pop()) {
    const value = carries.get(next) ?? FALSE;
    for (const edge of graph.edges.get(next) ?? []) {
      const fact = facts[edge.to];
      if (fact === undefined) continue;
      const arrives = and(value, edge.certain);
      result = or(result, and(arrives, faintly(fact, sinks(fact, edge, to))));
      if (fact.options?.table.digests === true) continue;
      const before = carries.get(edge.to) ?? FALSE;
      if (or(before, arrives) === before) continue;
      carries.set(edge.to, or(before, arrives));
      queue.push(edge.to);
    }
  }
  return result;
}

function factsOf(call: Call, effects: Effects, extra: UserPrograms | undefined): CallFacts {
  const table = tableOf(call, extra);
  const options = table === undefined ? null : readOptions(call, table);
  const code = options === null ? noCode : codeInput(options);
  return { call, options, effects, code };
}

const noCode: CodeInput = { stdin: false, scripts: [], texts: [] };

function edgesOf(reading: Reading, facts: readonly CallFacts[]): ReadonlyMap<number, readonly Edge[]> {
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
  for (const edge of fileEdges(facts)) add(edge);
  for (const edge of variableEdges(reading.calls)) add(edge);
  return edges;
}

// Sources

function isSource(fact: CallFacts, from: FlowFrom, isSecret: IsSecret): Truth {
  const { call, effects } = fact;
  if (programName(call) === null) return UNKNOWN;
  if (from !== "download" && from !== "output" && fact.options?.table.digests === true) return FALSE;
  switch (from) {
    case "download":
      return downloads(fact);
    case "output":
      return isUnknownProgram(fact) || (fact.options !== null && decodesUnseen(call, fact.options)) ? TRUE : FALSE;
    case "file":
      if (effects.reads.items.length > 0 || effects.sendsVariables || printsToken(fact) || printsChanges(fact))
        return TRUE;
      return effects.reads.complete ? FALSE : UNKNOWN;
    case "secret": {
      let found: Truth = printsSecrets(fact) ? TRUE : FALSE;
      for (const word of effects.reads.items) found = or(found, isSecret(word, call));
      for (const word of effects.reads.maybe) if (isSecret(word, call) !== FALSE) found = or(found, UNKNOWN);
      return effects.reads.complete ? found : or(found, UNKNOWN);
    }
  }
}

const systemProgram = /^(?:\/usr(?:\/local)?)?\/s?bin\/[^/]+$/;

/** A program that no table describes, by its name alone: a file of the project is external instead. */
function isUnknownProgram({ call, options }: CallFacts): boolean {
  if (options !== null || (call.program.text.includes("/") && !systemProgram.test(call.program.text))) return false;
  const name = programName(call) ?? "";
  // `keychain --eval`: known to print code for the shell that starts it.
  return !Object.hasOwn(derived.byName, name) || derived.byName[name]?.prints !== "code";
}

function downloads({ call, options, effects, code }: CallFacts): Truth {
  const fromSocket = call.redirects.some(
    ({ op, target }) => (op === "<" || op === "<>") && socketName.test(target.text),
  );
  if (fromSocket || hearsSocket(call) || code.scripts.some(isAddress)) return TRUE;
  if (effects.evaluates && effects.hosts.maybe.length > 0) return UNKNOWN;
  if (options?.table.downloads !== true || options.help) return FALSE;
  if (effects.hosts.items.length > 0 || fetchesObject(options)) return TRUE;
  return effects.hosts.complete ? FALSE : UNKNOWN;
}

/** The content of a bucket is a download, although the call contacts no host of its own. */
const fetchesObject = ({ table, operands }: OptionReading): boolean =>
  table.special === "bucket" && operands.slice(0, -1).some(({ text }) => /^\w+:\/\//.test(text));

/** `>& /dev/tcp/host/80 0>&1`: standard input is the same connection. */
const hearsSocket = ({ redirects }: Call): boolean =>
  redirects.some(({ fd, op }) => fd === 0 && op === "dup") &&
  redirects.some(({ target }) => socketName.test(target.text));

const metadataHosts = [
  "169.254.169.254",
  "fd00:ec2::254",
  "metadata.google.internal",
  "169.254.170.2",
  "100.100.100.200",
];

/** The environment, the metadata service of a cloud, the token of a tool. */
function printsSecrets({ call, options, effects }: CallFacts): boolean {
  if (effects.hosts.items.some((host) => metadataHosts.includes(host))) return true;
  if (options === null || options.help) return false;
  return printsEnvironment(call, options);
}

/** What git prints of the repository without naming a file. */
const printsChanges = ({ call, options }: CallFacts): boolean =>
  options !== null &&
  programName(call) === "git" &&
  /^(?:diff|show|format-patch|cat-file)$/.test(options.path[0] ?? "");

/** A token is meant to be sent, but not to every host: it counts as a file. */
const printsToken = ({ call, options }: CallFacts): boolean =>
  options !== null &&
  tokenCommand.test(
    [programName(call), ...options.path, ...options.operands.slice(0, 2).map(({ text }) => text)].join(" "),
  );

const tokenCommand =
  /^(?:gh auth token|kubectl get secrets?\b|vault (?:read|kv get)\b|op (?:read|item get)\b|pass show\b|aws (?:secretsmanager get-secret-value|ssm get-parameters?|configure export-credentials|sts get-session-token)\b|gcloud (?:secrets versions access|auth (?:application-default )?print-)|security find-|az (?:keyvault secret show|account get-access-token)|doppler secrets|heroku config|git credential fill|sops\b|gpg\b)/;

// Sinks

/** A call that is both source and sink: `curl -T .env`, `nc host 80 < .env`, `cp .env copy`. */
function sinksByItself(fact: CallFacts, from: FlowFrom, to: FlowTo, isSecret: IsSecret): Truth {
  const { call, effects } = fact;
  if (to === "file") return writesFile(fact);
  if (to === "interpreter") {
    if (from !== "download") return FALSE;
    if (runsDownload(fact)) return TRUE;
    return effects.evaluates && effects.hosts.maybe.length > 0 ? UNKNOWN : FALSE;
  }
  if (from === "download" || from === "output") return FALSE;
  let found: Truth = effects.sendsOutput || (effects.sendsVariables && from === "file") ? TRUE : FALSE;
  for (const word of effects.uploads.items) found = or(found, from === "file" ? TRUE : isSecret(word, call));
  if (!effects.uploads.complete) found = or(found, effects.uploads.isUnlikely ? UNLIKELY : UNKNOWN);
  // Code of another language that names both a file and an address may send one to the other.
  if (effects.reads.maybe.length > 0 && effects.hosts.maybe.length > 0) found = or(found, UNKNOWN);
  if (call.stdin.from === "file" && sendsInput(fact) === TRUE)
    found = or(found, from === "file" ? TRUE : isSecret(placed(call.stdin.file, call.cwd), call));
  return found;
}

const isAddress = ({ text }: Word): boolean => /^https?:/i.test(text);

/** `deno run https://...`, `bash < /dev/tcp/host/80`. */
function runsDownload({ call, code, options }: CallFacts): boolean {
  if (code.scripts.some(isAddress)) return true;
  // `npx https://...`: fetched and run at once.
  const fetched =
    options?.table.wrapper !== undefined && options.table.downloads === true ? options.operands[0] : undefined;
  if (fetched !== undefined && isAddress(fetched)) return true;
  if (code.stdin && hearsSocket(call)) return true;
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

function runsIt({ code, options, effects }: CallFacts, { into }: Edge): Truth {
  if (into === "code") return TRUE;
  if (into === "stdin") return code.stdin ? TRUE : effects.evaluates ? UNKNOWN : FALSE;
  if (options === null) return FALSE;
  return into === "argument" && [...code.texts, ...code.scripts].some(isDynamic) ? TRUE : FALSE;
}

const sends = ({ call, effects, options }: CallFacts): boolean => maySend(call, effects, options);

/** Does the call send its input? */
function sendsIt(fact: CallFacts, { into }: Edge): Truth {
  if (fact.effects.sendsOutput && fact.options?.table.digests !== true) return TRUE;
  if (into === "stdin") return sendsInput(fact);
  const contacts = contactsHost(fact);
  if (into === "argument") return contacts;
  // A file that is read: only an uploaded file leaves the machine.
  return into === "file" && fact.effects.uploads.items.length > 0 ? contacts : FALSE;
}

function sendsInput(fact: CallFacts): Truth {
  const { effects, options } = fact;
  if (effects.sendsInput) return TRUE;
  if (options?.table.sends !== true) return FALSE;
  // Copies name the files they send; the other senders take standard input.
  return /^(?:scp|sftp|rsync|push|cp|sync|mv)$/.test(options.table.name) ? FALSE : TRUE;
}

function contactsHost({ effects, options }: CallFacts): Truth {
  if (options?.help === true) return FALSE;
  if (effects.hosts.items.length > 0 || options?.table.sends === true) return TRUE;
  return effects.hosts.complete && effects.hosts.maybe.length === 0 ? FALSE : UNKNOWN;
}
