// What the compiler makes of every shipped pack and what the packs decide, as hashes: a change that was meant to be a move or a
// rename changes none. One file, so that the packs are built once. UPDATE=1 writes the hashes anew.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "vitest";
import { expectText } from "../harness.ts";
import { builtPacks } from "./built-packs.ts";
import { decisionLines } from "./decisions.ts";
import { shortHash } from "./short-hash.ts";

const COLUMNS = ["policy.ts", "ir.json", "manifest.json"] as const;

/** The manifest names the other files by hash, and those that hold the runtime change with it. */
function comparable(file: string, text: string): string {
  if (file !== "manifest.json") return text;
  const { files, revision, ...rest } = JSON.parse(text);
  return JSON.stringify(rest);
}

it("shipped packs compile to the same code, IR and manifest", async () => {
  const rows = (await builtPacks()).map(({ name, dir }) => {
    const hashes = COLUMNS.map((file) => shortHash(comparable(file, readFileSync(join(dir, file), "utf8"))));
    return [...hashes, name].join("  ");
  });
  const head = [...COLUMNS.map((file) => file.padEnd(16)), "pack"].join("  ");
  expectText("guards/expected-packs.txt", `${head}\n${rows.join("\n")}\n`);
});

it("shipped packs decide the same about every set of events", async () => {
  const plain = (await builtPacks()).filter(({ isPlain }) => isPlain);
  const lines: string[] = [];
  for (const [at, pack] of plain.entries()) lines.push(...(await decisionLines(pack, at)));
  expectText("guards/expected-decisions.txt", `${lines.join("\n")}\n`);
});
