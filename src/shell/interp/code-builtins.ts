// Builtins that run text or change what runs: `eval`, `source`, `trap`, `alias`, `exec`, and those that exit.

import { isProgramCode } from "../effects/listings.ts";
import { addFlow, type Frame, type Output, silent } from "../expand/reader.ts";
import { addExternal, fileAt, fill, pathKey, recordUnknown } from "../expand/record.ts";
import { childOf, descriptorAt, jump, jumps, land, mergeMaybe, opened, put, stateOf } from "../expand/scope.ts";
import type { Redirect } from "../syntax/model.ts";
import { concat, cut, known, type Text } from "../syntax/text.ts";
import { argsOf, type Builtin, done } from "./builtin.ts";
import { runCode } from "./code.ts";
import { diskText } from "./disk-files.ts";
import { follow } from "./follow.ts";
import type { Running } from "./invoke.ts";
import { runStdin } from "./shells.ts";
import { unwrap } from "./wrappers.ts";

export const evaluate: Builtin = (running) => {
  const { frame, call, invocation } = running;
  const args = argsOf(running);
  const words = args[0]?.text === "--" ? args.slice(1) : args;
  if (words.length === 0) return done;
  const code = concat(words.flatMap((text, i) => (i === 0 ? [text] : [known(" "), text])));
  for (const { call: from, by: way } of code.from) addFlow(frame.reader, { from, to: call.id, by: way, into: "code" });
  const [only] = words;
  if (words.length === 1 && only !== undefined && isProgramCode(only)) {
    addExternal("script", only.text, call, frame);
    return { ...silent, text: null, status: "unknown" };
  }
  const redirects = [...frame.redirects, ...invocation.redirects];
  return runCode(
    code,
    { label: "eval", parameters: null, process: false },
    { ...frame, redirects, feed: invocation.feed },
  );
};

export const source: Builtin = (running) => {
  const { frame, call, invocation } = running;
  const target = argsOf(running)[0];
  if (target === undefined) return null;
  const rest = argsOf(running).slice(1);
  if (target.why !== null) {
    addExternal("script", target.text, call, frame);
    return { ...silent, text: null, status: "unknown" };
  }
  const key = pathKey(target.text, frame);
  if (key === "/dev/fd/0") return runStdin(running, "source");
  const file = fileAt(frame, key);
  const parameters = rest.length > 0 ? rest : null;
  for (const from of file?.writers ?? [])
    addFlow(frame.reader, { from, to: call.id, by: file?.by ?? "file", into: "code" });
  if (file === undefined || file.text === null) return sourceDisk(running, target.text, parameters);
  if (!file.isCertain) addExternal("script", target.text, call, frame);
  const before = stateOf(frame.scope);
  const options = { label: "source", parameters, process: false };
  const output = runCode(file.text, options, { ...frame, feed: invocation.feed });
  land(frame.scope, jumps.return, before);
  return output;
};

/** `source x` where the line does not write x. */
function sourceDisk({ frame, call, invocation }: Running, file: string, parameters: readonly Text[] | null): Output {
  const text = diskText(file, frame);
  const options = { label: `source ${file}`, parameters, process: false, file };
  const before = stateOf(frame.scope);
  const output =
    typeof text !== "string"
      ? null
      : follow(
          {
            kind: "script",
            name: file,
            call,
            path: pathKey(file, frame),
            isProcess: false,
            hasArguments: parameters !== null,
          },
          frame,
          (inner) => runCode(known(text), options, { ...inner, feed: invocation.feed }),
        );
  land(frame.scope, jumps.return, before);
  if (output !== null) return output;
  addExternal("script", file, call, frame);
  return { ...silent, text: null, status: "unknown" };
}

export const trap: Builtin = (running) => {
  const args = argsOf(running).filter(({ text }) => text !== "--");
  const code = args[0];
  if (code === undefined || args.length < 2 || code.text === "-" || code.text === "" || /^-[lp]/.test(code.text))
    return done;
  // It runs later, or never: what it changes may hold for what follows.
  const scope = childOf(running.frame.scope);
  const frame = { ...running.frame, scope, conditional: true };
  const output = runCode(code, { label: "trap", parameters: null, process: false }, frame);
  mergeMaybe(running.frame.scope, [scope]);
  return { ...done, calls: output.calls };
};

export const makeAlias: Builtin = (running) => {
  for (const text of argsOf(running)) {
    const found = /^(?!-)([^=\s]+)=/.exec(text.prefix === "" ? text.text : text.prefix);
    if (found === null) continue;
    put(running.frame.scope, `a ${found[1] ?? ""}`, { kind: "alias", texts: [cut(text, found[0].length)] });
  }
  return done;
};

/** `compgen -C command` runs it, and `-W words` is expanded. */
export const compgen: Builtin = (running) => {
  const args = argsOf(running);
  const frame = { ...running.frame, conditional: true };
  args.forEach((text, i) => {
    const flag = args[i - 1]?.text ?? "";
    if (!/^-[CFW]$/.test(flag)) return;
    const code = flag === "-W" ? concat([known(": "), text]) : text;
    runCode(code, { label: `compgen ${flag}`, parameters: [], process: true }, frame);
  });
  return null;
};

/** `fc -s`, `fc -e -`: an earlier command runs again. */
export const again: Builtin = (running) => {
  if (argsOf(running).some(({ text }) => /^-[se]/.test(text)))
    recordUnknown(running.invocation.text, "an earlier command", running.frame);
  return null;
};

export const leave =
  (by: number): Builtin =>
  ({ frame, call }) => {
    const count = call.args[0];
    const far = by <= jumps.break && count !== undefined && count.text !== "1";
    jump(frame.scope, far ? jumps.return : by, !far);
    return { ...silent, status: "unknown" };
  };

/** What a descriptor of the shell was opened for, or the pipe it refers to. */
function copiedFrom(fd: number, frame: Frame): Redirect | null {
  const known = opened(frame.scope, fd);
  if (known !== null) return known;
  const path = `/dev/fd/${fd}`;
  const isPipe = (descriptorAt(frame.scope, path)?.readers.length ?? 0) > 0;
  return isPipe ? { fd, op: ">", target: { kind: "literal", text: path } } : null;
}

/** `exec` with redirections only changes the shell's own descriptors. */
export const exec: Builtin = (running) => {
  const { frame, invocation, call, reading } = running;
  // `exec -c 3> x`: options alone run nothing.
  const isBare = reading?.operands.length === 0 && call.args.every(({ kind }) => kind === "literal");
  if (call.args.length > 0 && !isBare) {
    const output = unwrap(running);
    jump(frame.scope, jumps.exit, true);
    return output;
  }
  for (const redirect of invocation.redirects) {
    const { fd, op, target } = redirect;
    if (op.startsWith("<<")) continue;
    const copied = op === "dup" && target.text !== "-" ? copiedFrom(Number.parseInt(target.text, 10), frame) : null;
    frame.reader.opens = true;
    put(frame.scope, `fd ${fd}`, { kind: "open", redirect: op === "dup" ? copied && { ...copied, fd } : redirect });
  }
  const { feed } = invocation;
  if (invocation.redirects.some(({ fd, op }) => fd === 0 && (op.startsWith("<") || op === "dup"))) {
    fill(frame, "/dev/fd/0", {
      text: feed.text,
      writers: feed.calls,
      readers: [],
      by: "descriptor",
    });
  }
  return done;
};
