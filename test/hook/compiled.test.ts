// What is verified and compiled is kept between hooks of one bundle: answers stay the same, only what this user alone can have
// written is used, and only for the very bytes that were verified.

import {
  appendFileSync,
  chmodSync,
  cpSync,
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
import { folderAt } from "../../src/runtime/hook-process/bundle-folder.ts";
import { type KeptPlace, keptPlace, packed, readKept } from "../../src/runtime/hook-process/kept-bundle.ts";
import { moduleCode } from "../../src/runtime/hook-process/module-code.ts";
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
const isCode = (name: string): boolean => /^\d+-\d+-v[\d.]+-\w+-\d+-$/.test(name);

async function askOften(times: number, dir = built.dir): Promise<void> {
  for (let time = 0; time < times; time++) {
    expect(await ask("dd if=a", dir)).toBe("deny: No dd.");
    expect(await ask("ls", dir)).toBe("pass");
  }
}

const damaged = (text: string): string => text.replaceAll("r", "s");

describe("a kept bundle", () => {
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
      // In what all hooks read: the head, the manifest, the code.
      ...[
        [10, 20],
        [5000, 5010],
        [readFileSync(path).length / 2, readFileSync(path).length],
      ].map(([from = 0, to = 0]) => () => {
        const bytes = readFileSync(path);
        for (let i = Math.floor(from); i < to; i += 997) bytes[i] = (bytes[i] ?? 0) ^ 0x55;
        writeFileSync(path, bytes);
      }),
    ]) {
      damage();
      const broken = readFileSync(path);
      await askOften(2);
      expect(readFileSync(path).equals(broken)).toBe(false);
    }
  });

  it("does not stand in for files that were changed", async () => {
    const copy = join(place.folder, "changed");
    cpSync(built.dir, copy, { recursive: true });
    await askOften(4, copy);
    const revision = built.revision;
    const pinned = [
      place.cli,
      "hook",
      "--agent",
      "claude-code",
      "--bundle",
      copy,
      "--state",
      place.state,
      "--revision",
    ];
    expect(claudeVerdict(await run([...pinned, revision], bashCall("ls")))).toBe("pass");
    expect(claudeVerdict(await run([...pinned, "0".repeat(64)], bashCall("ls")))).toMatch(/^deny: policyc: P606/);
    for (const [file, change] of [
      ...["manifest.json", "hook.cjs", "hook.txt"].map((name) => [name, damaged] as const),
      ...[0, 0.1, 0.9].map((part) => ["manifest.json", (text: string) => text.slice(0, text.length * part)] as const),
      ["hook.cjs", (text: string) => text.slice(0, text.trimEnd().lastIndexOf("\n"))] as const,
      ["hook.txt", () => ""] as const,
    ]) {
      const path = join(copy, file);
      const bytes = readFileSync(path);
      writeFileSync(path, change(bytes.toString("latin1")), "latin1");
      expect(await ask("ls", copy), file).toMatch(/^deny: policyc: /);
      writeFileSync(path, bytes);
      expect(await ask("ls", copy), file).toBe("pass");
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

const copyOf = (bytes: Buffer | undefined): Buffer | undefined =>
  bytes === undefined ? undefined : Buffer.from(bytes);

const launcher = moduleCode(Buffer.from("launch"));

describe("what is kept", () => {
  const manifest = { revision: "a".repeat(64), scope: "user", files: { "hook.cjs": "b".repeat(64) } } as const;
  const files = new Map([
    ["hook.cjs", Buffer.from("first file")],
    ["hook.txt", Buffer.from("second")],
  ]);
  const code = new Map([
    ["hook.cjs", Buffer.from("first")],
    ["hook.txt 0", Buffer.from("second")],
  ]);
  let at: KeptPlace;
  beforeEach(() => {
    const found = keptPlace(place.state, folderAt(built.dir), launcher);
    if (found === null) throw new Error("the bundle is somebody else's");
    at = found;
    mkdirSync(at.folder, { recursive: true, mode: 0o700 });
    writeFileSync(at.file, packed({ manifest, files, code }) ?? "", { mode: 0o600 });
  });

  it("is what was packed", () => {
    const kept = readKept(at);
    expect(kept?.manifest).toEqual(manifest);
    for (const [name, bytes] of code) expect(kept?.code(name)).toEqual(bytes);
    for (const [name, bytes] of files) expect(kept?.isSame(name, bytes)).toBe(true);
    expect(kept?.code("hook.txt")).toBeUndefined();
  });

  it("is not kept where there is too much to say of it", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`file-${i}`, "c".repeat(64)]));
    expect(packed({ manifest: { ...manifest, files: many }, files, code })).toBeNull();
  });

  it("is the same as no other bytes", () => {
    const same = (file: string, text: string): boolean | undefined => readKept(at)?.isSame(file, Buffer.from(text));
    const piece = (file: string, text: string, start: number): boolean | undefined =>
      readKept(at)?.isPiece(file, Buffer.from(text), start);
    expect(same("hook.txt", "second")).toBe(true);
    for (const other of ["second!", "secon", "", "secand", "firs"]) expect(same("hook.txt", other)).toBe(false);
    expect(same("manifest.json", "")).toBe(false);
    expect(piece("hook.txt", "cond", 2)).toBe(true);
    expect(piece("hook.txt", "cand", 2)).toBe(false);
    // Not beyond its end, where other bytes are.
    expect(piece("hook.cjs", "file", 6)).toBe(true);
    expect(piece("hook.cjs", "files", 6)).toBe(false);
  });

  it("is all there or not at all, whatever is damaged", () => {
    const whole = readFileSync(at.file);
    const seen = (): unknown => {
      const kept = readKept(at);
      return kept === null
        ? null
        : [
            kept.manifest,
            // What it gives is good until it is asked again.
            ...[...code.keys()].map((name) => copyOf(kept.code(name))),
            ...[...files].map(([name, bytes]) => kept.isSame(name, bytes)),
          ];
    };
    const wanted = [manifest, ...code.values(), true, true];
    expect(seen()).toEqual(wanted);
    const places = [...whole.keys()].filter((place) => whole[place] !== 0x20);
    for (const place of places) {
      const bytes = Buffer.from(whole);
      bytes[place] = (bytes[place] ?? 0) ^ 1;
      writeFileSync(at.file, bytes);
      const found = seen();
      expect(found).not.toEqual(wanted);
      // What is still there is right.
      if (Array.isArray(found))
        for (const [i, one] of found.entries()) expect([wanted[i], undefined, false]).toContainEqual(one);
    }
    for (let length = 0; length < whole.length; length += length < 8000 ? 97 : 1) {
      writeFileSync(at.file, whole.subarray(0, length));
      expect(seen()).toBeNull();
    }
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
    expect(readKept(at)).toBeNull();
  });

  it("is not for a bundle of another user", () => {
    const found = folderAt(built.dir);
    expect(keptPlace(place.state, { ...found, owner: found.owner + 1 }, launcher)).toBeNull();
  });

  it("is not below the working folder, which agents may write to", () => {
    expect(keptPlace("state", folderAt(built.dir), launcher)).toBeNull();
  });

  it("of one version of policyc is not that of another", () => {
    expect(keptPlace(place.state, folderAt(built.dir), moduleCode(Buffer.from("launcher")))?.file).not.toBe(at.file);
  });
});
