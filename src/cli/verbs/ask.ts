// `policyc ask`: what the policy in force, a bundle or a policy file decides about one call.

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { Option, type OutputConfiguration } from "commander";
import { safeJson, visible } from "../../compiler/diagnostics/report/visible.ts";
import { inProject } from "../../hosts/basics.ts";
import type { Scope } from "../../language/contract.ts";
import { askBundle, type Question } from "../../service/ask.ts";
import { findBundle } from "../ask/find-bundle.ts";
import { type AskedWords, callInJson, eventOfWords, textAt } from "../ask/read-call.ts";
import { answerJson, answerText } from "../ask/show-answer.ts";
import { refused } from "../base/bundle-refused.ts";
import { type CliError, cliError, failWith } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type DefineVerb, formatOption, knownTarget, scopes } from "./verb.ts";

interface AskOptions extends AskedWords {
  readonly file?: string;
  readonly session?: string;
  readonly bundle?: string;
  readonly policy?: string;
  readonly agent?: string;
  readonly scope: string;
  readonly format: string;
}

const NOTES = `
Asks the policy that is in force in this folder: the installed bundle, else .policyc/bundle, else the policies here.
Sessions are read and never changed. A command asked here belongs to a new session; --session names another.
Rules that start external programs start them, as the hook does.

Exit codes: 0 the call proceeds; 1 it does not (refused, asked about, answered in its place), or the bundle is refused;
2 the command line or the policy is wrong; 3 something cannot be read.`;

export const defineAsk: DefineVerb = (command, io, finish) => {
  command
    .description("Says what the policy decides about a command, a file, an address, a prompt or an agent's payload.")
    .argument("[command...]", "a command line in quotes, an address (https://...), or - for stdin")
    .option("--command <line>", "ask about a command line, whatever it begins with")
    .option("--read <path>", "ask about reading a file")
    .option("--write <path>", "ask about writing a file")
    .option("--content <text>", "with --write: the text to write (default: none)")
    .option("--url <address>", "ask about fetching an address")
    .option("--prompt <text>", "ask about a prompt of the user")
    .option("--file <file>", "a file with an agent's payload, or an event in policyc's own form; - for stdin")
    .option("--session <id>", "the session to ask in")
    .option("--agent <agent>", "the agent that would ask; shows the reply in its own format", knownTarget)
    .option("--bundle <folder>", "the bundle to ask")
    .option("--policy <file>", "the policy to ask: a file, a folder, or a pack such as profile/standard")
    .addOption(new Option("--scope <scope>", "the scope to load it with").choices(scopes).default("user"))
    .addOption(formatOption(["pretty", "json"]))
    .addHelpText("after", NOTES)
    .configureOutput(withQuotes(command.configureOutput()))
    .action(async (words: readonly string[], options: AskOptions) => finish(await ask(words, options, io)));
};

/** `policyc ask git push -f`: what is unknown to policyc may be an option of the command. */
const withQuotes = (output: OutputConfiguration): OutputConfiguration => ({
  ...output,
  outputError: (text, write) => {
    output.outputError?.(text, write);
    if (text.includes("unknown option"))
      write("an option of the command that you ask about? put the command in quotes\n");
  },
});

async function ask(words: readonly string[], options: AskOptions, io: Io): Promise<Exit> {
  const call = await callOf(words, options, io);
  if ("cliError" in call) return failWith(call.cliError, io);
  if (options.bundle !== undefined && options.policy !== undefined)
    return failWith(unclear("name a bundle or a policy, not both"), io);
  const found = await findBundle(options, io);
  if ("cliError" in found) return failWith(found.cliError, io);
  const { dir, revision, state, says } = found;
  const agent = options.agent ?? ("host" in call ? call.host : (found.agent ?? "policyc"));
  const question: Question = {
    ...{ bundle: dir, revision, state, agent, scope: options.scope as Scope, cwd: io.cwd },
    environment: inProject({ ...io.env }, agent, io.cwd),
    call: "host" in call ? { payload: call.payload } : { event: call.event },
  };
  try {
    const asked = await askBundle(question);
    const isReplyWanted = options.agent !== undefined || "host" in call;
    io.stdout.write(
      options.format === "json" ? `${safeJson(answerJson(asked, says))}\n` : answerText(asked, says, isReplyWanted),
    );
    const [word = ""] = words;
    if (options.format !== "json" && existsSync(resolve(io.cwd, word)) && word !== "")
      io.stdout.write(`\n${fileNote(visible(word))}\n`);
    return asked.decided?.decision.proceed === true ? exit.clean : exit.findings;
  } catch (error) {
    return refused(error, shownPath(dir, io), io);
  } finally {
    await found.close();
  }
}

/** A file by its name alone is asked about as a command, which it may be as well. */
const fileNote = (path: string): string =>
  `this was asked as a command; about the file: policyc ask --read ${path}, or --write ${path}`;

type FoundCall =
  | { readonly event: NonNullable<ReturnType<typeof eventOfWords>> }
  | { readonly payload: string; readonly host: string }
  | { readonly cliError: CliError };

const unclear = (why: string): CliError => cliError("P834", { why });

const BRACE = "text that begins with `{` must be an event or a payload in JSON; for a command use `--command`";

/** The one call that the command line names. */
async function callOf([words, ...more]: readonly string[], options: AskOptions, io: Io): Promise<FoundCall> {
  if (more.length > 0) return { cliError: unclear("put the command in quotes") };
  const { command, read, write, content, url, prompt, file } = options;
  const given = [words, command, read, write, url, prompt, file].filter((one) => one !== undefined);
  if (given.length > 1) return { cliError: unclear("it is about several calls; ask about one at a time") };
  if (content !== undefined && write === undefined) return { cliError: unclear("`--content` needs `--write`") };
  if (given.length === 0 && io.stdin.isTty)
    return {
      cliError: cliError("P834", {
        why: "name a command in quotes, or one of --read, --write, --url, --prompt, --file",
      }),
    };
  const session = options.session ?? `policyc-ask-${randomUUID()}`;
  const event = (call: AskedWords): FoundCall => {
    if (call.command?.trim() === "") return { cliError: unclear("the command is empty") };
    const made = eventOfWords(call, io.cwd, session);
    return made === null ? { cliError: unclear("it names no call") } : { event: made };
  };
  if (words !== undefined && words !== "-" && !words.trimStart().startsWith("{"))
    return event(isAddress(words) ? { url: words } : { command: words });
  if (given.length === 1 && file === undefined && words === undefined) return event(options);
  const text = await (words?.trimStart().startsWith("{") === true
    ? { text: words, where: "the command line" }
    : textAt(file ?? "-", io));
  if ("cliError" in text) return text;
  const agent = options.agent ?? null;
  if (file === undefined && !text.text.trimStart().startsWith("{"))
    return event({ command: text.text.replace(/\r?\n$/, "") });
  const call = callInJson(text.text, text.where, agent, io.env);
  return words !== undefined && words !== "-" && "cliError" in call ? { cliError: unclear(BRACE) } : call;
}

/** A single word that can only be an address: with blanks it would be a command. */
const isAddress = (words: string): boolean => /^https?:\/\/\S+$/i.test(words);
