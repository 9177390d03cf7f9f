// A folder with one policy in it, for tests that compile a text.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll } from "vitest";

export const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));

const folders: string[] = [];
afterAll(() => folders.map((folder) => rmSync(folder, { recursive: true, force: true })));

export function folderWith(file: string, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "policyc-rules-"));
  folders.push(folder);
  writeFileSync(join(folder, file), text);
  return folder;
}
