// What a call does: its redirections, and what the table of its program says of its words.
// A program without a table adds nothing but what its words may mean; a program that is not known makes every list incomplete.

import { addHost, addMaybe, addPath, addRole, closeDraft, type Draft, type Effects, newDraft } from "./effect-draft.ts";
import type { Call, Word } from "./model.ts";
import { hasOption, type OptionReading, programName, readOptions, tableOf } from "./options.ts";
import type { Role } from "./program-table.ts";
import type { UserPrograms } from "./programs/index.ts";
import { specialEffects } from "./special-effects.ts";
import { hostsOfUrl } from "./urls.ts";

export type { EffectList, Effects } from "./effect-draft.ts";

export function effectsOf(call: Call, extra?: UserPrograms): Effects {
  const draft = newDraft(call.cwd);
  addRedirects(draft, call);
  if (programName(call) === null) {
    for (const list of [draft.reads, draft.writes, draft.deletes, draft.uploads, draft.hosts]) list.complete = false;
    return closeDraft(draft);
  }
  const table = tableOf(call, extra);
  if (table === undefined) {
    addUnknownWords(draft, call);
    return closeDraft(draft);
  }
  const reading = readOptions(call, table);
  if (reading.help) return closeDraft(draft);
  const ours = newDraft(call.cwd);
  addOptions(ours, reading);
  addOperands(ours, reading);
  if (reading.table.special !== undefined) specialEffects[reading.table.special](ours, reading, call);
  if (ours.hosts.items.length > 0 || !ours.hosts.complete) addProxies(ours, call);
  merge(draft, ours, reading.dryRun);
  return closeDraft(draft);
}

function addRedirects(draft: Draft, call: Call): void {
  for (const { op, target } of call.redirects) {
    if (op === "<" || op === "<>") addPath(draft, "reads", target);
    if (op === ">" || op === ">>" || op === ">|" || op === "&>" || op === "&>>" || op === "<>")
      addPath(draft, "writes", target);
  }
}

/** Values of options, by what the table says of them. */
function addOptions(draft: Draft, { options }: OptionReading): void {
  for (const { row, value, on } of options)
    if (on && value !== null) for (const role of row.is ?? []) addRole(draft, role, value);
}

function addOperands(draft: Draft, reading: OptionReading): void {
  const { operands, table } = reading;
  const { first = [], firstUnless, each = [], last, lastUnless, none } = table.operands ?? {};
  const given = reading.options.filter(({ on }) => on);
  const made = given.flatMap(({ row }) => row.makes ?? []);
  const unmade = given.flatMap(({ row }) => row.unmakes ?? []);
  const isGiven = (flags: readonly string[] | undefined): boolean =>
    flags?.some((flag) => hasOption(reading, flag)) === true;
  const lead = isGiven(firstUnless) ? [] : first;
  const hasLast = last !== undefined && !isGiven(lastUnless) && operands.length > 1;
  const add = (word: Word, roles: readonly Role[]): void => {
    for (const role of new Set(roles)) if (!unmade.includes(role)) addRole(draft, role, word);
  };
  operands.forEach((word, i) => {
    const leading = lead[i];
    if (leading !== undefined) add(word, leading.length > 0 ? [...leading, ...made] : []);
    else if (hasLast && i === operands.length - 1) add(word, last);
    else add(word, [...each, ...made]);
  });
  if (operands.length === 0 && none !== undefined) add({ kind: "literal", text: none.text }, none.roles);
}

const proxyVariables = [
  "http_proxy",
  "https_proxy",
  "all_proxy",
  "ftp_proxy",
  "HTTP_PROXY",
  "HTTPS_PROXY",
  "ALL_PROXY",
  "FTP_PROXY",
];

/** A proxy of the environment sees what goes to any host. */
function addProxies(draft: Draft, call: Call): void {
  for (const name of proxyVariables) {
    const value = Object.hasOwn(call.env, name) ? call.env[name] : undefined;
    if (value === undefined || value.text === "") continue;
    if (value.kind === "literal") draft.hosts.items.push(...hostsOfUrl(value.text));
    else addHost(draft, value);
  }
}

/** A call that only says what it would do reads and asks, but changes nothing. */
function merge(draft: Draft, ours: Draft, dryRun: boolean): void {
  for (const name of ["reads", "writes", "deletes", "uploads"] as const) {
    if (dryRun && name !== "reads") continue;
    draft[name].items.push(...ours[name].items);
    draft[name].maybe.push(...ours[name].maybe);
    draft[name].complete &&= ours[name].complete;
  }
  draft.hosts.items.push(...ours.hosts.items);
  draft.hosts.maybe.push(...ours.hosts.maybe);
  draft.hosts.complete &&= ours.hosts.complete;
  draft.sendsInput ||= ours.sendsInput && !dryRun;
  draft.sendsOutput ||= ours.sendsOutput && !dryRun;
}

/** What is not in the tables may read any file it is given and contact any address. */
function addUnknownWords(draft: Draft, call: Call): void {
  for (const word of call.args) {
    if (word.kind === "dynamic") continue;
    const value = word.text.startsWith("-") ? /^--?[A-Za-z][\w-]*=(.+)$/s.exec(word.text)?.[1] : word.text;
    if (value === undefined || value === "") continue;
    if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(value)) draft.hosts.maybe.push(...hostsOfUrl(value));
    else addMaybe(draft, "reads", value.startsWith("@") ? value.slice(1) : value);
  }
}
