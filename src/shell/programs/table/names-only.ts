// Calls that print only the names of variables, not their values: `cut -d= -f1 .env`, `awk -F= '{print $1}' .env`.

import type { Word } from "../../syntax/model.ts";
import { hasOption, type OptionReading, optionValues } from "./options.ts";
import type { ProgramTable } from "./program-table.ts";

const value = (reading: OptionReading, flag: string): string => optionValues(reading, flag)[0]?.text ?? "";

/** Lines that fit, of each the first field: `/^A/ {print $1}`, `{if ($1 ~ /A/) print $1}`. */
const printsFirst =
  /^\s*(?:!?\/[^/]{0,80}\/|NF|\$1\s*!?~\s*\/[^/]{0,80}\/)?\s*\{\s*(?:if\s*\(\s*\$1\s*!?~\s*\/[^/]{0,80}\/\s*\)\s*)?print\s+\$1\s*;?\s*\}\s*$/;

/** Programs that can do this. */
const ways: { readonly [N in NonNullable<ProgramTable["namesOnly"]>]: (reading: OptionReading) => boolean } = {
  cut: (reading) => value(reading, "-d") === "=" && value(reading, "-f") === "1" && !hasOption(reading, "--complement"),
  awk: (reading) => {
    const code = reading.operands[0]?.kind === "literal" ? reading.operands[0].text : "";
    const begin = /^\s*BEGIN\s*\{\s*FS\s*=\s*"="\s*;?\s*\}\s*;?/.exec(code)?.[0] ?? "";
    return (value(reading, "-F") === "=" || begin !== "") && printsFirst.test(code.slice(begin.length));
  },
  // `s/=.*//`, `s/=.*/=***/`: everything after the `=` is removed.
  sed: (reading) => {
    const scripts = optionValues(reading, "-e");
    const [script, more] = scripts.length > 0 ? scripts : reading.operands;
    const isOnly = scripts.length === 1 || (scripts.length === 0 && script !== undefined && more !== undefined);
    return isOnly && !hasOption(reading, "-n") && /^s([/|#,])=\.\*\1[^&\\/|#,]*\1g?$/.test(script?.text ?? "");
  },
  grep: (reading) =>
    hasOption(reading, "-o") &&
    !hasOption(reading, "-v") &&
    optionValues(reading, "-e").length === 0 &&
    /^\^(?:\[(?:\^=|A-Za-z_|A-Z_|A-Z0-9_|A-Za-z0-9_|a-zA-Z_|a-zA-Z0-9_|\^#=|\^=#)\]|\\w)[*+]=?$/.test(
      reading.operands[0]?.text ?? "",
    ),
};

/** In other files a line without `=`, such as a key, would be shown as a whole. */
export const holdsVariables = ({ kind, text }: Word): boolean =>
  kind === "literal" && /(?:^|\/)(?:\.env(?:\.[\w-]+)*|\.envrc|[\w-]+\.env)$/.test(text);

export const showsNamesOnly = ({ namesOnly }: ProgramTable, reading: OptionReading): boolean =>
  namesOnly !== undefined && ways[namesOnly](reading);
