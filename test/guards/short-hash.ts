import { createHash } from "node:crypto";

/** Enough to notice a change, short enough to read. */
export const shortHash = (content: string | Uint8Array): string =>
  createHash("sha256").update(content).digest("hex").slice(0, 16);
