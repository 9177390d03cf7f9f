// Programs whose words mean more than their place says: `dd of=`, `tar -C`, `scp host:path`, `git show REV:PATH`.

import { addHost, addPath, addUrl, type Draft, literal, withoutEnd } from "./effect-draft.ts";
import { findTargets } from "./find-targets.ts";
import { addInlineCode } from "./inline-code.ts";
import type { Call, Word } from "./model.ts";
import { hasOption, type OptionReading, optionValues } from "./options.ts";
import type { Special } from "./program-table.ts";
import { readSedScript } from "./sed-script.ts";
import { hostsOfUrl, remotePlace } from "./urls.ts";

type SpecialEffects = (draft: Draft, reading: OptionReading, call: Call) => void;

const rest = (word: Word, from: number): Word => ({ ...word, text: word.text.slice(from) });
const below = (folder: Word | undefined, word: Word): Word => {
  if (folder === undefined || word.text.startsWith("/")) return word;
  const text = `${withoutEnd(folder.text, "/")}/${word.text}`;
  if (folder.kind === "dynamic") return { ...folder, text };
  return word.kind === "dynamic" ? { ...word, text } : { kind: word.kind, text };
};

const dd: SpecialEffects = (draft, { operands }) => {
  for (const word of operands) {
    if (word.text.startsWith("if=")) addPath(draft, "reads", rest(word, 3));
    if (word.text.startsWith("of=")) addPath(draft, "writes", rest(word, 3));
  }
};

const find: SpecialEffects = (draft, reading) => {
  if (hasOption(reading, "-delete")) for (const word of findTargets(reading)) addPath(draft, "deletes", word);
};

/** More of them are written only to cost time; then nothing is known for certain. */
const MOST_FOLDERS = 16;

/** What `-C` changes for the operands after it, and which way the archive goes. */
const tar: SpecialEffects = (draft, reading) => {
  const given = reading.options.filter(({ row, value }) => row.flags.includes("-C") && value !== null);
  const moves = given.slice(0, MOST_FOLDERS);
  if (given.length > moves.length)
    for (const list of ["reads", "writes", "deletes"] as const) draft[list].complete = false;
  const folderAt = (place: number): Word | undefined => {
    let folder: Word | undefined;
    for (const { value, at } of moves) if (value !== null && at < place) folder = below(folder, value);
    return folder;
  };
  const packs = ["-c", "-r", "-u", "-A"].some((flag) => hasOption(reading, flag));
  const unpacks = hasOption(reading, "-x");
  for (const archive of optionValues(reading, "-f")) {
    const remote = hasOption(reading, "--force-local") || archive.kind !== "literal" ? null : remotePlace(archive.text);
    if (remote !== null) {
      draft.hosts.items.push(...remote.hosts);
      if (packs) draft.sendsInput = true;
    } else addPath(draft, packs || hasOption(reading, "--delete") ? "writes" : "reads", archive);
  }
  const removes = hasOption(reading, "--remove-files");
  if (packs)
    reading.operands.forEach((word, i) => {
      const place = below(folderAt(reading.places[i] ?? 0), word);
      addPath(draft, "reads", place);
      if (removes) addPath(draft, "deletes", place);
    });
  if (unpacks && !hasOption(reading, "-O"))
    addPath(draft, "writes", folderAt(Number.POSITIVE_INFINITY) ?? literal("."));
};

/** `7z a ARCHIVE FILE`, `ar r ARCHIVE FILE`: a command letter, the archive, the files. */
const archive: SpecialEffects = (draft, { operands, table, unlisted }) => {
  if (table.name === "zip") return;
  const [command, file] = operands;
  if (table.name === "cpio" || table.name === "pax") {
    if (unlisted.includes("-r") || table.name === "cpio") draft.reads.complete &&= operands.length === 0;
    return;
  }
  if (command === undefined || file === undefined) return;
  const adds = /^[aurdq]/.test(command.text);
  if (adds) addPath(draft, "writes", file);
  for (const flag of unlisted) if (flag.startsWith("-o")) addPath(draft, "writes", literal("."));
};

/** Sources and target of a copy, each here or on another machine. */
function copyBetween(
  draft: Draft,
  sources: readonly Word[],
  target: Word | undefined,
  place: (word: Word) => readonly string[] | null,
): void {
  const remoteTarget = target === undefined ? null : place(target);
  for (const source of sources) {
    const remote = place(source);
    if (remote !== null) draft.hosts.items.push(...remote);
    else if (source.kind === "dynamic" && /^\$/.test(source.text)) {
      addPath(draft, remoteTarget === null ? "reads" : "uploads", source);
      draft.hosts.complete = false;
    } else addPath(draft, remoteTarget === null ? "reads" : "uploads", source);
  }
  if (target === undefined) return;
  if (remoteTarget !== null) draft.hosts.items.push(...remoteTarget);
  else {
    addPath(draft, "writes", target);
    if (target.kind === "dynamic" && /^\$/.test(target.text)) {
      draft.hosts.complete = false;
      draft.uploads.complete = false;
    }
  }
}

const machine = (word: Word): readonly string[] | null => {
  if (word.kind === "dynamic" && /^[^:]*[$`]/.test(word.text)) return null;
  return remotePlace(word.text)?.hosts ?? null;
};

const copyRemote: SpecialEffects = (draft, { operands }) => {
  copyBetween(draft, operands.slice(0, -1), operands.at(-1), machine);
};

const deletingFlags = ["--delete", "--delete-excluded"];

const rsync: SpecialEffects = (draft, reading) => {
  const { operands } = reading;
  const target = operands.length > 1 ? operands.at(-1) : undefined;
  const sources = target === undefined ? operands : operands.slice(0, -1);
  copyBetween(draft, sources, target, machine);
  if (target !== undefined && machine(target) === null && deletingFlags.some((flag) => hasOption(reading, flag)))
    addPath(draft, "deletes", target);
  if (hasOption(reading, "--remove-source-files"))
    for (const source of sources) if (machine(source) === null) addPath(draft, "deletes", source);
};

/** Clones write a folder named like the repository; `checkout -- PATH` writes the path. */
const git: SpecialEffects = (draft, reading) => {
  const { path, operands, beforeDashes } = reading;
  const command = path.join(" ");
  const [repository, folder] = operands;
  if (command === "clone" && repository !== undefined && folder === undefined) {
    const name = /[^/:]*$/.exec(withoutEnd(repository.text, "/").slice(-256))?.[0].replace(/\.git$/, "");
    if (name !== undefined && name !== "") addPath(draft, "writes", { ...repository, text: name });
  }
  if (command === "checkout") {
    const paths = operands.filter((word, i) => i >= beforeDashes || /^\.{1,2}(?:\/|$)|^:\//.test(word.text));
    for (const word of paths) addPath(draft, "writes", word.text === ":/" ? literal(".") : word);
  }
  if (command === "push" || command === "subtree") draft.sendsInput = false;
};

const revisionPath = /^(?:[^:]+|:[0-3]|):(?!\/\/)(.+)$/s;

/** `git show REV:PATH`, `git diff -- PATH`, `git archive REV PATH`. */
const gitShow: SpecialEffects = (draft, reading) => {
  const { path, operands, beforeDashes, table } = reading;
  const prints = table.name !== "log" || ["-p", "-S", "-G", "-L", "-U"].some((flag) => hasOption(reading, flag));
  if (
    !prints ||
    ["--stat", "--numstat", "--shortstat", "--name-only", "--name-status"].some((flag) => hasOption(reading, flag))
  )
    return;
  operands.forEach((word, i) => {
    const inside = i < beforeDashes ? revisionPath.exec(word.text)?.[1] : undefined;
    if (inside !== undefined) addPath(draft, "reads", { ...word, text: inside });
    else if (i >= beforeDashes || path[0] === "diff" || (path[0] === "archive" && i > 0)) addPath(draft, "reads", word);
    else if (word.kind === "dynamic") draft.reads.complete = false;
  });
  for (const value of optionValues(reading, "-L")) {
    const file = /:([^:]+)$/.exec(value.text)?.[1];
    if (path[0] === "log" && file !== undefined) addPath(draft, "reads", { ...value, text: file });
  }
};

/** The file an address is saved as. */
function fileOf(url: Word): Word {
  const path = url.text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "").split(/[?#]/, 1)[0] ?? "";
  const name = path.includes("/") ? path.slice(path.lastIndexOf("/") + 1) : "";
  const text = name === "" ? "index.html" : name;
  return /[$`*?[]/.test(text) ? { ...url, text } : literal(text);
}

const curl: SpecialEffects = (draft, reading) => {
  if (reading.table.name !== "curl") return httpie(draft, reading);
  const folder = optionValues(reading, "--output-dir").at(-1);
  const urls = [...reading.operands, ...optionValues(reading, "--url")];
  if (hasOption(reading, "-O") || hasOption(reading, "--remote-name-all"))
    for (const url of urls) addPath(draft, "writes", below(folder, fileOf(url)));
  if (folder !== undefined)
    for (const word of optionValues(reading, "-o")) addPath(draft, "writes", below(folder, word));
  if (!hasOption(reading, "-g")) for (const url of urls) addBraceHosts(draft, url);
  for (const { text } of optionValues(reading, "--resolve"))
    addAddress(draft, text.replace(/^[+-]/, "").split(":").slice(2).join(":").split(","));
  for (const { text } of optionValues(reading, "--connect-to"))
    addAddress(draft, [/^(?:\[[^\]]*\]|[^:]*):[^:]*:(\[[^\]]*\]|[^:]*)/.exec(text)?.[1] ?? ""]);
  for (const cookie of optionValues(reading, "-b")) if (!cookie.text.includes("=")) addPath(draft, "uploads", cookie);
};

function addAddress(draft: Draft, addresses: readonly string[]): void {
  for (const address of addresses) if (address !== "") addHost(draft, literal(address));
}

const plainBrackets = /^(?:[^[@]*@)?\[[0-9a-f:.%]*\](?::\d*)?$/i;

/** curl itself expands `{a,b}` and `[1-9]` in addresses. */
function addBraceHosts(draft: Draft, url: Word): void {
  const authority = url.text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "").split("/", 1)[0] ?? "";
  const braces = /^(.*?)\{([^{}]*)\}(.*)$/s.exec(authority);
  if (braces !== null && !/[{[]/.test(braces[3] ?? "")) {
    for (const choice of (braces[2] ?? "").split(","))
      draft.hosts.items.push(...hostsOfUrl(`https://${braces[1]}${choice}${braces[3]}/`));
  } else if (authority.includes("{") || (authority.includes("[") && !plainBrackets.test(authority)))
    draft.hosts.complete = false;
}

/** `http POST host field=value file@path field=@path`. */
function httpie(draft: Draft, reading: OptionReading): void {
  const words = reading.operands.filter(({ text }, i) => !(i === 0 && /^[A-Z]+$/.test(text)));
  for (const word of words.slice(1)) {
    const file = /^[^@=:]*(?::=|=)?@(.+)$/s.exec(word.text)?.[1];
    if (file !== undefined) addPath(draft, "uploads", { ...word, text: file });
  }
}

const wget: SpecialEffects = (draft, reading) => {
  const folder = optionValues(reading, "-P").at(-1) ?? optionValues(reading, "-d").at(-1);
  if (optionValues(reading, "-i").length > 0) draft.hosts.complete = false;
  for (const { text } of optionValues(reading, "-e")) {
    const proxy = /^\s*\w*_?proxy\s*=\s*(\S+)/i.exec(text)?.[1];
    if (proxy !== undefined) addUrl(draft, literal(proxy));
  }
  const saves = reading.table.name !== "wget" || !(hasOption(reading, "-O") || hasOption(reading, "--spider"));
  if (saves && optionValues(reading, "-o").length === 0)
    for (const url of reading.operands) addPath(draft, "writes", below(folder, fileOf(url)));
};

/** The first operand is the machine; some settings name another. */
const ssh: SpecialEffects = (draft, reading) => {
  const host = reading.operands[0];
  if (host !== undefined) {
    if (/^[a-z]+:\/\//i.test(host.text)) addUrl(draft, host);
    else
      addHost(
        draft,
        reading.table.name === "sftp"
          ? { ...host, text: remotePlace(host.text) === null ? host.text : host.text.slice(0, host.text.indexOf(":")) }
          : host,
      );
  }
  for (const { text } of optionValues(reading, "-o")) {
    const value = /^\s*(?:ProxyJump|HostName|ProxyUseFdpass)\s*[= ]\s*(\S+)/i.exec(text)?.[1];
    if (value !== undefined) addAddress(draft, value.split(","));
  }
};

/** `nc host port`; `mail user@host`. */
const netcat: SpecialEffects = (draft, reading) => {
  draft.sendsInput = true;
  if (hasOption(reading, "-l") || hasOption(reading, "-U")) return;
  const isMail = reading.table.name.includes("mail") || /^(?:mutt|msmtp|swaks|s-nail)$/.test(reading.table.name);
  for (const word of isMail ? reading.operands : reading.operands.slice(0, 1)) addHost(draft, word);
};

const socketAddress =
  /^(?:TCP|UDP|SCTP|OPENSSL|SSL|TLS|DTLS)[46]?(?:-CONNECT|-SENDTO|-DATAGRAM|-CLIENT)?:([^:,]+|\[[^\]]*\])/i;

/** `TCP:host:port`, `PROXY:proxy:host:port`, `OPEN:file`. */
const socat: SpecialEffects = (draft, { operands }) => {
  draft.sendsInput = true;
  for (const word of operands) {
    const host = socketAddress.exec(word.text)?.[1];
    const hosts = /^(?:PROXY|SOCKS\w*)(?:-CONNECT)?:([^:,]+):([^:,]+)/i.exec(word.text);
    const file = /^(?:FILE|OPEN|GOPEN|CREATE|CREAT):([^,]+)/i.exec(word.text)?.[1];
    if (host !== undefined) addHost(draft, { ...word, text: host });
    else if (hosts !== null) addAddress(draft, [hosts[1] ?? "", hosts[2] ?? ""]);
    else if (file !== undefined)
      for (const list of ["reads", "writes"] as const) addPath(draft, list, { ...word, text: file });
  }
};

const buckets: { readonly [scheme: string]: string } = {
  s3: "s3.amazonaws.com",
  gs: "storage.googleapis.com",
  az: "blob.core.windows.net",
  b2: "backblazeb2.com",
};

const bucketOf = (word: Word): readonly string[] | null => {
  const place = /^([a-z0-9]+):\/\/([^/]*)/i.exec(word.text);
  if (place === null) return null;
  const domain = buckets[(place[1] ?? "").toLowerCase()];
  return domain === undefined
    ? hostsOfUrl(word.text)
    : [place[2] === "" ? domain : `${(place[2] ?? "").toLowerCase()}.${domain}`];
};

/** `aws s3 cp FILE s3://bucket/`, `gsutil rsync`, `s3cmd put`. */
const bucket: SpecialEffects = (draft, reading) => {
  const { operands, path } = reading;
  const words = path.length === 0 ? operands.slice(1) : operands;
  const command = path.at(-1) ?? operands[0]?.text ?? "";
  if (/^(?:rm|rb|ls|mb|presign|del|du|stat)$/.test(command)) {
    for (const word of words) draft.hosts.items.push(...(bucketOf(word) ?? []));
    return;
  }
  const target = words.length > 1 ? words.at(-1) : undefined;
  const sources = target === undefined ? words : words.slice(0, -1);
  copyBetween(draft, sources, target, bucketOf);
  if (command === "mv") for (const source of sources) if (bucketOf(source) === null) addPath(draft, "deletes", source);
  if (target !== undefined && bucketOf(target) === null && hasOption(reading, "--delete"))
    addPath(draft, "deletes", target);
};

const cloudPlace = (word: Word): readonly string[] | null => {
  const name = /^:?([A-Za-z0-9_.+@-]+)(?:,[^:]*)?:/.exec(word.text)?.[1];
  return name === undefined ? null : [`rclone:${name}`];
};

const rclone: SpecialEffects = (draft, { operands, path }) => {
  const command = path[0] ?? "";
  const [first, second] = operands;
  if (command === "rcat") draft.sendsInput = true;
  if (/^(?:copy|sync|move|copyto|moveto|bisync)$/.test(command)) {
    copyBetween(draft, first === undefined ? [] : [first], second, cloudPlace);
    if (command.startsWith("move") && first !== undefined && cloudPlace(first) === null)
      addPath(draft, "deletes", first);
    if (command === "sync" && second !== undefined && cloudPlace(second) === null) addPath(draft, "deletes", second);
    return;
  }
  if (command === "copyurl" && first !== undefined) addUrl(draft, first);
  for (const word of operands) {
    const place = cloudPlace(word);
    if (place !== null) draft.hosts.items.push(...place);
    else if (/^(?:delete|purge|rmdirs?|deletefile)$/.test(command)) addPath(draft, "deletes", word);
    else if (command === "cat") addPath(draft, "reads", word);
  }
};

const openssl: SpecialEffects = (draft, { operands }) => {
  draft.sendsInput = operands[0]?.text === "s_client";
  if (/^(?:dgst|sha\d+|md5)$/.test(operands[0]?.text ?? ""))
    for (const word of operands.slice(1)) addPath(draft, "reads", word);
};

/** `docker cp name:/path here`, `kubectl cp here pod:/path`, `docker push registry/image`. */
const containerCopy: SpecialEffects = (draft, { operands, table }) => {
  if (table.name === "push") {
    const registry = operands[0]?.text.split("/", 1)[0] ?? "";
    const named = /[.:]|^localhost$/.test(registry) && operands[0]?.text.includes("/") === true;
    draft.hosts.items.length = 0;
    if (operands[0] !== undefined) addHost(draft, { ...operands[0], text: named ? registry : "docker.io" });
    return;
  }
  const [from, to] = operands;
  const isInside = (word: Word): boolean => /^[^./][^:]*:/.test(word.text);
  if (from !== undefined && !isInside(from)) addPath(draft, "reads", from);
  if (to !== undefined && !isInside(to)) addPath(draft, "writes", to);
};

const sed: SpecialEffects = (draft, reading) => {
  const given = optionValues(reading, "-e");
  const hasScript = given.length > 0 || hasOption(reading, "-f");
  for (const word of hasScript ? given : reading.operands.slice(0, 1)) {
    if (word.kind === "dynamic") continue;
    const { reads, writes } = readSedScript(word.text);
    for (const text of reads) addPath(draft, "reads", literal(text));
    for (const text of writes) addPath(draft, "writes", literal(text));
  }
};

/** Code on the command line: what its quotes name. */
const interpreter: SpecialEffects = (draft, reading) => {
  const code = reading.options.flatMap(({ row, value }) => (row.code === "inline" && value !== null ? [value] : []));
  const first = reading.operands[0];
  if (
    reading.table.interpreter?.operand === "code" &&
    code.length === 0 &&
    first !== undefined &&
    !hasOption(reading, "-f")
  )
    code.push(first);
  for (const word of code) addInlineCode(draft, word.text);
};

const sql: SpecialEffects = (draft, reading) => {
  for (const { row, value } of reading.options)
    if (row.code === "inline" && value !== null) addInlineCode(draft, value.text);
};

export const specialEffects: { readonly [S in Special]: SpecialEffects } = {
  dd,
  find,
  tar,
  archive,
  "copy-remote": copyRemote,
  rsync,
  git,
  "git-show": gitShow,
  curl,
  wget,
  ssh,
  netcat,
  socat,
  bucket,
  rclone,
  openssl,
  "container-copy": containerCopy,
  sed,
  sql,
  interpreter,
};
