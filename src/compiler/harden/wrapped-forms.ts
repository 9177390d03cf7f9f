// Forms of a text that is one simple command: behind programs that run their arguments, and all at once in braces.

import { builtins } from "../../shell/interp/builtins.ts";
import { around, form, type Spelling } from "./form.ts";
import type { SourceText } from "./source-commands.ts";

/** Prefixes, and the program each brings along. */
const wrappers: readonly (readonly [prefix: string, adds: string])[] = [
  ["sudo", "sudo"],
  ["sudo -u root --", "sudo"],
  ["env", "env"],
  ["env -u UNUSED A=1", "env"],
  ["nohup", "nohup"],
  ["nice -n 5", "nice"],
  ["timeout 60", "timeout"],
  ["timeout -k 5 60s", "timeout"],
  ["stdbuf -oL", "stdbuf"],
  ["setsid", "setsid"],
  ["command", "command"],
  ["exec", "exec"],
  ["time", "time"],
  ["!", ""],
  ["sudo env A=1 nice timeout 60", "sudo"],
];

/** Builtins that no program stands for: nothing but the shell itself can run them. */
const shellOnly = new Set([
  ...builtins.keys(),
  "exit",
  "return",
  "alias",
  "unalias",
  "umask",
  "ulimit",
  "hash",
  "bg",
  "fg",
]);
const alsoPrograms: ReadonlySet<string> = new Set(["printf", "echo", "true", "false", "test", "[", "kill", "pwd"]);

/** Can another program start it? */
export const isProgram = (name: string): boolean => !shellOnly.has(name) || alsoPrograms.has(name);

export function wrappedForms({ text, commands, isSimple }: SourceText): readonly Spelling[] {
  const [command] = commands;
  if (!isSimple || command === undefined || !isProgram(command.program.text)) return [];
  const forms = [
    ...wrappers.map(([prefix, adds]) =>
      around("wrapped", text, (it) => `${prefix} ${it}`, ...(adds === "" ? [] : [adds])),
    ),
    around("with a variable", text, (it) => `A=1 ${it}`),
    around("with a variable", text, (it) => `A= B="x y" ${it}`),
    around("redirected", text, (it) => `${it} 2>/dev/null`),
    around("redirected", text, (it) => `2>/dev/null ${it}`),
  ];
  if (!command.isPlain) return forms;
  return [
    ...forms,
    ...execForms(text),
    ...argumentForms(
      command.program.text,
      command.args.map((word) => word.text),
    ),
  ];
}

const execForms = (text: string): readonly Spelling[] => [
  around("wrapped", text, (it) => `find . -maxdepth 0 -exec ${it} \\;`, "find"),
  around("wrapped", text, (it) => `echo 1 | xargs -I UNUSED ${it}`, "echo", "xargs"),
];

function argumentForms(program: string, args: readonly string[]): readonly Spelling[] {
  const words = [program, ...args];
  const last = args.at(-1);
  const forms: Spelling[] = [];
  if (args.length > 0 && words.every((word) => /^[\w./:@%+=-]+$/.test(word)))
    forms.push(form("substituted", `{${words.join(",")}}`));
  if (last !== undefined && !last.startsWith("-"))
    forms.push(form("wrapped", `echo ${last} | xargs ${words.slice(0, -1).join(" ")}`, "echo", "xargs"));
  forms.push(
    form("quoted", words.join("\t")),
    form("quoted", words.join(" \\\n  ")),
    form("substituted", words.join("$" + "{IFS}")),
    form("substituted", `line="${words.join(" ")}"; $line`),
    form("substituted", `words=(${words.join(" ")}); "$\{words[@]}"`),
    form("substituted", `set -- ${words.join(" ")}; "$@"`, "set"),
    form("substituted", `bash -c '"$@"' bash ${words.join(" ")}`, "bash"),
    form("wrapped", `env -S '${words.join(" ")}'`, "env"),
  );
  return forms;
}
