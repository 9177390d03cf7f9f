// The names in archives, and archives that are broken, huge or something else.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { decodeListing } from "../../src/language/listing.ts";
import { listArchive } from "../../src/runtime/machine/archives/list-archive.ts";
import { paxRecord, tarMember, tarOf, zipOf } from "./archive-bytes.ts";
import { temporaryFolder } from "./hand-made-bundle.ts";

const folder = temporaryFolder();
let made = 0;

function namesOf(bytes: Buffer): unknown {
  const path = join(folder, `archive-${made++}`);
  writeFileSync(path, bytes);
  const answer = listArchive(path);
  return answer === null || answer === undefined ? answer : decodeListing(answer);
}

const whole = (...entries: string[]) => ({ entries, isWhole: true });
const part = (...entries: string[]) => ({ entries, isWhole: false });
const long = `${"deep/".repeat(60)}file.txt`;

describe("tar", () => {
  it.each<[string, Buffer, unknown]>([
    ["plain", tarOf({ name: "a.txt", content: "x".repeat(700) }, { name: "b/c" }), whole("a.txt", "b/c")],
    ["folders", tarOf({ name: "d", type: "5" }, { name: "e/", type: "5" }), whole("d/", "e/")],
    ["prefix", tarOf({ name: "file", prefix: "some/where" }), whole("some/where/file")],
    [
      "GNU long name",
      tarOf({ name: "././@LongLink", type: "L", content: `${long}\0` }, { name: "cut" }, { name: "b" }),
      whole(long, "b"),
    ],
    [
      "pax path",
      tarOf(
        { name: "x", type: "x", content: paxRecord("mtime", "1") + paxRecord("path", "ü/\n.env") },
        { name: "cut" },
      ),
      whole("ü/\n.env"),
    ],
    ["pax for all", tarOf({ name: "g", type: "g", content: paxRecord("comment", "x") }, { name: "a" }), whole("a")],
    ["link inside", tarOf({ name: "l", type: "2", link: "a/b" }), whole("l")],
    [
      "link that leads out",
      tarOf({ name: "l", type: "2", link: "../../etc" }, { name: "l/passwd" }),
      part("l", "l/passwd"),
    ],
    ["absolute hard link", tarOf({ name: "l", type: "1", link: "/etc/passwd" }), part("l")],
    ["gzip", gzipSync(tarOf({ name: "a" })), whole("a")],
    ["without an end", tarMember({ name: "a" }), whole("a")],
    ["cut in the second header", tarOf({ name: "a" }, { name: "b" }).subarray(0, 700), part("a")],
    ["broken second header", Buffer.concat([tarMember({ name: "a" }), Buffer.alloc(512, 7)]), part("a")],
    ["name with a zero", tarOf({ name: "x", type: "x", content: paxRecord("path", "a\0b") }, { name: "cut" }), part()],
    ["no archive", Buffer.alloc(2048, "text"), undefined],
    ["empty", Buffer.alloc(0), undefined],
    ["broken gzip", gzipSync(tarOf({ name: "a" })).subarray(0, 40), undefined],
    ["gzip bomb", gzipSync(Buffer.alloc(64 * 1024 * 1024)), undefined],
    ["xz", Buffer.from([0xfd, 0x37, 0x7a, 0x58, 0x5a, 0, 0, 0]), undefined],
  ])("%s", (_, bytes, expected) => {
    expect(namesOf(bytes)).toEqual(expected);
  });

  it("has at most 4,096 names", () => {
    const bytes = tarOf(...Array.from({ length: 5000 }, (_, i) => ({ name: `f${i}` })));
    const found = namesOf(bytes) as { entries: readonly string[]; isWhole: boolean };
    expect([found.entries.length, found.isWhole]).toEqual([4096, false]);
  });

  it("a size that leads past the end ends the list", () => {
    const bytes = tarMember({ name: "a" });
    expect(namesOf(Buffer.concat([bytes, Buffer.alloc(100)]))).toEqual(part("a"));
  });
});

describe("zip", () => {
  it.each<[string, Buffer, unknown]>([
    ["plain", zipOf(["a.txt", "d/", "d/b"]), whole("a.txt", "d/", "d/b")],
    ["comment", zipOf(["a"], { comment: "PK\x05\x06 not the end" }), whole("a")],
    ["backslashes", zipOf(["d\\b"]), whole("d/b")],
    ["names that lead out", zipOf(["../../.bashrc", "/etc/passwd"]), whole("../../.bashrc", "/etc/passwd")],
    ["link", zipOf(["l"], { mode: 0o120777 }), part("l")],
    ["fewer than it says", zipOf(["a"], { count: 3 }), part("a")],
    ["name with a zero", zipOf(["a\0b"]), part()],
    ["cut", zipOf(["a", "b"]).subarray(0, 60), undefined],
    ["empty", zipOf([]), whole()],
  ])("%s", (_, bytes, expected) => {
    expect(namesOf(bytes)).toEqual(expected);
  });

  it("has at most 4,096 names", () => {
    const found = namesOf(zipOf(Array.from({ length: 5000 }, (_, i) => `f${i}`))) as { entries: readonly string[] };
    expect(found.entries.length).toBe(4096);
  });
});

it("a file that is not there is absent, a folder is unknown", () => {
  mkdirSync(join(folder, "d"));
  expect(listArchive(join(folder, "none"))).toBeNull();
  expect(listArchive(join(folder, "d"))).toBeUndefined();
});
