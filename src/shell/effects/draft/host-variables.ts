// Variables that determine where a program connects: proxies, package registries, servers of clients.

import { noEnvironment } from "../../expand/record.ts";
import type { ProgramTable } from "../../programs/table/program-table.ts";
import type { Call, Word } from "../../syntax/model.ts";
import { hostsOfUrl } from "../../syntax/urls.ts";
import type { Draft } from "./draft.ts";
import { addHost } from "./effect-draft.ts";
import { registryHosts } from "./registries.ts";

/** A proxy sees the traffic to any host. */
const proxies: ReadonlySet<string> = new Set(
  "http_proxy https_proxy all_proxy ftp_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY npm_config_proxy npm_config_https_proxy npm_config_noproxy PIP_PROXY".split(
    " ",
  ),
);

/** Whether a list of names, some with a `*`, includes a variable. */
function isAmong(name: string, names: readonly string[] | undefined): boolean {
  if (names === undefined) return false;
  for (const one of names) {
    const star = one.indexOf("*");
    if (star === -1 ? one === name : name.startsWith(one.slice(0, star)) && name.endsWith(one.slice(star + 1)))
      return true;
  }
  return false;
}

/** Adds the hosts that the variables of a call make it contact. */
export function addVariableHosts(draft: Draft, call: Call, table: ProgramTable, connects: boolean): void {
  if (call.env === noEnvironment) return;
  for (const name in call.env) {
    const value = call.env[name];
    if (value !== undefined && value.text !== "") addVariableHost(draft, name, value, table, connects);
  }
}

function addVariableHost(draft: Draft, name: string, value: Word, table: ProgramTable, connects: boolean): void {
  if (proxies.has(name)) {
    if (connects || draft.mayContact()) addServer(draft, value);
  } else if (isAmong(name, table.registryVariables)) addAddresses(draft, value);
  else if (isAmong(name, table.serverVariables)) addServer(draft, value);
}

/** `export PIP_INDEX_URL=...`: from now on packages come from there. */
export function addRegistrySettings(
  draft: Draft,
  operands: readonly Word[],
  registryVariables: readonly string[],
): void {
  for (const word of operands) {
    const name = /^([\w:]+)\+?=/.exec(word.text);
    if (name !== null && isAmong(name[1] ?? "", registryVariables))
      addAddresses(draft, { ...word, text: word.text.slice(name[0].length) });
  }
}

/** One address or a list of them: `https://a.example,direct`. A word that is not an address names no host. */
function addAddresses(draft: Draft, value: Word): void {
  const found = value.text.match(/\b[a-z][a-z0-9+.-]{0,20}:\/\/[^\s,|;]+/gi) ?? [];
  for (const address of found) draft.hosts.items.push(...registryHosts(address));
  if (found.length === 0 && value.kind === "dynamic") draft.hosts.complete = false;
}

/** A socket in the file system is not a host. */
const localSocket = /^(?:unix|npipe|fd|ssh\+unix):|^\//;

function addServer(draft: Draft, value: Word): void {
  if (localSocket.test(value.text)) return;
  // `rest:https://host/` of restic.
  if (value.kind === "literal") draft.hosts.items.push(...hostsOfUrl(value.text.replace(/^rest:(?=https?:)/, "")));
  else addHost(draft, value);
}
