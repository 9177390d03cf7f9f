// The hash that bundles, sessions and logs are verified and named by.

import { createHash } from "node:crypto";

/** The sha256 of some bytes, as 64 hexadecimal digits. */
export const sha256Hex = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
