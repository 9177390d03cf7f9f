// Random scripts, run by real bash and read by the reader: no command that bash runs may be missed.
// Only invented names are called, the search path leads nowhere and a handler records what would have run: nothing real
// is ever started. The seed is printed.

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { readCommand } from "../../src/shell/interp/read.ts";
import type { Call, Word } from "../../src/shell/syntax/model.ts";
import { seeded } from "../seeded.ts";

const bash = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash"].find((path) => existsSync(path));
const { seed, numRuns: runs } = seeded("shell fuzz", 60);

/** A small generator of numbers that a seed repeats (mulberry32). */
function randomOf(start: number): () => number {
  let state = start >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function scriptOf(random: () => number): string {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const chance = (share: number): boolean => random() < share;
  const name = (): string => `zz${Math.floor(random() * 40)}`;
  const variable = (): string => pick(["va", "vb", "vc"]);
  const plain = (): string => pick(["-f", "--force", "x", "a.b", "/tmp/q", "1", "k=v", "-rf", "é", "+x"]);
  const word = (depth: number): string => {
    switch (Math.floor(random() * 22)) {
      case 0:
        return `'${pick(["a b", "$va", "x;y", "`q`", "#", "*"])}'`;
      case 1:
        return `"${plain()} $${variable()}"`;
      case 2:
        return `$${variable()}`;
      case 3:
        return `"$${variable()}"`;
      case 4:
        return `\${${variable()}:-${plain()}}`;
      case 5:
        return `{${plain()},${plain()}}${chance(0.3) ? "t" : ""}`;
      case 6:
        return `$'\\x2d${pick(["f", "r"])}\\t'`;
      case 7:
        return depth > 0 ? `$(${list(depth - 1)})` : plain();
      case 8:
        return depth > 0 ? `"$(${command(depth - 1)})"` : plain();
      case 9:
        return `$(${pick(["echo", "printf %s"])} ${plain()})`;
      case 10:
        return `"\${${variable()}${pick(["#-", "%b", "/x/y", "^^", ":0:2", "//-/+"])}}"`;
      case 11:
        return `${plain()}\\ ${plain()}`;
      case 12:
        return `"\${ar[@]}"`;
      case 13:
        return `$((${Math.floor(random() * 9)}+2))`;
      case 14:
        return depth > 0 ? `\`${name()} ${plain()}\`` : plain();
      case 15:
        return pick([
          '"$@"',
          "$1",
          '"$*"',
          "$#",
          `"\${@:2}"`,
          `"\${ar[@]:1}"`,
          `"\${ar[@]#-}"`,
          `"\${ar[0]}"`,
          `\${#ar[@]}`,
        ]);
      case 16:
        return `"\${${pick(["!vd", "va@Q", "vb-x", "vc:+-f", "va:=k", "vb,,", "#va", "ar[-1]", "ar[*]", "!ar[@]"])}}"`;
      case 17:
        return depth > 0 ? `<(${command(depth - 1)})` : plain();
      default:
        return plain();
    }
  };
  const words = (depth: number): string =>
    Array.from({ length: Math.floor(random() * 4) }, () => word(depth)).join(" ");
  const program = (): string => {
    const text = name();
    if (chance(0.8)) return text;
    return pick([
      `"${text}"`,
      `${text.slice(0, 1)}''${text.slice(1)}`,
      `\\${text}`,
      `$'${text}'`,
      `z"${text.slice(1)}"`,
    ]);
  };
  const command = (depth: number): string => {
    switch (Math.floor(random() * 34)) {
      case 0:
        return `${variable()}=${word(depth)}`;
      case 1:
        return `${variable()}=${name()}; $${variable()} ${words(depth)}`;
      case 2:
        return `eval "${name()} ${plain()}"`;
      case 3:
        return `eval ${name()} '$${variable()}'`;
      case 4:
        return `command ${program()} ${words(depth)}`;
      case 5:
        return `ar=(${words(depth)} ${name()})`;
      case 6:
        return `set -- ${words(0)}`;
      case 7:
        return `read va vb <<< "${plain()} ${name()} ${plain()}"; $vb $va`;
      case 8:
        return `printf -v ${variable()} '%s-%s' ${plain()} ${plain()}`;
      case 9:
        return `${pick(["export", "declare", "readonly zq=1; export"])} ${variable()}=${pick([plain(), `"${plain()} ${plain()}"`])}`;
      case 10:
        return `IFS=${pick([":", "' '", "x"])}; ${program()} $${variable()}; unset IFS`;
      case 11:
        return `${variable()}+=${plain()}`;
      case 12:
        return `${pick(["X=1 ", "va=k "])}${program()} ${words(depth)}`;
      case 13:
        return `"\${ar[@]}"`;
      case 14:
        return `shift; ${program()} "$@"`;
      case 15:
        return `${pick(["declare -g", "typeset", "local", "unset", "readonly"])} ${pick(["vd", "ve"])}${pick(["", "=va", "=vb"])}`;
      case 16:
        return `mapfile -t ar <<< "${name()}"$'\\n'"${plain()}"; "\${ar[@]}"`;
      case 17:
        return `${pick(["ar+=", "ar="])}([1]=${plain()} ${name()}); "\${ar[@]}"`;
      case 18:
        return `${variable()}="${name()} ${plain()}"; eval "$${variable()}"`;
      case 19:
        return `${variable()}=$(echo ${name()} ${plain()}); $${variable()}`;
      case 20:
        return `trap '${name()} ${plain()}' ${pick(["EXIT", "ERR", "DEBUG", "RETURN"])}`;
      case 21:
        return `${pick([".", "source"])} /dev/stdin <<< "${name()} ${plain()}"`;
      case 22:
        return `(( ${variable()} = ${Math.floor(random() * 9)} ))`;
      case 23:
        return `vd=${variable()}; ${program()} "\${!vd}"`;
      case 24:
        return `${pick(["builtin eval", "command eval", "command command", "exec"])} ${name()} ${plain()}`;
      case 25:
        return `{ ${program()} ${plain()}; } ${pick([">", "2>&1 >", ">>"])} /dev/null`;
      default:
        return `${program()} ${words(depth)}${chance(0.1) ? " 2>/dev/null" : ""}${chance(0.05) ? " <<< x" : ""}`;
    }
  };
  const compound = (depth: number): string => {
    const d = depth - 1;
    switch (Math.floor(random() * 18)) {
      case 0:
        return `if ${list(d)}; then ${list(d)}; else ${list(d)}; fi`;
      case 1:
        return `for ${variable()} in ${words(d)} ${plain()}; do ${list(d)}; done`;
      case 2:
        return `{ ${list(d)}; }`;
      case 3:
        return `( ${list(d)} )`;
      case 4:
        return `case ${word(0)} in ${pick(["x", "-f", "*"])}) ${list(d)};; *) ${list(d)}${pick([";;", ""])}\nesac`;
      case 5:
        return `while ${name()}; do ${list(d)}; break; done`;
      case 6:
        return `n${d}=0; until [ $n${d} -ge 2 ]; do ${list(d)}; n${d}=$((n${d}+1)); done`;
      case 7:
        return `fn${Math.floor(random() * 3)}() { ${list(d)}; ${chance(0.3) ? "return; " : ""}${command(d)}; }; fn${Math.floor(random() * 3)} ${words(0)}`;
      case 8:
        return `! ${list(d)}`;
      case 9:
        return `for ${variable()} in a b c; do ${command(d)}; ${pick(["[ $va = b ] && continue", "break", "continue", name()])}; ${command(d)}; done`;
      case 10:
        return `cat_() { ${command(d)}; }; cat_ <<EOF\nt $va $(${name()} h)\nEOF\n`;
      case 11:
        return `[[ ${word(0)} == x* && $(${name()}) ]]`;
      case 12:
        return `fl() { local va=${plain()}; ${command(d)}; }; fl ${plain()}; ${command(d)}`;
      case 13:
        return `coproc { ${list(d)}; }; wait`;
      case 14:
        return `case ${word(0)} in ${pick(["x", "-*"])}) ${list(d)} ${pick([";&", ";;&"])} *) ${list(d)} ;; esac`;
      case 15:
        return `fd() { declare ${variable()}=${plain()}; ${command(d)}; unset ${variable()}; ${command(d)}; }; fd ${plain()}; ${command(d)}`;
      case 16:
        return `for ((i${d} = 0; i${d} < 2; i${d}++)); do ${list(d)}; done`;
      default:
        return `va=${plain()}; while read -r vb; do ${command(d)}; va=$vb; done <<< "${plain()}"`;
    }
  };
  const statement = (depth: number): string => (depth > 0 && chance(0.35) ? compound(depth) : command(depth));
  const list = (depth: number): string => {
    const count = 1 + Math.floor(random() * 3);
    let text = statement(depth);
    for (let i = 1; i < count; i++) {
      const glue = text.endsWith("\n") ? "" : pick(["; ", " && ", " || ", " | ", "\n", " & "]);
      text += glue + statement(depth);
    }
    return text;
  };
  return list(3);
}

/** Every fourth name fails, so that both sides of `&&` and `||` are taken. A loop without end, in a subshell too, is cut off. */
const prelude = `
command_not_found_handle() { printf '%s\\1' "$@" $'\\2' >&9; [[ $1 != zz*[37] ]]; }
ulimit -t 2; PATH=/nowhere/at/all; exec 9>>"$RECORD"; exec </dev/null >/dev/null 2>/dev/null
`;

const folder = mkdtempSync(join(tmpdir(), "policyc-fuzz-"));
/** Nothing is in it, so a glob stays as it is written. */
const empty = join(folder, "empty");
mkdirSync(empty);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What bash ran: one list of words per invented command. */
function recorded(script: string, run: number): readonly (readonly string[])[] {
  const record = join(folder, `record-${run}`);
  writeFileSync(record, "");
  spawnSync(bash ?? "", ["--noprofile", "--norc", "-c", `${prelude}${script}\nwait`, "bash"], {
    cwd: empty,
    env: { RECORD: record, HOME: "/home/dev" },
    timeout: 60_000,
    stdio: "ignore",
  });
  return readFileSync(record, "utf8")
    .split("\x02\x01")
    .filter((one) => one !== "")
    .map((one) => one.split("\x01").slice(0, -1))
    .filter(([program]) => /^zz\d+$/.test(program ?? ""));
}

/** Could the words of a call be these? A word that splits stands for any number of them. */
function fits(words: readonly Word[], argv: readonly string[]): boolean {
  const [word, ...rest] = words;
  if (word === undefined) return argv.length === 0;
  if (word.kind === "dynamic" && word.splits === true) {
    return Array.from({ length: argv.length + 1 }, (_, i) => i).some((count) => fits(rest, argv.slice(count)));
  }
  const [first, ...more] = argv;
  if (first === undefined) return false;
  // Which number a substituted process gets is the shell's own affair.
  if (word.text.startsWith("/dev/fd/") && first.startsWith("/dev/fd/")) return fits(rest, more);
  if (word.kind === "dynamic") return first.startsWith(word.prefix ?? "") && fits(rest, more);
  const text = word.kind === "glob" ? word.text.replace(/\\(.)/g, "$1") : word.text;
  return text === first && fits(rest, more);
}

const isAnything = (call: Call): boolean => call.program.kind === "dynamic";

describe.skipIf(bash === undefined)(`random scripts against bash, seed ${seed}`, () => {
  it("misses nothing that runs", () => {
    const random = randomOf(seed);
    let unreadable = 0;
    let loose = 0;
    let total = 0;
    for (let i = 0; i < runs; i++) {
      const script = scriptOf(random);
      const reading = readCommand(script, { home: "/home/dev", shell: "bash", programs: {} });
      if (reading.unreadable.length > 0) {
        unreadable++;
        continue;
      }
      for (const argv of recorded(script, i)) {
        total++;
        const exact = reading.calls.some((call) => !isAnything(call) && fits([call.program, ...call.args], argv));
        if (exact) continue;
        const any = reading.calls.some((call) => isAnything(call) && fits([call.program, ...call.args], argv));
        expect(any, `seed ${seed}, script ${i}\n${script}\nbash ran ${JSON.stringify(argv)}`).toBe(true);
        loose++;
      }
    }
    console.log(
      `shell fuzz: seed ${seed}, ${total} commands, ${loose} only as unknown ones, ${unreadable} of ${runs} unreadable`,
    );
    expect(unreadable).toBeLessThan(runs * 0.25);
    expect(total).toBeGreaterThan(runs);
    expect(loose).toBeLessThan(total * 0.2);
  });
});
