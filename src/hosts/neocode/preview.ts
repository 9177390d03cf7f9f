// NeoCode's previews of arguments and results: secrets are masked first and the text is cut afterwards, so that no half of a
// secret is left at the end.

import { isSecretKey, maskJson, maskSecrets } from "../../language/masks/mask.ts";
import { parseStrictText } from "../../language/strict-json.ts";

const ARGUMENTS_LIMIT = 512;
const RESULT_LIMIT_BYTES = 256;
const MASK = "***";
/** Text beyond this length would be cut from the preview anyway. */
const TEXT_LIMIT = 65_536;

/** At most 512 characters of a call's arguments, without its secrets. */
export function argumentsPreview(text: string): string {
  const plain = text.trim();
  const parsed = plain.startsWith("{") || plain.startsWith("[") ? parseStrictText(plain) : { error: "text" };
  const masked = "value" in parsed ? JSON.stringify(maskJson(parsed.value).value) : maskText(plain);
  return [...masked.slice(0, 2 * ARGUMENTS_LIMIT)].slice(0, ARGUMENTS_LIMIT).join("");
}

/** At most 256 bytes of a result, never cut inside a character. */
export function resultPreview(text: string): string {
  const bytes = new TextEncoder().encode(text.slice(0, RESULT_LIMIT_BYTES)).subarray(0, RESULT_LIMIT_BYTES);
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes, { stream: true });
}

/** A pair starts at the beginning of a word, so that a long word is scanned only once. */
const pair = /(?<![\w.-])([\w.-]{1,64})\s{0,4}[:=]\s{0,4}("[^"\n]{0,4096}"|'[^'\n]{0,4096}'|[^\s,;&]{1,4096})/g;

function maskText(text: string): string {
  const shown = text
    .slice(0, TEXT_LIMIT)
    .replace(pair, (whole, key: string) => (isSecretKey(key) ? `${key}=${MASK}` : whole));
  return maskSecrets(shown);
}
