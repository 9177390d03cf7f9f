// Compiled code is kept between hooks of one bundle: answers stay the same, and only what this user alone can have written
// is used.

import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type CodePlace, codePlace, packed, readCode } from "../../src/runtime/hook-process/compiled-code.ts";
import { openHookBundle } from "../../src/runtime/hook-process/hook-bundle.ts";
import { type Built, bashCall, claudeVerdict, hookPlace, run } from "./processes.ts";

const place = hookPlace();
const folder = join(place.state, "compiled");
let built: Built;
beforeAll(async () => {
  built = await place.policy(
    "plain",
    `rule no-dd on before_tool_call when command runs "dd" block "No dd."\n  fires on "dd x"\n`,
  );
}, 60_000);
beforeEach(() => rmSync(place.state, { recursive: true, force: true }));

const ask = async (command: string, dir = built.dir): Promise<string> => {
  const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", dir, "--state", place.state];
  return claudeVerdict(await run(words, bashCall(command)));
};
const kept = (): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);
const isCode = (name: string): boolean => /^[0-9a-f]{64}$/.test(name);

async function askOften(times: number, dir = built.dir): Promise<void> {
  for (let time = 0; time < times; time++) {
    expect(await ask("dd if=a", dir)).toBe("deny: No dd.");
    expect(await ask("ls", dir)).toBe("pass");
  }
}

describe("compiled code", () => {
  it("is made once a bundle is asked again, is this user's alone, and changes no answer", async () => {
    expect(await ask("ls")).toBe("pass");
    expect(kept().filter(isCode)).toEqual([]);
    // Twice, if the first that makes it is not the one that needs most.
    await askOften(4);
    const [file = "", ...others] = kept();
    expect(others).toEqual([]);
    expect(isCode(file)).toBe(true);
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const before = statSync(join(folder, file)).mtimeMs;
    await askOften(1);
    expect(statSync(join(folder, file)).mtimeMs).toBe(before);
  });

  it("is made by one of many hooks that run at once, and leaves nothing else behind", async () => {
    await askOften(1);
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask("dd if=a")));
    expect(new Set(answers)).toEqual(new Set(["deny: No dd."]));
    expect(kept().filter(isCode)).toHaveLength(1);
    expect(kept().filter((name) => !isCode(name) && !name.endsWith(".asked"))).toEqual([]);
  });

  it("is passed over and made again when it is damaged", async () => {
    await askOften(4);
    const [file = ""] = kept();
    const path = join(folder, file);
    for (const damage of [
      () => writeFileSync(path, ""),
      () => appendFileSync(path, "x"),
      () => writeFileSync(path, readFileSync(path).fill(0, 5000, 5010)),
    ]) {
      damage();
      const broken = readFileSync(path);
      await askOften(2);
      expect(readFileSync(path).equals(broken)).toBe(false);
    }
  });

  it("of other rules is another file", async () => {
    await askOften(2);
    const other = await place.policy(
      "other",
      `rule no-dd on before_tool_call when command runs "dd" block "Not dd."\n  fires on "dd x"\n`,
    );
    for (let time = 0; time < 4; time++) expect(await ask("dd if=a", other.dir)).toBe("deny: Not dd.");
    expect(kept().filter(isCode)).toHaveLength(2);
  });

  it("is not made where practising would start programs", async () => {
    const started = join(place.folder, "started");
    writeFileSync(join(place.folder, "note.sh"), `#!/bin/sh\necho started >> "${started}"\n`, { mode: 0o755 });
    const { dir } = await place.policy(
      "hooked",
      `on before_tool_call when command runs "git" run ["sh", file("note.sh")] protocol neocode may block\n` +
        `rule no-dd on before_tool_call when command runs "dd" block "No dd."\n  fires on "dd x"\n`,
    );
    await askOften(2, dir);
    expect(existsSync(started)).toBe(false);
    expect(kept().filter(isCode)).toEqual([]);
    expect(await ask("git status", dir)).toBe("pass");
    expect(readFileSync(started, "utf8")).toBe("started\n");
  });
});

describe("what is kept", () => {
  const code = new Map([
    ["hook.cjs", Buffer.from("first")],
    ["hook.txt 0", Buffer.from("second")],
  ]);
  let at: CodePlace;
  beforeEach(() => {
    const found = codePlace(place.state, openHookBundle(built.dir, null));
    if (found === null) throw new Error("the bundle is somebody else's");
    at = found;
    mkdirSync(at.folder, { recursive: true, mode: 0o700 });
    writeFileSync(at.file, packed(code), { mode: 0o600 });
  });

  it("is what was packed", () => {
    expect(readCode(at)).toEqual(code);
  });

  it.each([
    ["a file that others can read", () => chmodSync(at.file, 0o644)],
    ["a folder that others can open", () => chmodSync(at.folder, 0o755)],
    [
      "a link",
      () => {
        renameSync(at.file, `${at.file}.real`);
        symlinkSync(`${at.file}.real`, at.file);
      },
    ],
    [
      "a folder behind a link",
      () => {
        renameSync(at.folder, `${at.folder}.real`);
        symlinkSync(`${at.folder}.real`, at.folder);
      },
    ],
    ["no file", () => rmSync(at.file)],
  ])("is not taken from %s", (_, change) => {
    change();
    expect(readCode(at)).toBeNull();
  });

  it("is not for a bundle of another user", () => {
    const bundle = openHookBundle(built.dir, null);
    expect(codePlace(place.state, { ...bundle, owner: (bundle.owner ?? 0) + 1 })).toBeNull();
    expect(codePlace(place.state, { ...bundle, owner: null })).toBeNull();
  });
});
