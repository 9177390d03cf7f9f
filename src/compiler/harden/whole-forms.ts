// Forms around a whole text: it is chained with something harmless, grouped, put into a branch, handed to another shell.

import { around, endMark, quoted, type Spelling } from "./form.ts";
import type { SourceText } from "./source-commands.ts";

/** Line ends around the text keep here-documents and comments in it what they are. */
export function chainedForms({ text, endsOpen }: SourceText): readonly Spelling[] {
  const onLine = endsOpen
    ? [
        around("chained", text, (it) => `${it}; true`, "true"),
        around("chained", text, (it) => `${it} && true`, "true"),
        around("chained", text, (it) => `${it} # fine`),
        around("chained", text, (it) => `(${it})`),
        around("chained", text, (it) => `{ ${it}; }`),
        around("chained", text, (it) => `${it} &`),
      ]
    : [];
  return [
    around("chained", text, (it) => `true && ${it}`, "true"),
    around("chained", text, (it) => `false || ${it}`, "false"),
    around("chained", text, (it) => `true; ${it}`, "true"),
    around("chained", text, (it) => `true\n${it}\ntrue`, "true"),
    around("chained", text, (it) => `# fine\n\n  ${it}`),
    ...onLine,
    around("chained", text, (it) => `(\n${it}\n)`),
    around("chained", text, (it) => `{\n${it}\n} | cat`, "cat"),
    around("silenced", text, (it) => `{\n${it}\n} > /dev/null 2>&1`),
    around("chained", text, (it) => `if true; then\n${it}\nfi`, "true"),
    around("chained", text, (it) => `if false; then true; else\n${it}\nfi`, "true", "false"),
    around("chained", text, (it) => `for once in 1; do\n${it}\ndone`),
    around("chained", text, (it) => `while true; do\n${it}\nbreak\ndone`, "true", "break"),
    around("chained", text, (it) => `case a in a)\n${it}\n;; esac`),
    around("chained", text, (it) => `run_it() {\n${it}\n}\nrun_it`),
    around("substituted", text, (it) => `out=$(\n${it}\n)`),
    around("silenced", text, (it) => `: "$(\n${it}\n)"`, ":"),
    around("substituted", text, (it) => `cat <(\n${it}\n)`, "cat"),
  ];
}

export function shellForms({ text }: SourceText): readonly Spelling[] {
  const mark = endMark(text);
  const family = "handed to a shell";
  return [
    around(family, text, (it) => `bash -c ${quoted(it)}`, "bash"),
    around(family, text, (it) => `bash -xec ${quoted(it)}`, "bash"),
    around(family, text, (it) => `/bin/bash --norc -c ${quoted(it)}`, "bash"),
    around(family, text, (it) => `sudo bash -c ${quoted(it)}`, "sudo", "bash"),
    around(family, text, (it) => `env bash -c ${quoted(it)}`, "env", "bash"),
    around(family, text, (it) => `bash -c ${quoted(`bash -c ${quoted(it)}`)}`, "bash"),
    around(family, text, (it) => `eval ${quoted(it)}`, "eval"),
    around(family, text, (it) => `bash <<'${mark}'\n${it}\n${mark}`, "bash"),
    around(family, text, (it) => `bash <<< ${quoted(it)}`, "bash"),
    around(family, text, (it) => `echo ${quoted(it)} | bash`, "echo", "bash"),
    around(family, text, (it) => `printf '%s\\n' ${quoted(it)} | bash -s`, "printf", "bash"),
    around(
      family,
      text,
      (it) => `printf %s ${Buffer.from(it).toString("base64")} | base64 -d | bash`,
      "printf",
      "base64",
      "bash",
    ),
    around(family, text, (it) => `code=${quoted(it)}\neval "$code"`, "eval"),
    around(family, text, (it) => `code=${quoted(it)}; bash -c "$code"`, "bash"),
    around(family, text, (it) => `source /dev/stdin <<< ${quoted(it)}`, "source"),
    around(family, text, (it) => `bash <(echo ${quoted(it)})`, "bash", "echo"),
    around(family, text, (it) => `eval "$(printf %s ${quoted(it)})"`, "eval", "printf"),
    around(family, text, (it) => `trap ${quoted(it)} EXIT`, "trap"),
    around(family, text, (it) => `cat > run.sh <<'${mark}'\n${it}\n${mark}\nbash run.sh`, "cat", "bash"),
    around(family, text, (it) => `echo ${quoted(it)} > run.sh; chmod +x run.sh; ./run.sh`, "echo", "chmod", "run.sh"),
  ];
}
