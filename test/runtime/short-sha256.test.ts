// Short inputs are hashed as Node would.

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { shortSha256 } from "../../src/runtime/short-sha256.ts";

const byNode = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

it("is the hash of the standard's examples", () => {
  expect(shortSha256(Buffer.from("abc"))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(shortSha256(Buffer.from("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))).toBe(
    "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1",
  );
});

it("is that of Node for every length around the ends of blocks", () => {
  for (let length = 0; length < 300; length++) {
    const bytes = Buffer.alloc(length, length);
    expect(shortSha256(bytes), String(length)).toBe(byNode(bytes));
  }
});

it("is that of Node for any bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000, size: "max" }), (bytes) => shortSha256(bytes) === byNode(bytes)),
    { numRuns: 300, seed: 3 },
  );
});
