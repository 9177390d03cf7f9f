// Collects what one call reads, writes, deletes, uploads and contacts. Paths are relative to where the whole command runs.

import { UNLIKELY } from "../../../language/truth.ts";
import type { Role } from "../../programs/table/program-table.ts";
import type { Word, WordTree } from "../../syntax/model.ts";
import { doubtOf, isOpenName, RUNNING_FOLDER, saysNothing, starred } from "../../syntax/open-words.ts";
import { hostOf, hostsOfRepository, hostsOfUrl, withoutEnd } from "../../syntax/urls.ts";
import type { Draft, PathList } from "./draft.ts";
import { registryHosts } from "./registries.ts";
import { withTree } from "./walked-tree.ts";

export { withoutEnd };

export const literal = (text: string): Word => ({ kind: "literal", text });

/** A path relative to where the whole command runs. Without the mark, a leading `~` or `$` in a name would be expanded later. */
export function placed(word: Word, cwd: Word | null): Word {
  if (word.text.startsWith("/")) return word;
  if (word.kind === "dynamic" && !/^[A-Za-z0-9_.]/.test(word.text)) return word;
  if (cwd === null)
    return word.kind !== "dynamic" && /^[~$]/.test(word.text) ? { ...word, text: `./${word.text}` } : word;
  const text = `${withoutEnd(cwd.text, "/")}/${word.text}`;
  if (cwd.kind === "dynamic") return { ...cwd, text };
  if (word.kind === "dynamic") return { ...word, text };
  const whole = globOrText(word, cwd, text);
  return word.tree === undefined ? whole : withTree(whole, placedTree(word.tree, cwd));
}

/** What two words make together: a glob if one of them is. */
export function globOrText(
  a: Exclude<Word, { kind: "dynamic" }>,
  b: Exclude<Word, { kind: "dynamic" }>,
  text: string,
): Word {
  if (a.kind === "literal" && b.kind === "literal") return { kind: "literal", text };
  const isOnDisk = [a, b].every((word) => word.kind === "literal" || word.expands !== undefined);
  const expands = a.kind === "glob" ? a.expands : b.kind === "glob" ? b.expands : undefined;
  return { kind: "glob", text, ...(isOnDisk && expands !== undefined ? { expands } : {}) };
}

const placedTree = (tree: WordTree, cwd: Word): WordTree => ({
  ...tree,
  ...(tree.from === undefined ? {} : { from: placed(tree.from, cwd) }),
  ...(tree.without === undefined ? {} : { without: placed(tree.without, cwd) }),
  ...(tree.when === undefined ? {} : { when: { ...tree.when, folder: placed(tree.when.folder, cwd) } }),
});

/** A path with everything below it. */
export function addTree(draft: Draft, list: PathList, word: Word, tree: WordTree | null): void {
  // What is on another machine cannot be listed.
  addPath(draft, list, draft.remote && tree?.archive !== undefined ? word : withTree(word, tree));
}

/** Devices that store nothing, and the streams of the call itself. */
const streams =
  /^(?:-|:memory:|\/dev\/(?:null|zero|full|u?random|tty|std(?:in|out|err)|fd\/\d+)|\/proc\/self\/fd\/\d+)$/;
/** Programs that read files often read addresses as well: no file has such a name. */
const netAddress = /^(?:https?|ftps?|sftp|scp|rsync):\/\//i;
const bashSocket = /^\/dev\/(?:tcp|udp)\/([^/]+)\//;

/** A plain relative name, which is what most are. */
const plainName = /^[\w.@+][\w./@+-]*$/;

export function addPath(draft: Draft, list: PathList, word: Word | null | undefined): void {
  if (word === null || word === undefined || word.text === "") return;
  if (draft.isPlain && word.kind === "literal" && plainName.test(word.text)) {
    draft.addPlain(list, word);
    if (list === "uploads") draft.addPlain("reads", word);
    return;
  }
  if (word.kind === "literal" && streams.test(word.text)) {
    if (list === "uploads" && /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/.test(word.text))
      draft.sendsInput = true;
    return;
  }
  if (list === "reads" && netAddress.test(word.text)) return addUrl(draft, word);
  const socket = bashSocket.exec(word.text);
  if (socket !== null) {
    addHost(draft, { kind: word.kind, text: socket[1] ?? "" } as Word);
    if (list === "writes") draft.sendsOutput = true;
    return;
  }
  if (draft.remote && word.kind !== "dynamic" && !word.text.startsWith("/")) {
    // A secret is recognized by its name, wherever it is; other relative names say nothing about files here.
    if (list === "reads") draft.reads.items.push(word);
    return;
  }
  const place = placed(word, draft.cwd);
  draft[list].items.push(place);
  if (place.kind === "dynamic") addOpenName(draft, list, place, word.kind === "dynamic" ? word : draft.cwd);
  if (!word.text.startsWith("/")) for (const cwd of draft.elsewhere) draft[list].maybe.push(placed(word, cwd));
  if (list === "uploads") addPath(draft, "reads", word);
}

/** Whatever is written or deleted there belongs to the machine. */
const systemPlace = /^\/(?:dev|etc|boot|proc|sys|root|s?bin|lib\w*|usr|var\/(?!tmp\/))(?:\/|$)/;

/** A partly unknown path: the known names in it count, and unknown parts between them become stars. */
function addOpenName(draft: Draft, list: PathList, place: Word, open: Word | null): void {
  const glob = starred(place.text);
  const isBare = saysNothing(glob);
  if (!isBare) draft[list].maybe.push({ kind: "glob", text: glob });
  // Most names are not absolute: `cd ~/.ssh && cat "$F"`.
  if (place === open && draft.cwd !== null && draft.cwd.kind !== "dynamic" && !glob.startsWith("/"))
    draft[list].maybe.push({ kind: "glob", text: `${withoutEnd(draft.cwd.text, "/")}/${glob}` });
  if (list !== "reads" && systemPlace.test(glob)) draft[list].complete = false;
  // A link may lead to any folder.
  const isAnywhere = isBare || (list === "deletes" && open?.kind === "dynamic" && open.why === "output of readlink");
  const isMoved = list !== "reads" && open?.kind === "dynamic" && open.why === RUNNING_FOLDER;
  const isUnlikely =
    !isMoved && list !== "uploads" && (isAnywhere ? !draft.isWhole && open !== null && isOpenName(open) : true);
  if (isUnlikely) draft[list].hasOpenName = true;
  else draft[list].complete = false;
}

/** An unknown word that may be a file or something else: a revision, a folder on another machine. */
export function addOpenWord(draft: Draft, list: PathList | "hosts", word: Word): void {
  if (doubtOf(word, false) === UNLIKELY) draft[list].hasOpenName = true;
  else draft[list].complete = false;
}

/** What a word in code or of an unknown program may be. */
export function addMaybe(draft: Draft, list: PathList, path: string | Word): void {
  draft[list].maybe.push(placed(typeof path === "string" ? literal(path) : path, draft.cwd));
}

function addHosts(draft: Draft, word: Word, hosts: readonly string[]): void {
  if (word.kind !== "dynamic" || settledHost.test(word.text)) draft.hosts.items.push(...hosts);
  else addUnknownAddress(draft, word);
}

/** `"$BASE_URL/health"` is a service of the project; `"$URL"` may be anything. */
function addUnknownAddress(draft: Draft, word: Word): void {
  if (/^\$(?:\w+|\{\w+\})\/\w/.test(word.text)) addUnknownHost(draft, word);
  else draft.hosts.complete = false;
}

/** A variable of the environment usually names a host of the project; the output of a program may be any. */
function addUnknownHost(draft: Draft, word: Word): void {
  if (word.kind === "dynamic" && /^(?:variable|parameter) /.test(word.why)) draft.hasOpenHost = true;
  else draft.hosts.complete = false;
}

/** `https://host/$X`, `https://host:$PORT/`: the unknown part comes after the host. */
const settledHost =
  /^(?:[A-Za-z][A-Za-z0-9+.-]*:\/\/)?(?:[\w.:${}-]*@)?[A-Za-z0-9.-]+(?::(?:\d+|\$\w+|\$\{\w+\}))?(?:[/?#]|$)/;

export function addHost(draft: Draft, word: Word): void {
  if (word.kind === "dynamic") {
    addUnknownHost(draft, word);
    return;
  }
  const host = hostOf(word.text);
  if (host !== null) draft.hosts.items.push(host);
}

/** An address is a host, or with `file:` a file that is read. */
export function addUrl(draft: Draft, word: Word, hostsOf = hostsOfUrl): void {
  const file = /^file:(?:\/\/(?:localhost|127\.0\.0\.1)?)?(?=\/)/i.exec(word.text);
  if (file !== null) addPath(draft, "reads", { ...word, text: word.text.slice(file[0].length) });
  else addHosts(draft, word, hostsOf(word.text));
}

/** Adds a word according to its role. */
/** `dig +short`, and queries to a name server. */
const notHost = /^(?:\+|(?:A|AAAA|ANY|CAA|CNAME|DNSKEY|DS|HTTPS|IN|MX|NS|PTR|SOA|SRV|TXT)$)/;

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
      return notHost.test(word.text) ? undefined : addHost(draft, word);
    case "repository":
      return addRepository(draft, word);
    case "data":
      return addData(draft, word);
    case "form":
      return addForm(draft, word);
    case "options-file":
      return addOptionsFile(draft);
    case "package":
      return addPackage(draft, word);
    case "registry":
      return addUrl(draft, word, registryHosts);
    case "database":
      return word.kind !== "dynamic" && /^[\w-]+$/.test(word.text) ? undefined : addUrl(draft, word);
    case "file-or-url":
      return word.kind !== "dynamic" && !/^[a-z][a-z0-9+.-]*:/i.test(word.text) ? undefined : addUrl(draft, word);
    case "address":
      return /^[a-z][a-z0-9+.-]*:\/\//i.test(word.text) ? addUrl(draft, word) : undefined;
    case "share": {
      // `rest:https://host/` of restic.
      if (/^rest:https?:/.test(word.text)) return addUrl(draft, { ...word, text: word.text.slice("rest:".length) });
      const host = /^(?:(?:sftp|rest|ssh):)?(?:\/\/([^/]+)\/|(?:[\w.-]+@)?([\w.-]+):\/)/.exec(word.text);
      return host === null ? undefined : addHost(draft, { ...word, text: host[1] ?? host[2] ?? "" });
    }
    case "pattern":
      return addPattern(draft, word);
    case "manifest":
      return /^https?:\/\//i.test(word.text) ? addUrl(draft, word) : addPath(draft, "reads", word);
    case "page":
      return isWrittenAsPath(word) ? addPath(draft, "reads", word) : addUrl(draft, word);
    case "topic":
      return isWrittenAsPath(word) ? addPath(draft, "reads", word) : undefined;
    case "image":
      return addImage(draft, word);
    case "module":
      return addModule(draft, word);
    case "commands":
      return addTransfers(draft, word);
  }
}

/** `/etc/hosts`, `./page.html`, `~/notes`: no host and no name of a manual begins like this. */
const isWrittenAsPath = ({ text }: Word): boolean => /^(?:~|\.{0,2}\/)/.test(text);

/** A pattern includes a name that it certainly matches: `.env*` for `.env`, `*.pem` for `x.pem`. `!` excludes files. */
function addPattern(draft: Draft, word: Word): void {
  if (word.kind === "dynamic" || word.text.startsWith("!")) return;
  addPath(
    draft,
    "reads",
    literal(
      word.text
        .replace(/^\*+\//, "")
        .replace(/^\*/, "x")
        .replaceAll("*", ""),
    ),
  );
}

function addRepository(draft: Draft, word: Word): void {
  if (word.kind === "dynamic" && !settledHost.test(word.text)) addUnknownAddress(draft, word);
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

const forges: { readonly [scheme: string]: string } = {
  github: "github.com",
  gist: "gist.github.com",
  gitlab: "gitlab.com",
  bitbucket: "bitbucket.org",
};

/** A package by name comes from the registry; one by address or `host:path` comes from there; a file is read. */
function addPackage(draft: Draft, word: Word): void {
  const { text } = word;
  const url = /(?:git\+|hg\+|svn\+)?[A-Za-z][A-Za-z0-9+.-]*:\/\/\S+/.exec(text)?.[0];
  const forge = /^(?:[^:]*@)?(github|gist|gitlab|bitbucket):/.exec(text)?.[1];
  if (url !== undefined && (word.kind !== "dynamic" || settledHost.test(url)))
    return addUrl(draft, { kind: "literal", text: url.replace(/^(?:git|hg|svn)\+/, "") }, registryHosts);
  if (word.kind === "dynamic") {
    if (/^[$`]/.test(text)) addOpenHost(draft, word);
  } else if (forge !== undefined) draft.hosts.items.push(forges[forge] ?? forge);
  else if (/^[\w.-]+@[\w.-]+\.[a-z]+:[^:]+$/i.test(text)) draft.hosts.items.push(...hostsOfRepository(text));
  else if (
    /^(?:file:|\.{0,2}\/|\.{1,2}$)|^[^@].*\.(?:tgz|tar\.gz|whl|deb|rpm|gem|zip|apk|snap|nupkg|jar|crate)$/.test(text)
  )
    addPath(draft, "reads", { ...word, text: text.replace(/^file:(?:\/\/)?/, "") });
}

/** `registry.example/name`: without a registry an image comes from the default one. */
function addImage(draft: Draft, word: Word): void {
  const text = word.text.replace(/^(?:docker|oci|registry):\/\//, "");
  const registry = text.split("/", 1)[0] ?? "";
  if (text.includes("/") && (/[.:]/.test(registry) || registry === "localhost"))
    addHost(draft, { ...word, text: registry });
  else if (/^[$`]/.test(text)) addOpenHost(draft, word);
}

/** A package or image with an unknown name is unlikely to come from another registry. */
function addOpenHost(draft: Draft, word: Word): void {
  if (isOpenName(word)) draft.hosts.hasOpenName = true;
  else draft.hosts.complete = false;
}

/** Well-known Go modules that come through the default proxy. */
const knownModules =
  /^(?:golang\.org|google\.golang\.org|gopkg\.in|go\.uber\.org|k8s\.io|sigs\.k8s\.io|cloud\.google\.com|go\.opentelemetry\.io|honnef\.co|mvdan\.cc|gotest\.tools|go\.etcd\.io|github\.com)$/;

/** `host/path@version` of Go; `./...` is the project. */
function addModule(draft: Draft, word: Word): void {
  const host = /^([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)\//.exec(word.text)?.[1];
  if (host !== undefined && (host === "github.com" || !knownModules.test(host))) draft.hosts.items.push(host);
}

/** Commands of sftp and ftp: `put FILE`, `get FILE`. */
function addTransfers(draft: Draft, word: Word): void {
  if (word.kind === "dynamic") {
    draft.uploads.complete = false;
    return;
  }
  for (const line of word.text.split(/[\n;]/)) {
    const [command = "", ...names] = line
      .trim()
      .split(/\s+/)
      .filter((part) => !/^-./.test(part));
    if (/^(?:put|mput|reput|send|append)$/.test(command))
      for (const name of command === "mput" ? names : names.slice(0, 1)) addPath(draft, "uploads", literal(name));
    else if (/^(?:mirror)$/.test(command) && /\s-\S*R|--reverse/.test(line))
      addPath(draft, "uploads", literal(names[0] ?? "."));
    else if (/^(?:get|reget|recv)$/.test(command))
      addPath(draft, "writes", literal(names[1] ?? (names[0] ?? ".").replace(/^.*\//, "")));
    else if (/^(?:mget|mirror)$/.test(command)) addPath(draft, "writes", literal("."));
  }
}

/** Options that cannot be seen may do anything the program can do. */
function addOptionsFile(draft: Draft): void {
  draft.hosts.complete = false;
  draft.writes.complete = false;
  draft.uploads.complete = false;
}
