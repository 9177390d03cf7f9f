// Private keys as blocks of text, masked from the first line to the END line, whatever is between: encrypted keys have headers.

import { MASK } from "./secret-shapes.ts";

const begin = /-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/g;
/** What a block that was cut off may contain. */
const body = /[A-Za-z0-9+/=\s\\:,.()-]*/y;
/** A mention of the first line alone is no key. */
const FEWEST = 16;

/** The key of PuTTY: its lines follow their number. */
const puttyLines = /(Private-Lines: \d{1,3}\s{1,4})[A-Za-z0-9+/=\s]{1,65536}/g;

export function maskKeyBlocks(text: string): string {
  return maskPemBlocks(text.includes("Private-Lines: ") ? text.replace(puttyLines, `$1${MASK}\n`) : text);
}

function maskPemBlocks(text: string): string {
  if (!text.includes("PRIVATE KEY")) return text;
  const ends = new Map<string, number>();
  let masked = "";
  let done = 0;
  for (const found of text.matchAll(begin)) {
    if (found.index < done) continue;
    const start = found.index + found[0].length;
    const end = endOf(text, found[1] ?? "", start, ends);
    if (end === null) continue;
    masked += text.slice(done, found.index) + MASK;
    done = end;
  }
  return masked + text.slice(done);
}

/** Where the block ends; null when there is none. Each END line is looked for once, so that many first lines stay linear. */
function endOf(text: string, label: string, start: number, ends: Map<string, number>): number | null {
  const line = `-----END ${label}-----`;
  let at = ends.get(line) ?? -2;
  if (at !== -1 && at < start) at = text.indexOf(line, start);
  ends.set(line, at);
  if (at !== -1) return at + line.length;
  body.lastIndex = start;
  const end = start + (body.exec(text)?.[0].length ?? 0);
  return end - start >= FEWEST ? end : null;
}
