// Hosts in the words of a command: addresses with and without a scheme, `user@host`, `host:path`, numeric addresses.
// A host is returned in lower case, without user, port, brackets and final dot; a numeric address is returned dotted.

/** The hosts that a word may refer to. Two where programs disagree about the reading. */
export function hostsOfUrl(text: string): readonly string[] {
  const address = text.trim().replace(/[\t\r\n]/g, "");
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):(?:\/\/|\\\\|\/)?/.exec(address);
  if (scheme !== null && /^(?:file|data|about|blob|mailto)$/i.test(scheme[1] ?? "")) return [];
  const isAddress =
    scheme !== null && (/^[^:]+:[\\/]/.test(address) || /^(?:https?|ftps?|wss?|ssh|git|s3|gs)$/i.test(scheme[1] ?? ""));
  const rest = isAddress ? address.slice(scheme[0].length).replace(/^[\\/]+/, "") : address;
  return hostsOfAuthority(rest);
}

/** `user@host:port/path`: a backslash ends the host for some programs and not for others. */
function hostsOfAuthority(rest: string): readonly string[] {
  const found = new Set<string>();
  for (const end of rest.includes("\\") ? [/[/?#]/, /[/?#\\]/] : [/[/?#]/]) {
    const authority = rest.split(end, 1)[0] ?? "";
    const at = authority.lastIndexOf("@");
    const host = hostOf(authority.slice(at + 1));
    if (host !== null) found.add(host);
  }
  return [...found];
}

/** A bare host, optionally with user and port. */
export function hostOf(text: string): string | null {
  let host = text.slice(text.lastIndexOf("@") + 1);
  if (host.startsWith("[")) host = host.slice(1, host.includes("]") ? host.indexOf("]") : undefined);
  else if (host.split(":").length === 2) host = host.slice(0, host.indexOf(":"));
  host = withoutEnd(
    ascii(
      decode(host)
        .toLowerCase()
        .replace(/[\u3002\uff0e\uff61]/g, "."),
    ).replace(/%.*$/s, ""),
    ".",
  );
  if (host === "" || /[\s/]/.test(host)) return null;
  return host.includes(":") ? mapped(host) : (dotted(host) ?? host);
}

function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Letters beyond ASCII as the network sees them, if the platform supports the conversion. */
function ascii(host: string): string {
  if (/^[\x20-\x7e]*$/.test(host)) return host;
  const wide = host.normalize("NFKC");
  if (typeof URL === "undefined") return wide;
  try {
    return new URL(`https://${wide}/`).hostname;
  } catch {
    return wide;
  }
}

/** `::ffff:127.0.0.1` is the address it contains. */
function mapped(host: string): string {
  const inner = /^(?:0*:)*:?ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(host);
  if (inner !== null) return inner[1] ?? host;
  const pair = /^(?:0*:)*:?ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/.exec(host);
  if (pair === null) return host;
  const high = Number.parseInt(pair[1] ?? "0", 16);
  const low = Number.parseInt(pair[2] ?? "0", 16);
  return `${high >> 8}.${high & 255}.${low >> 8}.${low & 255}`;
}

/** IPv4 as programs accept it: one to four numbers, decimal, octal or hexadecimal. */
function dotted(host: string): string | null {
  const parts = host.split(".");
  if (parts.length > 4) return null;
  const numbers: number[] = [];
  for (const part of parts) {
    if (/^0x[0-9a-f]*$/.test(part)) numbers.push(Number.parseInt(part.slice(2) || "0", 16));
    else if (/^0[0-7]+$/.test(part)) numbers.push(Number.parseInt(part, 8));
    else if (/^\d+$/.test(part)) numbers.push(Number.parseInt(part, 10));
    else return null;
  }
  const last = numbers.pop() ?? 0;
  if (last >= 256 ** (4 - numbers.length) || numbers.some((number) => number > 255)) return null;
  const bytes = [...numbers];
  for (let i = 3 - numbers.length; i >= 0; i--) bytes.push(Math.floor(last / 256 ** i) % 256);
  return bytes.join(".");
}

/** `user@host:path`, `host:path`, `[::1]:path`, `rsync://host/x`: the host and the path there, or null for a local path. */
export function remotePlace(text: string): { readonly hosts: readonly string[]; readonly path: string } | null {
  const scheme = /^[A-Za-z][A-Za-z0-9+.-]*:\/\//.exec(text);
  if (scheme !== null) {
    if (/^file:/i.test(text)) return null;
    const rest = text.slice(scheme[0].length);
    return { hosts: hostsOfUrl(text), path: rest.includes("/") ? rest.slice(rest.indexOf("/")) : "" };
  }
  const colon = machineEnd(text);
  if (colon <= 0) return null;
  const host = hostOf(text.slice(0, colon));
  return host === null ? null : { hosts: [host], path: text.slice(colon + 1) };
}

/** Where the host name ends: at a colon before any slash, after brackets if there are any. */
function machineEnd(text: string): number {
  const bracket = text.indexOf("[");
  const before = bracket === -1 ? "" : text.slice(0, bracket);
  if (bracket === 0 || (before.endsWith("@") && !/[/:]/.test(before))) {
    const end = text.indexOf("]:", bracket);
    return end === -1 ? -1 : end + 1;
  }
  const colon = text.indexOf(":");
  const slash = text.indexOf("/");
  return slash !== -1 && slash < colon ? -1 : colon;
}

/** A repository as git accepts it: an address or `host:path`; nothing when it is a path or the name of a remote. */
export function hostsOfRepository(text: string): readonly string[] {
  // `ext::` and other helpers run a program; the rest is an address for it.
  const helper = /^[A-Za-z0-9]+::(.*)$/s.exec(text);
  const address = helper === null ? text : (helper[1] ?? "");
  return remotePlace(address)?.hosts ?? [];
}

/** A text without trailing repetitions of one character. */
export function withoutEnd(text: string, character: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === character) end--;
  return text.slice(0, end);
}
