// `policyc mcp-proxy`: runs between an MCP client and one server, and decides every tool call.

import { resolve } from "node:path";
import { Option } from "commander";
import { visibleLines } from "../../compiler/diagnostics/report/visible.ts";
import type { Scope } from "../../language/contract.ts";
import { loadPolicy } from "../../runtime/index.ts";
import { serverName } from "../../service/mcp/server-name.ts";
import { refused } from "../base/bundle-refused.ts";
import { cliError, failWith, reasonOf } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type DefineVerb, scopes } from "./verb.ts";

interface ProxyOptions {
  readonly bundle: string;
  readonly name?: string;
  readonly scope: string;
  readonly revision?: string;
}

export const defineMcpProxy: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Starts an MCP server and relays its messages on stdin and stdout. Every tool call is decided before it is made and after it returns.",
    )
    .usage("--bundle <dir> [options] -- <server> [args...]")
    .argument("<server...>", "the server's command, after --")
    .requiredOption("--bundle <dir>", "the folder that `policyc build` wrote")
    .option("--name <server>", "the server's name in rules (default: derived from its command)")
    .addOption(new Option("--scope <scope>", "the scope to load the bundle with").choices(scopes).default("user"))
    .option("--revision <hash>", "the only revision to accept")
    .action(async (command: string[], options: ProxyOptions) => finish(await start(command, options, io)));
};

async function start(command: readonly string[], options: ProxyOptions, io: Io): Promise<Exit> {
  const [program = "", ...args] = command;
  const notice = (text: string): void => io.stderr.write(visibleLines(`policyc mcp-proxy: ${text}\n`));
  let policy: Awaited<ReturnType<typeof loadPolicy>>;
  try {
    policy = await loadPolicy(resolve(io.cwd, options.bundle), {
      target: "mcp-proxy",
      scope: options.scope as Scope,
      workdir: io.cwd,
      ...(options.revision !== undefined && { revision: options.revision }),
    });
  } catch (error) {
    return refused(error, options.bundle, io);
  }
  try {
    // Imported here, because nothing else needs the protocol's packages.
    const { runProxy } = await import("../../service/mcp/run.ts");
    const name = options.name ?? serverName(command);
    const ended = await runProxy({ policy, name, command: [program, ...args], cwd: io.cwd, env: io.env, notice });
    if (ended === "client") return exit.clean;
    notice(`the server ${name} has exited`);
    return exit.cliError;
  } catch (error) {
    return failWith(cliError("P889", { command: program, why: reasonOf(error) }), io);
  } finally {
    await policy.close();
  }
}
