// Variables that a call sets for later ones: `export LD_PRELOAD=x`, and those it writes into a file that shells and
// tools read at startup: `echo LD_PRELOAD=x >> .env`.

import type { Call, Word } from "../syntax/model.ts";

const startFile =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[\w.-]+\.env|\.envrc|\.(?:bash|zsh|ksh|csh|tcsh)rc|\.z(?:profile|shenv|login)|\.bash_(?:profile|login|aliases)|\.profile|\.login|environment|\.pam_environment|\.npmrc)$/;
/** The loader loads what these name into every program. */
const loaderFile = /^\/etc\/ld\.so\.(?:preload|conf(?:\.d\/.*)?)$/;
const assignment =
  /^[ \t]*(?:export[ \t]+|declare[ \t]+-x[ \t]+|set[ \t]+-gx[ \t]+|setenv[ \t]+)?([A-Za-z_]\w*)[= ](.*)$/gm;
const MOST = 2048;

const none: readonly { readonly name: string; readonly value: Word }[] = [];

export function writtenVariables(
  call: Call,
  program: string | null,
): readonly { readonly name: string; readonly value: Word }[] {
  if (program !== null && exporting.has(program)) return exported(call);
  if (program !== null && managers.has(program)) return handedTo(call.args);
  if (call.redirects.length === 0 && program !== "tee") return none;
  const targets = program === "tee" ? call.args.map(({ text }) => text) : [];
  for (const { op, target } of call.redirects) if (op.includes(">")) targets.push(target.text);
  if (targets.some((path) => loaderFile.test(path)))
    return [{ name: "LD_PRELOAD", value: { kind: "literal", text: "/etc/ld.so.preload" } }];
  if (!targets.some((path) => startFile.test(path))) return none;
  const found: { name: string; value: Word }[] = [];
  for (const [, name = "", text = ""] of writtenText(call, program).matchAll(assignment))
    found.push({ name, value: { kind: "literal", text: text.trim().replace(/^(["'])(.*)\1$/, "$2") } });
  return found;
}

/** Builtins that pass variables on to every later program. */
const exporting: ReadonlySet<string> = new Set(["export", "declare", "typeset", "setenv"]);

function exported({ program, args }: Call): readonly { readonly name: string; readonly value: Word }[] {
  const isHandedDown = /^(?:export|setenv)$/.test(program.text) || args.some(({ text }) => /^-\w*x/.test(text));
  return isHandedDown ? pairsIn(args) : none;
}

const pairsIn = (words: readonly Word[]): readonly { readonly name: string; readonly value: Word }[] =>
  words.flatMap((word) => {
    const [whole, name = ""] = /^([A-Za-z_]\w*)=/.exec(word.text) ?? [];
    return whole === undefined ? [] : [{ name, value: { ...word, text: word.text.slice(whole.length) } }];
  });

/** Programs that pass variables on to everything they start later. */
const managers: ReadonlySet<string> = new Set(["systemctl", "tmux", "launchctl"]);

/** `systemctl set-environment A=b`, `tmux setenv -g A b`. */
function handedTo(args: readonly Word[]): readonly { readonly name: string; readonly value: Word }[] {
  const at = args.findIndex(({ text }) => /^set-?env(?:ironment)?$/.test(text));
  if (at === -1) return none;
  const words = args.slice(at + 1).filter(({ text }) => !text.startsWith("-"));
  const [first, second] = words;
  if (first !== undefined && second !== undefined && !first.text.includes("="))
    return [{ name: first.text, value: second }];
  return pairsIn(words);
}

/** The arguments of `echo` and `printf`, or the text that passes through. */
function writtenText({ args, stdin }: Call, program: string | null): string {
  const isPrinted = program === "echo" || program === "printf";
  const text = isPrinted
    ? args.map((word) => word.text).join(program === "echo" ? " " : "\n")
    : stdin.from === "inherit"
      ? ""
      : (stdin.text?.text ?? "");
  return text.slice(0, MOST).replaceAll("\\n", "\n");
}
