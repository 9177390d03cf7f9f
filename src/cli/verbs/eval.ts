// `policyc eval`: loads a bundle like a runtime does and decides one event.

import { resolve } from "node:path";
import { Option } from "commander";
import { safeJson } from "../../compiler/diagnostics/report/visible.ts";
import type { Scope } from "../../language/contract.ts";
import { type LoadedPolicy, loadPolicy } from "../../runtime/index.ts";
import { callInJson, eventOfWords, textAt } from "../ask/read-call.ts";
import { refused } from "../base/bundle-refused.ts";
import { type CliError, cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { explanationPage } from "../show/explanation-page.ts";
import { writePage } from "../show/html/write-page.ts";
import { decisionText } from "../show/show-decision.ts";
import { explanationText, traceRules } from "../show/show-explanation.ts";
import { type DefineVerb, formatOption, knownTarget, scopes } from "./verb.ts";

interface EvalOptions {
  readonly command?: string;
  readonly explain?: boolean;
  readonly html?: string;
  readonly target?: string;
  readonly scope: string;
  readonly revision?: string;
  readonly format: string;
}

export const defineEval: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Decides one event with a bundle and shows the decision with its reasons. Exits 1 if something failed.",
    )
    .argument("<bundle>", "the folder that `policyc build` wrote")
    .argument("[event]", "a file with one event or one agent's payload, or - for stdin", "-")
    .option("--command <line>", "decide this command line instead of an event")
    .option("--explain", "show why each rule at this point did or did not fire")
    .option("--html <file>", "with --explain: also write an HTML page with every condition coloured by its truth value")
    .option("--target <target>", "the agent that would carry out the decision", knownTarget)
    .addOption(new Option("--scope <scope>", "the scope to load it with").choices(scopes).default("user"))
    .option("--revision <hash>", "the only revision to accept")
    .addOption(formatOption(["pretty", "json"]))
    .action(async (bundle: string, event: string, options: EvalOptions) =>
      finish(await evaluate(bundle, event, options, io)),
    );
};

async function evaluate(bundle: string, event: string, options: EvalOptions, io: Io): Promise<Exit> {
  if (options.html !== undefined && options.explain !== true) {
    io.stderr.write("error: `--html` needs `--explain`\n");
    return exit.usage;
  }
  const read = await readEvent(event, options, io);
  if ("cliError" in read) return failWith(read.cliError, io);
  try {
    const policy = await loadPolicy(resolve(io.cwd, bundle), {
      scope: options.scope as Scope,
      ...(options.target !== undefined && { target: options.target }),
      ...(options.revision !== undefined && { revision: options.revision }),
    });
    return await show(policy, read.event, options, io);
  } catch (error) {
    return refused(error, bundle, io);
  }
}

async function show(policy: LoadedPolicy, event: unknown, options: EvalOptions, io: Io): Promise<Exit> {
  const isJson = options.format === "json";
  const explanation = options.explain ? policy.explain(event) : null;
  const decision = explanation?.decision ?? (await policy.decide(event));
  const traces = explanation === null ? null : traceRules(explanation, policy.manifest);
  await policy.close();
  const { manifest } = policy;
  const page =
    options.html === undefined || traces === null ? null : explanationPage({ event, decision, traces, manifest });
  const unwritten = page === null || options.html === undefined ? null : await writePage(options.html, page, io);
  if (isJson) io.stdout.write(`${safeJson(traces === null ? decision : { decision, rules: traces })}\n`);
  else io.stdout.write(`${decisionText(decision)}${traces === null ? "" : explanationText(traces)}`);
  if (unwritten !== null) return failWith(unwritten, io);
  return decision.failures.length > 0 ? exit.findings : exit.clean;
}

type ReadEvent = { readonly event: unknown } | { readonly cliError: CliError };

/** An agent's payload becomes the event that its hook would decide. */
async function readEvent(path: string, { command }: EvalOptions, io: Io): Promise<ReadEvent> {
  if (command !== undefined) return { event: eventOfWords({ command }, io.cwd, "eval") };
  const found = await textAt(path, io);
  if ("cliError" in found) return found;
  const { text, where } = found;
  const call = callInJson(text, where, null, io.env);
  if ("cliError" in call || call.event !== undefined) return call;
  const [event] = call.events;
  const why = `${call.host} waits for no decision about it`;
  return event === undefined ? { cliError: cliError("P833", { where, why }) } : { event };
}
