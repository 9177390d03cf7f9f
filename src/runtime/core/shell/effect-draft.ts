// Collects what one call reads, writes, deletes, uploads and contacts. Paths come out seen from where the whole command runs.

import type { Word } from "./model.ts";
import type { Role } from "./program-table.ts";
import { hostOf, hostsOfRepository, hostsOfUrl, withoutEnd } from "./urls.ts";

export { withoutEnd };

export interface EffectList<V> {
  readonly items: readonly V[];
  /** What may be among them: words of programs without a table, names in code of other languages. A test they fit is unknown. */
  readonly maybe: readonly V[];
  /** False: there may be more that cannot be seen. Dynamic words are listed as items and make the list incomplete. */
  readonly complete: boolean;
}

/** What a call does, as far as its words tell. */
export interface Effects {
  readonly reads: EffectList<Word>;
  readonly writes: EffectList<Word>;
  readonly deletes: EffectList<Word>;
  readonly uploads: EffectList<Word>;
  readonly hosts: EffectList<string>;
  /** Standard input goes to another machine. */
  readonly sendsInput: boolean;
  /** What it prints goes to another machine: `> /dev/tcp/host/80`. */
  readonly sendsOutput: boolean;
}

export type PathList = "reads" | "writes" | "deletes" | "uploads";

interface Open<V> {
  readonly items: V[];
  readonly maybe: V[];
  complete: boolean;
}

export interface Draft extends Record<PathList, Open<Word>> {
  readonly cwd: Word | null;
  readonly hosts: Open<string>;
  sendsInput: boolean;
  sendsOutput: boolean;
}

const open = <V>(): Open<V> => ({ items: [], maybe: [], complete: true });

export function newDraft(cwd: Word | null): Draft {
  return {
    cwd,
    reads: open(),
    writes: open(),
    deletes: open(),
    uploads: open(),
    hosts: open(),
    sendsInput: false,
    sendsOutput: false,
  };
}

export const literal = (text: string): Word => ({ kind: "literal", text });

/** A path seen from where the whole command runs. Without the mark, a name that begins with `~` or `$` would be expanded later. */
export function placed(word: Word, cwd: Word | null): Word {
  if (word.text.startsWith("/")) return word;
  if (word.kind === "dynamic" && !/^[A-Za-z0-9_.]/.test(word.text)) return word;
  if (cwd === null)
    return word.kind !== "dynamic" && /^[~$]/.test(word.text) ? { ...word, text: `./${word.text}` } : word;
  const text = `${withoutEnd(cwd.text, "/")}/${word.text}`;
  if (cwd.kind === "dynamic") return { ...cwd, text };
  if (word.kind === "dynamic") return { ...word, text };
  return { kind: word.kind === "glob" || cwd.kind === "glob" ? "glob" : "literal", text };
}

/** Devices that hold nothing, and the streams of the call itself. */
const streams = /^(?:-|\/dev\/(?:null|zero|full|u?random|tty|std(?:in|out|err)|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;
const bashSocket = /^\/dev\/(?:tcp|udp)\/([^/]+)\//;

export function addPath(draft: Draft, list: PathList, word: Word | null | undefined): void {
  if (word === null || word === undefined || word.text === "") return;
  if (word.kind === "literal" && streams.test(word.text)) {
    if (list === "uploads" && /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(word.text))
      draft.sendsInput = true;
    return;
  }
  const socket = bashSocket.exec(word.text);
  if (socket !== null) {
    addHost(draft, { kind: word.kind, text: socket[1] ?? "" } as Word);
    if (list === "writes") draft.sendsOutput = true;
    return;
  }
  draft[list].items.push(placed(word, draft.cwd));
  const lost = draft.cwd?.kind === "dynamic" && !word.text.startsWith("/");
  if (word.kind === "dynamic" || lost) draft[list].complete = false;
  if (list === "uploads") addPath(draft, "reads", word);
}

/** Something a word of code or of an unknown program may be. */
export function addMaybe(draft: Draft, list: PathList, text: string): void {
  draft[list].maybe.push(placed(literal(text), draft.cwd));
}

function addHosts(draft: Draft, word: Word, hosts: readonly string[]): void {
  if (word.kind !== "dynamic" || settledHost.test(word.text)) draft.hosts.items.push(...hosts);
  else draft.hosts.complete = false;
}

/** `https://host/$X`: what is not known comes after the host. */
const settledHost = /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?[A-Za-z0-9.-]+(?::\d+)?[/?#]/;

export function addHost(draft: Draft, word: Word): void {
  if (word.kind === "dynamic") {
    draft.hosts.complete = false;
    return;
  }
  const host = hostOf(word.text);
  if (host !== null) draft.hosts.items.push(host);
}

/** An address is a host, or with `file:` a file that is read. */
export function addUrl(draft: Draft, word: Word): void {
  const file = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(?=\/)/i.exec(word.text);
  if (file !== null) addPath(draft, "reads", { ...word, text: word.text.slice(file[0].length) });
  else addHosts(draft, word, hostsOfUrl(word.text));
}

/** Adds a word by what it stands for. */
export function addRole(draft: Draft, role: Role, word: Word): void {
  switch (role) {
    case "read":
      return addPath(draft, "reads", word);
    case "write":
      return addPath(draft, "writes", word);
    case "delete":
      return addPath(draft, "deletes", word);
    case "upload":
      return addPath(draft, "uploads", word);
    case "url":
      return addUrl(draft, word);
    case "host":
      return addHost(draft, word);
    case "repository":
      return addRepository(draft, word);
    case "data":
      return addData(draft, word);
    case "form":
      return addForm(draft, word);
    case "options-file":
      return addOptionsFile(draft);
  }
}

function addRepository(draft: Draft, word: Word): void {
  if (word.kind === "dynamic" && !settledHost.test(word.text)) draft.hosts.complete = false;
  else draft.hosts.items.push(...hostsOfRepository(word.text));
}

/** `@file`, `name@file`: the file is sent. Plain text is not a file. */
function addData(draft: Draft, word: Word): void {
  const at = /^[A-Za-z0-9_.[\]-]*@/.exec(word.text);
  if (at !== null) addPath(draft, "uploads", { ...word, text: word.text.slice(at[0].length) });
  else if (word.kind === "dynamic" && word.text.startsWith("$")) draft.uploads.complete = false;
}

/** `name=@file;type=x`, `name=<file`. */
function addForm(draft: Draft, word: Word): void {
  const field = /^[^=]*=["']?[@<]/.exec(word.text);
  if (field === null) return;
  const rest = word.text.slice(field[0].length);
  for (const file of rest.split(","))
    addPath(draft, "uploads", { ...word, text: (file.split(";", 1)[0] ?? "").replace(/["']$/, "") });
}

/** Options that cannot be seen may do anything the program can do. */
function addOptionsFile(draft: Draft): void {
  draft.hosts.complete = false;
  draft.writes.complete = false;
  draft.uploads.complete = false;
}

export function closeDraft(draft: Draft): Effects {
  const { reads, writes, deletes, uploads, hosts, sendsInput, sendsOutput } = draft;
  return {
    reads,
    writes,
    deletes,
    uploads,
    hosts: { ...hosts, items: [...new Set(hosts.items)] },
    sendsInput,
    sendsOutput,
  };
}
