// `policyc import` without arguments: what there is to import, and the commands that import it.

import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { parseSource } from "../../compiler/import/permissions/parse-source.ts";
import { permissionAgents } from "../../hosts/permission-files.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { findFiles, readSource } from "./find-sources.ts";

export async function survey(io: Io): Promise<Exit> {
  const files = findFiles(io, undefined);
  const lines: { readonly from: string; readonly file: string; readonly says: string }[] = [];
  for (const file of files) {
    const source = await readSource(file, io);
    const from = file.kind.from;
    if ("exit" in source) {
      lines.push({ from, file: file.place, says: source.text.trim() });
      continue;
    }
    const parsed = parseSource(source.text, source.kind.syntax);
    const name = source.file.split("/").at(-1) ?? "";
    const read = "error" in parsed ? null : source.kind.read(parsed.value, { level: source.level, name });
    const says =
      read === null
        ? `cannot be read: ${"error" in parsed ? parsed.error : ""}`
        : [
            counted(read.permissions.length, "permission"),
            ...(read.hooks.length === 0 ? [] : [counted(read.hooks.length, "hook")]),
            ...(read.problems.length === 0 ? [] : [counted(read.problems.length, "remark")]),
          ].join(", ");
    if (read === null || read.permissions.length + read.hooks.length + read.problems.length > 0)
      lines.push({ from, file: source.file, says });
  }
  if (lines.length === 0)
    return failWith(cliError("P813", { where: "here or in the home folder", agents: permissionAgents.join(", ") }), io);
  const width = (key: "from" | "file"): number => Math.max(...lines.map((line) => visible(line[key]).length));
  const [froms, names] = [width("from"), width("file")];
  const rows = lines.map(
    ({ from, file, says }) => `  ${from.padEnd(froms)}  ${visible(file).padEnd(names)}  ${visible(says)}`,
  );
  const agents = [...new Set(lines.map(({ from }) => from))];
  const commands = agents.map((from) => `  policyc import --from ${from} -o policies/${from}.policy`);
  io.stdout.write(`Found:\n${rows.join("\n")}\n\nImport them, each as a policy of its own:\n${commands.join("\n")}\n`);
  return exit.clean;
}
