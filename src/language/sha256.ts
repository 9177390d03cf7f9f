// The hash that verifies and names bundles, sessions and logs.

import { createHash } from "node:crypto";

/** The sha256 of some bytes, as 64 hexadecimal digits. */
export const sha256Hex = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");
