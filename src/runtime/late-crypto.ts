// Node's cryptography, loaded when it is needed: a hook process takes longer to load it than for all else it does, and most
// hooks need but a few short hashes, which are made without it.

import { lateModule } from "./late-module.ts";
import { shortSha256 } from "./short-sha256.ts";

type Crypto = typeof import("node:crypto");

let loaded: Crypto | null = null;

export function crypto(): Crypto {
  loaded ??= lateModule<Crypto>("node:crypto");
  return loaded;
}

/** Loading takes about as long as hashing some times as much. */
const SHORT_BYTES = 4096;

/** The sha256 of some bytes, as 64 hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array | string): string {
  const given = typeof bytes === "string" ? Buffer.from(bytes) : bytes;
  if (loaded === null && given.length <= SHORT_BYTES) return shortSha256(given);
  return crypto().createHash("sha256").update(given).digest("hex");
}
