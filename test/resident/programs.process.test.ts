// One resident process per user and program: a project's own copy of policyc never answers for another project, and a program
// that has changed never asks the process of the one before.

import { appendFileSync, copyFileSync, mkdirSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bashCall, claudeVerdict } from "../hook/claude-calls.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { type Entry, entries, type Home, hasProc, program, residentHomes } from "./homes.ts";

const homes = residentHomes();
const bundle = join(homes.folder, "bundle");

beforeAll(async () => {
  await buildIn(
    homes.folder,
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"\n`,
  );
});

/** As much of the program as calls and residents need. */
function copyOfProgram(name: string): string {
  const folder = join(homes.folder, "copies", name, "dist");
  mkdirSync(folder, { recursive: true });
  for (const file of ["policyc.cjs", "answer-bare.cjs", "start-resident.cjs", "resident.cjs"])
    copyFileSync(join(dirname(program), file), join(folder, file));
  return join(folder, "policyc.cjs");
}

const asking =
  (home: Home, entry: Entry) =>
  async (copy: string): Promise<void> =>
    expect(claudeVerdict(await home.ask(bundle, bashCall("git push --force"), { entry, copy }))).toBe(
      "deny: No force.",
    );

describe.runIf(hasProc)("programs", () => {
  it.each(entries)("in two folders have two residents, and each is asked by its own: $name", async (entry) => {
    const home = homes.home();
    const ask = asking(home, entry);
    const [one, other] = [copyOfProgram(`one ${entry.name}`), copyOfProgram(`other ${entry.name}`)];
    await ask(one);
    const first = await home.listening(one);
    await ask(other);
    const second = await home.listening(other);
    expect(new Map(home.residents().map(({ pid, program: at }) => [pid, at]))).toEqual(
      new Map([
        [first, one],
        [second, other],
      ]),
    );
    for (const copy of [one, other, one]) await ask(copy);
    expect([await home.decisions(one), await home.decisions(other)]).toEqual([2, 1]);
    // By another name it is the same program.
    const link = join(homes.folder, "copies", `link ${entry.name}`);
    symlinkSync(one, link);
    await ask(link);
    expect([await home.decisions(one), await home.decisions(other)]).toEqual([3, 1]);
    expect(home.residents()).toHaveLength(2);
  });

  it.each(entries)("that have changed have another resident: $name", async (entry) => {
    const home = homes.home();
    const ask = asking(home, entry);
    const copy = copyOfProgram(`changing ${entry.name}`);
    await ask(copy);
    const before = { pid: await home.listening(copy), socket: home.files(copy).socket };
    await ask(copy);
    expect(await home.decisions(copy)).toBe(1);
    appendFileSync(copy, "\n");
    await ask(copy);
    const after = { pid: await home.listening(copy), socket: home.files(copy).socket };
    expect(after.pid).not.toBe(before.pid);
    expect(after.socket).not.toBe(before.socket);
    await ask(copy);
    expect(await home.decisions(copy)).toBe(1);
  });

  it("of two homes have two residents", async () => {
    const [one, other] = [homes.home(), homes.home()];
    for (const home of [one, other]) {
      await asking(home, entries[0] as Entry)(program);
      await home.listening();
    }
    const [first, second] = [one.residents(), other.residents()];
    expect([first.length, second.length]).toEqual([1, 1]);
    expect(first[0]?.pid).not.toBe(second[0]?.pid);
  });
});
