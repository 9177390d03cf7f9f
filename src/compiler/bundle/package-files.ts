// The package as a whole: in a checkout (src/compiler/bundle) or beside the built module (dist).

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The version of the compiler, as its package states it. */
export function compilerVersion(): string {
  for (const place of ["../package.json", "../../../package.json"]) {
    const file = pathTo(place);
    if (!existsSync(file)) continue;
    const { name, version } = JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
    if (name === "policyc" && typeof version === "string") return version;
  }
  throw new Error("policyc's package.json was not found beside the compiler");
}

const pathTo = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
