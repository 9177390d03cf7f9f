// A home folder on a full disk: what cannot be remembered is not agreed to, what changes nothing is still answered, and nothing
// half-written stays behind.

import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { bashCall, claudeVerdict } from "../hook/claude-calls.ts";
import { buildIn } from "../runtime/built-policy.ts";
import { sampled } from "../seeded.ts";
import { entries, hasProc, homeIn, leftBelow, residentHomes } from "./homes.ts";

const homes = residentHomes();
const bundle = join(homes.folder, "bundle");

beforeAll(async () => {
  await buildIn(
    homes.folder,
    `rule no-force on before_tool_call when command runs "git push --force" block "No force." fires on "git push -f"
rule remembers on before_tool_call when any reads matches "**/.env" mark secret-read fires on "cat .env"
rule no-network on before_tool_call when marked(secret-read) and tool == "web_search" block "Secrets were read."
  fires on { tool: "web_search", input: { query: "a" } } given { marked: [secret-read] }
rule counts on before_tool_call when command runs "make" count makes fires on "make"
rule few on before_tool_call when command runs "make" and counted(makes, 1h) > 2 block "Enough."
  fires on "make" given { counted: { makes: 2 } }
`,
  );
});

/** A home on a small disk of its own; only root can have one. */
function smallDisk(limit: string): string | null {
  const { folder } = homes.home();
  const words = ["-t", "tmpfs", "-o", `${limit},mode=0700`, "none", folder];
  if (spawnSync("mount", words).status !== 0) return null;
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

const canMount = hasProc && isMounting();
if (!canMount) console.log("full disks are not tested: this user cannot mount one");

function isMounting(): boolean {
  const folder = join(homes.folder, "try");
  mkdirSync(folder);
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=64k", "none", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  return isMounted;
}

const untilItFails = (work: (at: number) => void): void => {
  for (let at = 0; at < 100_000; at++)
    try {
      work(at);
    } catch {
      return;
    }
};

/** What a disk has little of, and how that is used up. */
const kinds = [
  {
    lack: "space",
    limit: "size=256k",
    fill(folder: string): void {
      const file = openSync(join(folder, "filler"), "w");
      for (const size of [4096, 1]) untilItFails(() => writeSync(file, Buffer.alloc(size, 1)));
      closeSync(file);
    },
  },
  {
    lack: "files",
    limit: "nr_inodes=64",
    fill(folder: string): void {
      mkdirSync(join(folder, "filler"));
      untilItFails((at) => closeSync(openSync(join(folder, "filler", String(at)), "w")));
    },
  },
] as const;

const rows = kinds.flatMap((kind) =>
  entries.flatMap((entry) => [true, false].map((isThere) => ({ ...kind, entry, isThere }))),
);

describe.runIf(canMount)("a full disk", () => {
  it.each(sampled(rows, 3))(
    "without $lack, a resident there: $isThere, $entry.name",
    async ({ limit, fill, entry, isThere }) => {
      const folder = smallDisk(limit);
      expect(folder).not.toBeNull();
      const home = homeIn(folder ?? "");
      const ask = async (command: string, session_id: string): Promise<string> =>
        claudeVerdict(await home.ask(bundle, bashCall(command, { session_id }), { entry }));
      if (isThere) {
        expect(await ask("make", "known")).toBe("pass");
        await home.listening();
      }
      fill(home.folder);
      for (const session of ["known", "new"]) {
        // Each would be remembered.
        for (const command of ["cat .env", "make"])
          expect(await ask(command, session)).toMatch(/^(deny|ask): policyc .*session state is not available/s);
        expect(await ask("git push --force", session)).toMatch(/^deny: No force\./);
        expect(await ask("git status", session)).toBe("pass");
      }
      expect(leftBelow(join(home.folder, ".policyc/state"))).toEqual([]);
      // The mark of a start that failed stays for a while, so that not every call tries again.
      const left = leftBelow(join(home.folder, ".policyc/run")).filter((name) => !/\.(sock|key|start)$/.test(name));
      expect(left).toEqual([]);
      // With room again, all is as it was: what was refused was not counted.
      rmSync(join(home.folder, "filler"), { recursive: true });
      expect(await ask("cat .env", "known")).toBe("pass");
      const search = bashCall("", { session_id: "known", tool_name: "WebSearch", tool_input: { query: "a" } });
      expect(claudeVerdict(await home.ask(bundle, search, { entry }))).toBe("deny: Secrets were read.");
      for (let left = isThere ? 1 : 2; left > 0; left--) expect(await ask("make", "known")).toBe("pass");
      expect(await ask("make", "known")).toBe("deny: Enough.");
    },
  );
});
