// Where hooks are asked: the built command line and bundles in a folder of their own.

import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export interface Built {
  readonly dir: string;
  readonly revision: string;
}

export interface Place {
  /** Absolute, real, and gone afterwards. */
  readonly folder: string;
  readonly cli: string;
  readonly state: string;
  policy(name: string, text: string): Promise<Built>;
}

/** One place for the tests of a file. */
export function hookPlace(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-hook-")));
  beforeAll(() => cpSync(join(process.env.POLICYC_TEST_PARTS ?? "", "program"), folder, { recursive: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return {
    folder,
    cli: join(folder, "policyc.cjs"),
    state: join(folder, "state"),
    async policy(name, text) {
      writeFileSync(join(folder, `${name}.policy`), text);
      const dir = join(folder, name);
      const built = await buildBundle([`${name}.policy`], {
        cwd: folder,
        packsDir: join(root, "policies"),
        outDir: dir,
      });
      if (built.revision === null) throw new Error(built.diagnostics.map(({ message }) => message).join("\n"));
      return { dir, revision: built.revision };
    },
  };
}
