// What counts as a secret, in one table: messages, logs, previews and reports all mask by it.
// Every pattern is linear: bounded or single-class repeats, no nesting.

const MASK = "***";

/** Keys whose value is masked whatever it looks like. Compared in lower case without `-`, `_` and blanks. */
const secretKeys =
  /(?:passw(?:or)?d|passphrase|secret|token|apikey|accesskey|privatekey|authorization|credential|cookie|sessionkey|signature|connectionstring)/;

/** Keys that look like the above and are not secret. */
const harmlessKeys =
  /^(?:max|min|num|total|count|input|output|prompt|completion)?tokens?(?:count|limit|used|usage|budget)?s?$/;

const HARMLESS_WORD = "tokens";

/** Shapes of tokens that are secret wherever they occur. */
const shapes: readonly { readonly name: string; readonly pattern: RegExp; readonly by: string }[] = [
  {
    name: "private key block",
    pattern: /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g,
    by: MASK,
  },
  { name: "AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, by: MASK },
  { name: "GitHub token", pattern: /\bgh[pousr]_[A-Za-z0-9]{16,255}/g, by: MASK },
  { name: "GitHub fine-grained token", pattern: /\bgithub_pat_[A-Za-z0-9_]{16,255}/g, by: MASK },
  { name: "GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{16,255}/g, by: MASK },
  { name: "model API key", pattern: /\bsk-[A-Za-z0-9_-]{16,255}/g, by: MASK },
  { name: "Slack token", pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,255}/g, by: MASK },
  { name: "Google API key", pattern: /\bAIza[0-9A-Za-z_-]{35}/g, by: MASK },
  { name: "npm token", pattern: /\bnpm_[A-Za-z0-9]{36}/g, by: MASK },
  { name: "Hugging Face token", pattern: /\bhf_[A-Za-z0-9]{20,255}/g, by: MASK },
  { name: "Stripe key", pattern: /\b[rs]k_(?:live|test)_[A-Za-z0-9]{10,255}/g, by: MASK },
  { name: "DigitalOcean token", pattern: /\bdo[opr]_v1_[a-f0-9]{32,255}/g, by: MASK },
  {
    name: "JSON web token",
    pattern: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4096}\.[A-Za-z0-9_-]{8,8192}\.[A-Za-z0-9_-]{0,4096}/g,
    by: MASK,
  },
  { name: "bearer header", pattern: /\b(bearer|basic) [A-Za-z0-9._~+/=-]{8,4096}/gi, by: `$1 ${MASK}` },
  { name: "password in an address", pattern: /(:\/\/[^/\s:@]{0,256}:)[^/\s@]{1,256}@/g, by: `$1${MASK}@` },
];

/**
 * `key=value`, `key: value`, `--key value` with a secret-looking key. Begins at the secret-looking word and takes the rest of
 * the key at once (the lookahead cannot be backtracked into), so that a long run of such words stays linear.
 */
const assignment =
  /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|credential)(?=([A-Za-z0-9_.-]{0,64}))\1["']?(?:\s{0,4}[=:]\s{0,4}|\s{1,4})("[^"\n]{1,4096}"|'[^'\n]{1,4096}'|[^\s"'&;,|<>(){}]{1,4096})/gi;

/** Any hint of a secret: most text has none, and then nothing else is tried. */
const hint =
  /passw|passphrase|secret|token|key|credential|AKIA|ASIA|gh[pousr]_|github_pat_|glpat-|sk-|xox|AIza|npm_|hf_|k_live_|k_test_|do[opr]_v1_|eyJ|bearer |basic |:\/\//i;

/** The text with everything that looks like a secret replaced by `***`. */
export function maskSecrets(text: string): string {
  if (!hint.test(text)) return text;
  let masked = text;
  for (const shape of shapes) masked = masked.replace(shape.pattern, shape.by);
  return masked.replace(assignment, (whole, _rest: string, value: string, at: number, all: string) => {
    const head = whole.slice(0, whole.length - value.length);
    const key = keyStart(all, at) + head.replace(/["'\s=:]+$/, "");
    return isSecretKey(key) && !isFlag(value) ? head + MASK : whole;
  });
}

/** What comes before the secret-looking word in the same key: `max_` of `max_tokens`. */
function keyStart(text: string, end: number): string {
  return /[A-Za-z0-9_.-]*$/.exec(text.slice(Math.max(0, end - 64), end))?.[0].replace(/^-+/, "") ?? "";
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
