// What a call does: its redirections, and what the table of its program says about its arguments.
// A program without a table adds only what its arguments may mean; an unknown program makes every list incomplete.

import { settingAddresses } from "../programs/git/settings.ts";
import type { UserPrograms } from "../programs/index.ts";
import { holdsVariables, showsNamesOnly } from "../programs/table/names-only.ts";
import { hasOption, type OptionReading, readOptions } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import type { Role } from "../programs/table/program-table.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Word } from "../syntax/model.ts";
import { hostsOfUrl } from "../syntax/urls.ts";
import { type Draft, type Effects, newDraft } from "./draft/draft.ts";
import { addMaybe, addPath, addRole, addUrl, literal } from "./draft/effect-draft.ts";
import { environmentFile, printsEnvironment } from "./draft/environment.ts";
import { addVariableHosts } from "./draft/host-variables.ts";
import { namesSecret } from "./draft/secret-variables.ts";
import { walkedTree, withTree } from "./draft/walked-tree.ts";
import { addSpecial } from "./special-effects.ts";

export type { EffectList, Effects } from "./draft/draft.ts";

export function effectsOf(call: Call, extra?: UserPrograms): Effects {
  const draft = newDraft(call);
  const table = tableOf(call, extra);
  addRedirects(draft, call, table?.digests === true);
  if (programName(call) === null) {
    for (const list of [draft.reads, draft.writes, draft.deletes, draft.uploads, draft.hosts]) list.complete = false;
    return draft.close();
  }
  if (table === undefined) {
    addUnknownWords(draft, call);
    return draft.close();
  }
  const reading = readOptions(call, table);
  if (reading.help) return draft.close();
  const ours = reading.dryRun ? newDraft(call) : draft;
  addOptions(ours, reading);
  addOperands(ours, reading, call);
  if (reading.table.special !== undefined) addSpecial(reading.table.special, ours, reading, call);
  const contacts = reading.table.contacts ?? table.contacts;
  if (contacts !== undefined && reading.path.length > 0) ours.hosts.items.push(contacts);
  // The agent sends its task to a model, and may contact anything: no list of hosts contains it by accident.
  if (reading.table.external === "agent") ours.hosts.items.push(`agent:${table.name}`);
  if (printsEnvironment(call, reading)) ours.reads.items.push(environmentFile);
  addVariableHosts(ours, call, table, connects(reading));
  if (table.name === "git") for (const address of settingAddresses(call, reading)) addUrl(ours, address);
  if (reading.table.partial === true) {
    if (reading.table.operands === undefined) addAddresses(ours, reading);
    addOpenOperands(ours, reading);
  }
  if (ours.mayContact())
    ours.sendsVariables =
      call.args.some(isSecretWord) || (ours.sendsInput && call.stdin.from === "text" && isSecretWord(call.stdin.text));
  ours.settleOpenHost();
  if (ours.readsAny() && showsNamesOnly(table, reading)) dropVariableFiles(ours);
  if (reading.dryRun) addHarmless(draft, ours);
  if (call.via.length > 0 && call.via.some((wrapper) => inContainer.test(wrapper)))
    draft.hosts.items.splice(0, Number.POSITIVE_INFINITY, ...draft.hosts.items.filter((host) => !ownName.test(host)));
  return draft.close();
}

function dropVariableFiles({ reads }: Draft): void {
  reads.items.splice(0, Number.POSITIVE_INFINITY, ...reads.items.filter((word) => !holdsVariables(word)));
}

/** In a container a name without a dot is another container; `metadata` is the surrounding cloud. */
const inContainer = /^(?:docker|podman|nerdctl|docker-compose|kubectl|oc|crictl) .*\b(?:exec|run|rsh)\b/;
const ownName = /^(?!metadata$)[a-z][a-z0-9_-]*$/;

/** `reads` is what a call may show: one that prints counts or digests of its input shows none of it. */
function addRedirects(draft: Draft, call: Call, digests: boolean): void {
  for (const redirect of call.redirects) {
    const { op } = redirect;
    const target = fileOf(redirect.target);
    if ((op === "<" || op === "<>") && !digests) addPath(draft, "reads", target);
    if (op === ">" || op === ">>" || op === ">|" || op === "&>" || op === "&>>" || op === "<>")
      addPath(draft, "writes", target);
  }
}

/** A glob means one of the names it matches; `mktemp` creates one in the temporary folder. */
const fileOf = (word: Word): Word =>
  word.kind === "dynamic" && word.why === "glob in a redirection" ? { kind: "glob", text: word.text } : word;

/** Option values, by their role in the table. */
function addOptions(draft: Draft, { options }: OptionReading): void {
  for (const { row, value, on } of options) {
    if (value === null || row.is === undefined || !on) continue;
    const isUnread =
      row.is.includes("read") && options.some((one) => one.on && one.row.unmakes?.includes("read") === true);
    for (const role of row.is) if (role !== "read" || !isUnread) addRole(draft, role, value);
  }
}

function addOperands(draft: Draft, reading: OptionReading, { stdin }: Call): void {
  const { operands, table } = reading;
  if (table.operands === undefined && reading.options.length === 0) return;
  const { first = none, firstUnless, each = none, last, lastUnless, none: meant, here } = table.operands ?? {};
  if (table.operands?.whole === true) draft.isWhole = true;
  let made: readonly Role[] = none;
  let unmade: readonly Role[] = table.digests === true ? unread : none;
  for (const { row, on } of reading.options) {
    if (!on) continue;
    if (row.whole === true) draft.isWhole = true;
    if (row.makes !== undefined) made = [...made, ...row.makes];
    if (row.unmakes !== undefined) unmade = [...unmade, ...row.unmakes];
  }
  const lead = isGiven(reading, firstUnless) ? none : first;
  const tree = walkedTree(reading);
  const hasLast = last !== undefined && operands.length > 1 && !isGiven(reading, lastUnless);
  for (let i = 0; i < operands.length; i++) {
    const word = operands[i];
    if (word === undefined) continue;
    const leading = lead[i];
    if (leading !== undefined) addRoles(draft, word, leading, leading.length > 0 ? made : none, unmade);
    else if (hasLast && i === operands.length - 1) addRoles(draft, word, last, none, unmade);
    else addRoles(draft, withTree(word, tree), each, made, unmade);
  }
  if (operands.length === 0 && meant !== undefined)
    addRoles(draft, withTree(literal(meant.text), tree), meant.roles, none, unmade);
  if (here !== undefined && tree !== null && operands.length <= lead.length && stdin.from === "inherit")
    addRoles(draft, withTree(literal("."), tree), here, none, unmade);
}

const none: readonly never[] = [];
const unread: readonly Role[] = ["read"];

function isGiven(reading: OptionReading, flags: readonly string[] | undefined): boolean {
  if (flags === undefined) return false;
  for (const flag of flags) if (hasOption(reading, flag)) return true;
  return false;
}

function addRoles(
  draft: Draft,
  word: Word,
  roles: readonly Role[],
  made: readonly Role[],
  unmade: readonly Role[],
): void {
  for (const role of roles) if (!unmade.includes(role)) addRole(draft, role, word);
  for (const role of made) if (!roles.includes(role) && !unmade.includes(role)) addRole(draft, role, word);
}

/** Arguments of a program that is not fully known: an address among them may be contacted. */
function addAddresses(draft: Draft, { operands, unlistedValues }: OptionReading): void {
  for (const { kind, text } of [...operands, ...unlistedValues.map(({ value }) => value)]) {
    if (kind === "dynamic" || !text.includes("://") || /\s/.test(text)) continue;
    const address = /(?:^|[=:,+@])((?:https?|ftps?|ssh|git|wss?|tcp|sftp):\/\/.+)$/i.exec(text)?.[1];
    if (address !== undefined) draft.hosts.maybe.push(...hostsOfUrl(address));
  }
}

const isSecretWord = (word: Word): boolean => word.kind === "dynamic" && namesSecret(word.text);

/** It connects, although none of its arguments names a host. */
const connects = ({ table }: OptionReading): boolean =>
  table.downloads === true || table.sends === true || table.connects === true;

/** A dry run reads and queries, but changes nothing. */
function addHarmless(draft: Draft, { reads, hosts }: Draft): void {
  draft.reads.items.push(...reads.items);
  draft.reads.maybe.push(...reads.maybe);
  draft.reads.complete &&= reads.complete;
  draft.reads.hasOpenName ||= reads.hasOpenName;
  draft.hosts.items.push(...hosts.items);
  draft.hosts.maybe.push(...hosts.maybe);
  draft.hosts.complete &&= hosts.complete;
  draft.hosts.hasOpenName ||= hosts.hasOpenName;
}

/** `notify-x 'never cat ~/.ssh/id_rsa'`: several words before the first slash are no path. */
const sentence = /^[^\s/~.]+(?:\s+[^\s/]+){2}/;

/** Options that name what is written: `-o`, `--output`, `--junit-xml-out`, `--logfile`. */
const outputOption = /^--?(?:o|O|[\w-]*(?:out|output|log|logfile|dest|destination|save|write|export|dump)(?:-?\w+)?)$/;

/** A program without a table may read any file and contact any address among its arguments, and write what it calls its output. */
function addUnknownWords(draft: Draft, call: Call): void {
  let option = "";
  for (const word of call.args) {
    const before = option;
    option = word.text.startsWith("-") ? word.text : "";
    if (word.kind === "dynamic") continue;
    const [, name = before, value = word.text] = /^(--?[A-Za-z][\w-]*)=(.+)$/s.exec(word.text) ?? [];
    if (value === "" || value.startsWith("-") || sentence.test(value)) continue;
    if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(value)) draft.hosts.maybe.push(...hostsOfUrl(value));
    else {
      addMaybe(draft, "reads", value.startsWith("@") ? value.slice(1) : value);
      if (/[/~]/.test(value) && outputOption.test(name)) addMaybe(draft, "writes", value);
    }
  }
}

/** Keys are used and not shown. */
const usesKey = /key|cert|ident|pass|secret|token|credential/i;

/** Of a program that is partly known, an option without a row may read the file that comes after it: `alpine -F ~/.ssh/id_rsa`. */
function addOpenOperands(draft: Draft, { operands, table, unlisted, unlistedValues }: OptionReading): void {
  // Where nothing is sent, options of `ls` and `test` read nothing either.
  if (table.sends !== true || unlisted.length === 0) return;
  if (unlisted.some((flag) => usesKey.test(flag))) return;
  for (const word of [...operands, ...unlistedValues.map(({ value }) => value)])
    if (word.kind === "literal" && /^[~/][^:]*$/.test(word.text)) addMaybe(draft, "reads", word);
}
