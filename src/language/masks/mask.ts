// What counts as a secret, in one table: messages, logs, previews and reports all mask by it.
// Every pattern is linear: bounded or single-class repeats, no nesting.

import { maskKeyBlocks } from "./key-blocks.ts";
import { maskOptions } from "./secret-options.ts";
import { MASK, secretShapes } from "./secret-shapes.ts";

/** Keys whose value is masked whatever it looks like. Compared in lower case without `-`, `_` and blanks. */
const secretKeys =
  /(?:passw(?:or)?d|passphrase|secret|token|apikey|accesskey|privatekey|keydata|authorization|credential|cookie|sessionkey|signature|connectionstring)|^"?auth$|(?:become|db|user|admin|root|ssh|sudo|smtp|mail)pass$/;

/** Keys that look like the above and are not secret. */
const harmlessKeys =
  /^(?:max|min|num|total|count|input|output|prompt|completion)?tokens?(?:count|limit|used|usage|budget)?s?$/;

const HARMLESS_WORD = "tokens";

/**
 * `key=value`, `key: value`, `--key value`, `<key>value<`, `'key', 'value'` with a secret-looking key. Begins at the secret-looking word and takes the rest of
 * the key at once (the lookahead cannot be backtracked into), so that a long run of such words stays linear.
 */
const assignment =
  /(?:passw(?:or)?d|_pass|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|key-data|credential|"auth)(?=([A-Za-z0-9_.-]{0,64}))\1["']?(?:\s{0,4}[=:,>]\s{0,4}|\s{1,4})("[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'&;,|<>(){}]{1,4096})/gi;

/** `STRIPE_KEY=...`, `DB_PASS=...`: variables whose names end like those of secrets. */
const variable =
  /\b([A-Z][A-Z0-9_]{0,64}_(?:KEY|PASS|PWD|AUTH|DSN|CREDS)=)(?=[^\s$])("[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'&;|<>()]{1,4096})/g;
const openVariable = /^(?:\w+_)?(?:PUBLIC|CACHE|PRIMARY|SORT|FOREIGN|PARTITION|HOST|ROW|GROUP|SSH_PUBLIC)_KEY=$/;

/** Any hint of a secret: most text has none, and then nothing else is tried. */
const hint = new RegExp(
  [
    'passw|passphrase|secret|token|key|credential|"auth|_pass|_(?:PWD|AUTH|DSN|CREDS)=',
    ...new Set(secretShapes.map((shape) => shape.hint)),
  ].join("|"),
  "i",
);

/** The text with everything that looks like a secret replaced by `***`. */
export function maskSecrets(text: string): string {
  const plain = maskOptions(text);
  if (!hint.test(plain)) return plain;
  let masked = maskKeyBlocks(plain);
  for (const { pattern, by } of secretShapes) masked = masked.replace(pattern, by);
  masked = masked.replace(variable, (whole, head: string) => (openVariable.test(head) ? whole : head + MASK));
  return masked.replace(assignment, (whole, _rest: string, value: string, at: number, all: string) => {
    const head = whole.slice(0, whole.length - value.length);
    const key = keyStart(all, at) + head.replace(/["'\s=:,>]+$/, "");
    return isSecretKey(key) && isSecretValue(key, head, value, all.charAt(at + whole.length)) ? head + MASK : whole;
  });
}

/** `$VAR`, `${VAR}`, `$(command)`: where a secret is, not the secret. */
const reference = /^["']?\$(?:[A-Za-z_{(]|$)/;
const looksRandom = /^(?=.*\d)(?=.*[A-Za-z])\S{8,}$|^(?=.*[a-z][A-Z])\S{12,}$/;

/** Whether what follows a secret-looking key is its value, and not another word, code or a place in a file. */
function isSecretValue(key: string, head: string, value: string, next: string): boolean {
  if (isFlag(value) || reference.test(value) || next === "(") return false;
  // `kubectl get secret db`: without a sign between them, only an option or a random text makes it a value.
  if (/[A-Za-z0-9_.-]\s+$/.test(head)) return key.startsWith("-") || looksRandom.test(value);
  // `secret-manager.ts:14`, and a list of names: `token, user`.
  if (head.endsWith(":") && /\.\w+$/.test(key)) return !/^\d{1,6}$/.test(value);
  return !/,\s*$/.test(head) || /^["']/.test(value);
}

/** What comes before the secret-looking word in the same key: `max_` of `max_tokens`. */
function keyStart(text: string, end: number): string {
  return /[A-Za-z0-9_.-]*$/.exec(text.slice(Math.max(0, end - 64), end))?.[0] ?? "";
}

/** In `--token --verbose` the next word is another flag, not the secret. */
function isFlag(value: string): boolean {
  return value.startsWith("-") && value.length < 32;
}

export function isSecretKey(key: string): boolean {
  const plain = key.toLowerCase().replace(/[-_.\s]/g, "");
  if (plain.endsWith(HARMLESS_WORD) && harmlessKeys.test(plain)) return false;
  return secretKeys.test(plain);
}

/** A JSON value with secrets masked, and where: `input.env.API_KEY`. Depth is bounded by the event check. */
export function maskJson(value: unknown): { readonly value: unknown; readonly masked: readonly string[] } {
  const masked: string[] = [];
  return { value: maskAt(value, "", masked, 0), masked };
}

const DEPTH = 80;

function maskAt(value: unknown, place: string, masked: string[], depth: number, secret = false): unknown {
  if (depth > DEPTH) {
    masked.push(place);
    return MASK;
  }
  if (secret && (typeof value === "number" || (typeof value === "string" && value !== ""))) {
    masked.push(place);
    return MASK;
  }
  if (typeof value === "string") {
    const text = maskSecrets(value);
    if (text !== value) masked.push(place);
    return text;
  }
  if (Array.isArray(value))
    return value.map((item, i) =>
      maskAt(item, `${place}[${i}]`, masked, depth + 1, secret || isAfterKey(value[i - 1], item)),
    );
  if (typeof value !== "object" || value === null) return value;
  const isPair = "name" in value && typeof value.name === "string" && isSecretKey(value.name);
  const entries = Object.entries(value).map(([key, item]): [string, unknown] => {
    const shown = maskSecrets(key);
    const inner = place === "" ? shown : `${place}.${shown}`;
    return [shown, maskAt(item, inner, masked, depth + 1, secret || isSecretKey(key) || (isPair && key === "value"))];
  });
  return Object.fromEntries(entries);
}

/** In argv and in header pairs the secret follows its key: `["--password", "x"]`. */
function isAfterKey(before: unknown, item: unknown): boolean {
  if (typeof before !== "string" || before.length > 64 || !/^[\w.-]+$/.test(before)) return false;
  return isSecretKey(before) && typeof item === "string" && !isFlag(item);
}
