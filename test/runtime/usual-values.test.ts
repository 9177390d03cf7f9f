// Times and paths in their usual spellings are read in a shorter way; the answer is that of the long one.

import fc from "fast-check";
import { expect, test } from "vitest";
import { timeOf } from "../../src/runtime/engine/event/usual-time.ts";
import { normal } from "../../src/runtime/engine/paths/paths.ts";
import { seeded } from "../seeded.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^[0-9]{${length}}$`));
const parts = fc.tuple(digits(4), digits(2), digits(2), digits(2), digits(2), digits(2));
const end = fc.constantFrom("Z", ".123Z", ".12Z", "", "+01:00", ".1234Z", "z", ".12aZ", " ", "ZZ");
const written = fc
  .tuple(parts, end)
  .map(
    ([[year, month, day, hour, minute, second], end]) => `${year}-${month}-${day}T${hour}:${minute}:${second}${end}`,
  );
const real = fc
  .date({ min: new Date("0000-01-01T00:00:00Z"), max: new Date("9999-12-31T23:59:59Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

test("a time is what Node reads in it", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        written,
        real,
        real.map((text) => text.replace(/\.\d+/, "")),
      ),
      (text) => {
        expect(timeOf(text)).toBe(Date.parse(text));
      },
    ),
    seeded("times", 5000),
  );
});

/** One name after the other, as a shell goes. */
function walked(path: string): string {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return `/${names.join("/")}`;
}

const name = fc.constantFrom("a", "b c", "..", ".", "", "...", "x".repeat(90), ".x", "a..");

test("a path is where its names lead, short or long", () => {
  fc.assert(
    fc.property(fc.array(name, { maxLength: 9 }), (names) => {
      const path = `/${names.join("/")}`;
      expect(normal(path)).toBe(walked(path));
    }),
    seeded("paths", 2000),
  );
});
