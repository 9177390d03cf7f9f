// Signs besides options that a call only prints information: a final `help` argument, or a variable that makes it a dry run.

import type { Call, Word } from "../../syntax/model.ts";
import type { GivenOption } from "./options.ts";
import type { ProgramTable } from "./program-table.ts";

/** `aws rds delete-db-instance help`. After an option that no table lists, the word may be its value. */
export function asksForHelp(
  { helpWord }: ProgramTable,
  args: readonly Word[],
  operands: readonly Word[],
  unlisted: readonly string[],
): boolean {
  const last = args.at(-1);
  return helpWord !== undefined && unlisted.length === 0 && last?.text === helpWord && operands.at(-1) === last;
}

/** `npm_config_dry_run=true npm publish`. Arguments take precedence over variables. */
export function isDryByVariable(
  { dryRunVariables }: ProgramTable,
  options: readonly GivenOption[],
  env: Call["env"] | undefined,
): boolean {
  if (dryRunVariables === undefined || env === undefined) return false;
  if (options.some(({ row }) => row.meaning === "dry-run")) return false;
  return dryRunVariables.some((name) => {
    const value = Object.hasOwn(env, name) ? env[name] : undefined;
    return value?.kind === "literal" && /^(?:true|1)$/.test(value.text);
  });
}
