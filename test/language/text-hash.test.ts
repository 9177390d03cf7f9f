import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { textHash } from "../../src/language/text-hash.ts";

describe("the hash of a text", () => {
  it.each([0, 1, 3, 55, 56, 57, 63, 64, 65, 119, 120, 1000, 65_536])(
    "is the SHA-256 of its bytes: %d characters",
    (length) => {
      const text = "aé€".repeat(length).slice(0, length);
      expect(textHash(text)).toBe(`sha256:${createHash("sha256").update(text).digest("hex")}`);
    },
  );
});
