// Programs that connect: `curl --resolve`, `wget -P`, `ssh -J`, `nc host port`, `socat TCP:host:port`.

import { hasOption, type OptionReading, optionValues } from "../programs/table/options.ts";
import type { Call, Word } from "../syntax/model.ts";
import { hostsOfUrl, remotePlace } from "../syntax/urls.ts";
import type { Draft } from "./draft/draft.ts";
import { addHost, addPath, addRole, addUrl, literal } from "./draft/effect-draft.ts";
import { below, type SpecialEffects } from "./draft/special-effect.ts";

/** The file that an address is saved to. */
function fileOf(url: Word): Word {
  const path = url.text.replace(/^[A-Za-z][A-Za-z0-9+.-]*:\/\//, "").split(/[?#]/, 1)[0] ?? "";
  const name = path.includes("/") ? path.slice(path.lastIndexOf("/") + 1) : "";
  const text = name === "" ? "index.html" : name;
  return /[$`*?[]/.test(text) ? { ...url, text } : literal(text);
}

export const curl: SpecialEffects = (draft, reading, call) => {
  if (reading.table.name !== "curl") return httpie(draft, reading, call);
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

const methods = /^(?:get|post|put|patch|delete|head|options|[A-Z]+)$/i;

/** `http POST host field=value file@path field=@path`. */
function httpie(draft: Draft, reading: OptionReading, call: Call): void {
  if (call.stdin.from !== "inherit" && !hasOption(reading, "--ignore-stdin")) draft.sendsInput = true;
  const isMethod = methods.test(reading.operands[0]?.text ?? "") && reading.operands.length > 1;
  const [address, ...words] = isMethod ? reading.operands.slice(1) : reading.operands;
  // `:3000/x` is this machine.
  if (address !== undefined && !/^:(?:\d|\/|$)/.test(address.text)) addUrl(draft, address);
  for (const word of words) {
    const file = /^[^@=:]*(?::=|=)?@(.+)$/s.exec(word.text)?.[1];
    if (file !== undefined) addPath(draft, "uploads", { ...word, text: file });
  }
}

export const wget: SpecialEffects = (draft, reading) => {
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
export const ssh: SpecialEffects = (draft, reading) => {
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

/** Commands on standard input, in a command file, or in an option. */
export const sftp: SpecialEffects = (draft, reading, call) => {
  if (reading.table.name === "sftp") ssh(draft, reading, call);
  const { stdin } = call;
  if (stdin.from !== "inherit" && stdin.text !== undefined) addRole(draft, "commands", stdin.text);
  else if (stdin.from !== "inherit" || hasOption(reading, "-b")) draft.uploads.complete = false;
};

/** `nc host port`; `mail user@host`. */
export const netcat: SpecialEffects = (draft, reading) => {
  draft.sendsInput = true;
  if (hasOption(reading, "-U")) addPath(draft, "writes", reading.operands[0]);
  if (hasOption(reading, "-l") || hasOption(reading, "-U")) return;
  const isMail = reading.table.name.includes("mail") || /^(?:mutt|msmtp|swaks|s-nail)$/.test(reading.table.name);
  for (const word of isMail ? reading.operands : reading.operands.slice(0, 1)) addHost(draft, word);
};

const socketAddress =
  /^(?:TCP|UDP|SCTP|OPENSSL|SSL|TLS|DTLS)[46]?(?:-CONNECT|-SENDTO|-DATAGRAM|-CLIENT)?:([^:,]+|\[[^\]]*\])/i;

/** `TCP:host:port`, `PROXY:proxy:host:port`, `OPEN:file`. */
export const socat: SpecialEffects = (draft, { operands }) => {
  draft.sendsInput = true;
  for (const word of operands) {
    const host = socketAddress.exec(word.text)?.[1];
    const hosts = /^(?:PROXY|SOCKS\w*)(?:-CONNECT)?:([^:,]+):([^:,]+)/i.exec(word.text);
    const file = /^(?:FILE|OPEN|GOPEN|CREATE|CREAT|UNIX(?:-CONNECT|-CLIENT|-SENDTO)?):([^,]+)/i.exec(word.text)?.[1];
    if (host !== undefined) addHost(draft, { ...word, text: host });
    else if (hosts !== null) addAddress(draft, [hosts[1] ?? "", hosts[2] ?? ""]);
    else if (file !== undefined)
      for (const list of ["uploads", "writes"] as const) addPath(draft, list, { ...word, text: file });
  }
};
export const openssl: SpecialEffects = (draft, reading) => {
  const { operands } = reading;
  // With `-noout` a key is only checked, unless it is shown as text.
  if (hasOption(reading, "-noout") && !hasOption(reading, "-text")) draft.reads.items.length = 0;
  draft.sendsInput = operands[0]?.text === "s_client";
  if (draft.sendsInput && operands[1] !== undefined) addHost(draft, operands[1]);
  if (/^(?:dgst|sha\d+|md5)$/.test(operands[0]?.text ?? ""))
    for (const word of operands.slice(1)) addPath(draft, "reads", word);
};
