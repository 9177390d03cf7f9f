// From flags to compiler options.

import type { CompileOptions } from "../../compiler/index.ts";
import type { Scope } from "../../language/contract.ts";
import type { Io } from "./io.ts";
import { packsDir } from "./packs-dir.ts";

export interface CompileFlags {
  readonly scope?: string;
  readonly target?: readonly string[];
  /** Commander's form of `--no-run`. */
  readonly run?: boolean;
}

/** Commander restricts the scope to its three choices. */
export function compileOptions(flags: CompileFlags, io: Io): CompileOptions {
  return {
    cwd: io.cwd,
    packsDir: packsDir(),
    requireRules: true,
    ...(flags.scope !== undefined && { scope: flags.scope as Scope }),
    ...(flags.target !== undefined && { targets: flags.target }),
    ...(flags.run === false && { noRun: true }),
  };
}
