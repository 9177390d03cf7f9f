// loadPolicy against damaged, hostile and newer bundles: each is refused with its code, and nothing of it has run.

import {
  appendFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { capabilityOf, targets } from "../../src/hosts/index.ts";
import { loadPolicy, PolicyLoadError, type RuntimeEvent, readManifest } from "../../src/runtime/index.ts";
import { type BundleText, bundleText, sealed, temporaryFolder, writeBundle } from "./hand-made-bundle.ts";
import { makePipe } from "./named-pipe.ts";

async function refusal(dir: unknown, options: unknown = {}): Promise<PolicyLoadError> {
  const started = Reflect.get(globalThis, "policycStarted");
  try {
    await loadPolicy(dir as string, options as object);
  } catch (caught) {
    expect(Reflect.get(globalThis, "policycStarted"), "no code of the bundle ran").toBe(started);
    expect(caught).toBeInstanceOf(PolicyLoadError);
    const refused = caught as PolicyLoadError;
    expect(refused.stack).toBe(`PolicyLoadError ${refused.code}: ${refused.message}`);
    expect(refused.message).not.toMatch(/[\u0000-\u001f]|\{\w+\}|\[object/);
    return refused;
  }
  throw new Error("the bundle was loaded");
}

const rm = { point: "before_tool_call", tool: "bash", input: { command: "rm" } };

/** A sealed manifest with one field changed after sealing. */
function changed(field: string, value: unknown, text = bundleText()): string {
  return writeBundle(text, { ...sealed(text), [field]: value });
}

/** A bundle whose manifest lists a further file name, properly sealed. */
function listing(name: string): string {
  const manifest = sealed(bundleText());
  return writeBundle(bundleText(), { ...manifest, files: { ...(manifest.files as object), [name]: "0".repeat(64) } });
}

describe("a bundle as built", () => {
  test("is loaded and decides", async () => {
    const dir = writeBundle();
    const manifest = await readManifest(dir);
    const policy = await loadPolicy(dir, { revision: manifest.revision, target: "policyc", scope: "user" });
    expect(policy.revision).toBe(manifest.revision);
    expect(policy.manifest.rules[0]?.name).toBe("no-rm");
    expect(await policy.decide(rm)).toMatchObject({ proceed: false, outcome: "block", revision: manifest.revision });
    expect(policy.decideSync({ ...rm, input: { command: "ls" } }).proceed).toBe(true);
    await policy.close();
  });

  test("loads through a link to its folder, and from a copy in another layout", async () => {
    const dir = writeBundle();
    const link = join(temporaryFolder(), "current");
    symlinkSync(dir, link);
    const policy = await loadPolicy(link, { home: "/home/ann" });
    expect(policy.decideSync(rm)).toMatchObject({
      given: { own: expect.arrayContaining([link, dir, join(link, "..", ".current.last"), "/home/ann/.policyc"]) },
    });
    writeFileSync(join(dir, "manifest.json"), JSON.stringify(sealed(bundleText())));
    expect((await loadPolicy(dir)).revision).toBe(policy.revision);
  });

  test("runs the bytes that were verified, not what lies on disk later", async () => {
    const dir = writeBundle();
    const policy = await loadPolicy(dir);
    writeFileSync(
      join(dir, "policy.mjs"),
      "export const createPolicy = () => ({ decideSync: () => ({ proceed: true }) });",
    );
    expect(policy.decideSync(rm).proceed).toBe(false);
    expect((await refusal(dir)).code).toBe("P604");
  });

  test("left by a killed build beside its place is found there, and nowhere else", async () => {
    const dir = writeBundle();
    const last = join(dir, "..", ".bundle.last");
    renameSync(dir, last);
    const folders: unknown[] = [];
    const policy = await loadPolicy(dir, { onEvent: (event) => void folders.push(Reflect.get(event, "folder")) });
    expect(policy.decideSync(rm).proceed).toBe(false);
    expect(folders).toEqual([last]);
    cpSync(last, dir, { recursive: true });
    appendFileSync(join(dir, "policy.ts"), " ");
    expect((await refusal(dir)).code).toBe("P604");
    rmSync(dir, { recursive: true });
    rmSync(join(last, "policy.ts"));
    expect((await refusal(dir)).code).toBe("P605");
  });

  test("loads at every moment of builds that replace it", async () => {
    const dir = writeBundle();
    const other = bundleText();
    other.files["policy.ts"] = "export const other = 1;\n";
    let loads = 0;
    const builds = (async () => {
      for (let i = 0; loads < 60; i++) {
        const next = writeBundle(i % 2 === 0 ? other : bundleText());
        const last = join(dir, "..", ".bundle.last");
        rmSync(last, { recursive: true, force: true });
        renameSync(dir, last);
        await new Promise((resolve) => setTimeout(resolve, i % 3));
        cpSync(next, `${dir}.next`, { recursive: true });
        renameSync(`${dir}.next`, dir);
        // On a busy machine a load takes longer than this, and nobody builds more often than others can read.
        const loaded = loads;
        do await new Promise((resolve) => setTimeout(resolve, 40));
        while (loads === loaded && loads < 60);
      }
    })();
    try {
      for (; loads < 60; loads++) expect((await loadPolicy(dir)).decideSync(rm).proceed).toBe(false);
    } finally {
      loads = 60;
      await builds;
    }
  });

  test("reading the manifest runs nothing", async () => {
    const before = Reflect.get(globalThis, "policycStarted");
    const text = bundleText();
    text.files["policy.mjs"] += "// never imported before\n";
    await readManifest(writeBundle(text));
    expect(Reflect.get(globalThis, "policycStarted")).toBe(before);
  });
});

describe("damage", () => {
  test.each(["policy.mjs", "policy.ts", "hooks.json", "files/hooks/scan.py"])("a changed byte in %s", async (name) => {
    const dir = writeBundle();
    const bytes = readFileSync(join(dir, name));
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
    writeFileSync(join(dir, name), bytes);
    const refused = await refusal(dir);
    expect(refused.code).toBe("P604");
    expect(refused.message).toContain(name);
  });

  test.each([
    ["compiler", "0.1.1"],
    ["revision", "0".repeat(64)],
    ["labels", ["secret-read"]],
    ["targets", { policyc: [], "claude-code": [] }],
    ["facts", {}],
  ])("a changed %s in the manifest", async (field, value) => {
    const refused = await refusal(changed(field, value));
    expect(refused.code).toBe("P604");
    expect(refused.message).toContain("manifest.json");
  });

  test("an appended byte, a truncated file", async () => {
    const longer = writeBundle();
    appendFileSync(join(longer, "policy.mjs"), " ");
    expect((await refusal(longer)).code).toBe("P604");
    const shorter = writeBundle();
    truncateSync(join(shorter, "policy.mjs"), 10);
    expect((await refusal(shorter)).code).toBe("P604");
  });

  test.each(["policy.mjs", "policy.ts", "hooks.json", "files/hooks/scan.py"])("%s missing", async (name) => {
    const dir = writeBundle();
    rmSync(join(dir, name));
    const refused = await refusal(dir);
    expect(refused.code).toBe("P605");
    expect(refused.message).toContain(`${name}\` is missing`);
  });

  test.each(["extra.mjs", "files/hooks/extra.py", ".hidden", "signature.json", "files/other/x"])(
    "%s extra",
    async (name) => {
      const dir = writeBundle();
      mkdirSync(join(dir, "files/other"), { recursive: true });
      if (!name.startsWith("files/other")) rmSync(join(dir, "files/other"), { recursive: true });
      writeFileSync(join(dir, name), "x");
      const refused = await refusal(dir);
      expect(refused.code).toBe("P605");
      expect(refused.message).toContain("is not in the manifest");
    },
  );

  test("no manifest, no folder, a file for a folder", async () => {
    const dir = writeBundle();
    rmSync(join(dir, "manifest.json"));
    expect((await refusal(dir)).code).toBe("P601");
    expect((await refusal(join(dir, "nowhere"))).message).toContain("it does not exist");
    expect((await refusal(join(dir, "policy.ts"))).code).toBe("P601");
    for (const bad of ["", "a\0b", 7, null, undefined]) expect((await refusal(bad)).code).toBe("P601");
  });
});

describe("versions", () => {
  test.each(["format", "language", "ir"])("a newer %s is refused before anything else is judged", async (field) => {
    const dir = writeBundle(bundleText(), { format: 1, language: 1, ir: 1, [field]: 2, unknown: "future" });
    const refused = await refusal(dir);
    expect(refused.code).toBe("P603");
    expect(refused.message).toMatch(/ 2; this runtime reads 1$/);
  });

  test.each([0, -1, 1.5, "1", null, [1], true])("format %j is malformed", async (format) => {
    expect((await refusal(changed("format", format))).code).toBe("P602");
  });

  test("hooks.json of a newer format", async () => {
    const text = bundleText();
    text.files["hooks.json"] = '{ "format": 2 }';
    expect((await refusal(writeBundle(text))).code).toBe("P603");
  });
});

describe("hostile names", () => {
  test.each([
    "../policy.mjs",
    "files/../../x",
    "/etc/passwd",
    "files\\x",
    "C:x",
    "./x",
    "files//x",
    "files/",
    "",
    "a\u0000b",
    "a\u202eb",
    "x ",
    "manifest.json",
    "Manifest.JSON",
    "POLICY.mjs",
    "x".repeat(2000),
  ])("%j in the file list", async (name) => {
    expect((await refusal(listing(name))).code).toBe("P605");
  });

  test("too many files", async () => {
    const files = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`f${i}`, "0".repeat(64)]));
    const manifest = sealed(bundleText());
    const dir = writeBundle(bundleText(), { ...manifest, files: { ...(manifest.files as object), ...files } });
    expect((await refusal(dir)).code).toBe("P605");
  });

  test.each(["policy.mjs", "hooks.json"])("a list without %s", async (name) => {
    const text = bundleText();
    delete text.files[name];
    const refused = await refusal(writeBundle(text));
    expect(refused.code).toBe("P605");
    expect(refused.message).toContain(`${name} is not listed`);
  });
});

describe("links and special files", () => {
  test.each(["policy.mjs", "files/hooks", "files"])("%s swapped for a link to the same content", async (name) => {
    const dir = writeBundle();
    const outside = join(temporaryFolder(), "same");
    cpSync(join(dir, name), outside, { recursive: true });
    rmSync(join(dir, name), { recursive: true });
    symlinkSync(outside, join(dir, name));
    const refused = await refusal(dir);
    expect(refused.code).toBe("P605");
    expect(refused.message).toContain("symbolic link");
  });

  test("manifest.json as a link", async () => {
    const dir = writeBundle();
    const outside = join(temporaryFolder(), "manifest.json");
    renameSync(join(dir, "manifest.json"), outside);
    symlinkSync(outside, join(dir, "manifest.json"));
    expect((await refusal(dir)).message).toContain("symbolic link");
  });

  test("a named pipe and a folder in a file's place do not hang the loader", async () => {
    const piped = writeBundle();
    rmSync(join(piped, "policy.ts"));
    makePipe(join(piped, "policy.ts"));
    expect((await refusal(piped)).code).toBe("P605");
    const manifest = writeBundle();
    rmSync(join(manifest, "manifest.json"));
    makePipe(join(manifest, "manifest.json"));
    expect((await refusal(manifest)).code).toBe("P605");
    const folder = writeBundle();
    rmSync(join(folder, "policy.ts"));
    mkdirSync(join(folder, "policy.ts"));
    expect((await refusal(folder)).code).toBe("P605");
  });
});

describe("a manifest that is not one", () => {
  const raw = JSON.stringify(sealed(bundleText()));
  test.each([
    ["empty", ""],
    ["not JSON", "{ nope"],
    ["a list", "[]"],
    ["null", "null"],
    ["a number", "1"],
    ["two values", `${raw}${raw}`],
    ["a byte order mark", `\ufeff${raw}`],
    ["a key twice", raw.replace('{"format":1', '{"format":1,"format":1')],
    ["a file twice", raw.replace('"policy.ts":', `"policy.mjs":"${"0".repeat(64)}","policy.ts":`)],
    ["a key twice, escaped", raw.replace('{"format":1', '{"format":1,"\\u0066ormat":1')],
    ["__proto__", raw.replace('{"format":1', '{"__proto__":{"scope":"internal"},"format":1')],
    ["__proto__, escaped", raw.replace('{"format":1', '{"\\u005f_proto__":{},"format":1')],
    ["__proto__ among the files", raw.replace('"policy.ts":', `"__proto__":"${"0".repeat(64)}","policy.ts":`)],
    ["an unknown field", raw.replace('{"format":1', '{"format":1,"constructor":1')],
    ["deep nesting", `{"format":1,"language":1,"ir":1,"x":${"[".repeat(100_000)}${"]".repeat(100_000)}}`],
    ["deep nesting, unclosed", "[".repeat(1_000_000)],
    ["a lone quote", '{"'],
  ])("%s", async (_, text) => {
    expect((await refusal(writeBundle(bundleText(), text))).code).toBe("P602");
    expect(({} as { scope?: string }).scope).toBeUndefined();
  });

  test.each([
    ["compiler", 1],
    ["revision", "abc"],
    ["scope", "root"],
    ["targets", []],
    ["rules", {}],
    ["rules", [{ id: 0 }]],
    ["rules", [{ ...(bundleText().manifest.rules as object[])[0], id: 1 }]],
    ["rules", [{ ...(bundleText().manifest.rules as object[])[0], points: ["before_lunch"] }]],
    ["rules", [{ ...(bundleText().manifest.rules as object[])[0], extra: 1 }]],
    ["labels", [1]],
    ["counters", { pushes: [-1] }],
    ["cost", null],
    ["files", { "policy.mjs": "short" }],
    ["files", null],
  ])("%s with a wrong value", async (field, value) => {
    const refused = await refusal(changed(field, value));
    expect(refused.code).toBe("P602");
    expect(refused.message).toContain(field);
  });

  test("bytes that are not UTF-8", async () => {
    const dir = writeBundle();
    writeFileSync(
      join(dir, "manifest.json"),
      Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    );
    expect((await refusal(dir)).message).toContain("not UTF-8");
  });

  test("a missing field", async () => {
    const { labels: _, ...rest } = sealed(bundleText());
    expect((await refusal(writeBundle(bundleText(), rest))).message).toContain("labels is missing");
  });

  test("a huge one is refused by its size, without being read", async () => {
    const dir = writeBundle();
    truncateSync(join(dir, "manifest.json"), 100 * 1024 * 1024);
    expect((await refusal(dir)).code).toBe("P601");
  });

  test("a huge file", async () => {
    const dir = writeBundle();
    truncateSync(join(dir, "policy.ts"), 100 * 1024 * 1024);
    expect((await refusal(dir)).code).toBe("P601");
  });
});

describe("options", () => {
  test("another revision is pinned", async () => {
    expect((await refusal(writeBundle(), { revision: "0".repeat(64) })).code).toBe("P606");
  });

  test.each([
    { revision: "" },
    { revision: undefined },
    { revision: "abc" },
    { scope: "root" },
    { target: 7 },
    { hooks: "maybe" },
    { deadlineMs: 0 },
    { onEvent: "x" },
    { log: "" },
    { log: "full" },
    { log: { mode: "full" } },
    { log: { path: "x", mode: "all" } },
    { log: { path: "x", rotate: true } },
    { store: {} },
    { world: 1 },
    { timed: 1 },
    { workdir: "relative" },
    { publicKey: "k" },
    { publicKey: undefined },
    { trust: true },
    { worker: 1 },
    { reload: true },
    { revison: "typo" },
    { toString: 1 },
    { "x\ny": 1 },
    JSON.parse('{"__proto__": 1}'),
    null,
    [],
    "x",
  ])("%j", async (options) => {
    expect((await refusal(writeBundle(), options)).code).toBe("P607");
  });

  test("an option that comes later says what to do instead", async () => {
    expect((await refusal(writeBundle(), { publicKey: "k" })).message).toBe(
      "the option `publicKey` is not available: this version does not check signatures; pin the revision instead",
    );
  });

  test("a log that cannot be opened is seen at load", async () => {
    const refused = await refusal(writeBundle(), { log: join(temporaryFolder(), "none", "log") });
    // The module is verified and already imported by other tests, so only the log is at fault.
    expect(refused).toMatchObject({ code: "P607", message: expect.stringContaining("`log`") });
  });
});

describe("scope", () => {
  test.each([
    ["internal", "user"],
    ["internal", "repo"],
    ["user", "repo"],
  ] as const)("a bundle that claims %s is not loaded as %s", async (claimed, stated) => {
    expect((await refusal(writeBundle(bundleText(claimed)), { scope: stated })).code).toBe("P609");
  });

  test("the default is user", async () => {
    expect((await refusal(writeBundle(bundleText("internal")))).code).toBe("P609");
    expect((await loadPolicy(writeBundle(bundleText("internal")), { scope: "internal" })).manifest.scope).toBe(
      "internal",
    );
  });

  test("a repo bundle runs only with its revision pinned", async () => {
    const dir = writeBundle(bundleText("repo"));
    const { revision } = await readManifest(dir);
    for (const options of [{}, { scope: "repo" }, { scope: "user" }]) {
      const refused = await refusal(dir, options);
      expect(refused.code).toBe("P612");
      expect(refused.message).toMatch(new RegExp(`revision ${revision.slice(0, 12)}$`));
    }
    expect((await loadPolicy(dir, { scope: "repo", revision })).manifest.scope).toBe("repo");
  });

  test("a module of another scope than its manifest", async () => {
    const text = bundleText("repo");
    text.files["policy.mjs"] = bundleText("internal").files["policy.mjs"] ?? "";
    const dir = writeBundle(text);
    const { revision } = await readManifest(dir);
    await loadPolicy(writeBundle(bundleText("internal")), { scope: "internal" });
    expect((await refusal(dir, { scope: "repo", revision })).code).toBe("P611");
  });
});

describe("targets", () => {
  test("an unknown one", async () => {
    const refused = await refusal(writeBundle(), { target: "emacs" });
    expect(refused).toMatchObject({ code: "P610", message: "unknown target `emacs`" });
  });

  test("what a host can do comes from the matrix", async () => {
    const can = async (target: string, tools: readonly string[] | null, capability = "block") => {
      const policy = await loadPolicy(writeBundle(), { target });
      expect(policy.target).toBe(target);
      return policy.decideSync({ ...rm, can: ["before_tool_call", capability, tools] });
    };
    expect(await can("claude-code", null)).toMatchObject({ given: { target: "claude-code", can: true } });
    expect(await can("claude-code", null, "respond")).toMatchObject({ given: { can: false } });
  });

  test("a limit to some tools counts as kept only by a rule that fixes them", async () => {
    const limited = targets.flatMap((target) => {
      const cell = capabilityOf(target, "before_tool_call", "set_input", "user");
      return cell.verdict === "restricted" && cell.restriction.kind === "tools" ? [{ target, cell }] : [];
    });
    for (const { target, cell } of limited) {
      const policy = await loadPolicy(writeBundle(), { target });
      const given = (tools: unknown) => policy.decideSync({ ...rm, can: ["before_tool_call", "set_input", tools] });
      const tools = cell.restriction.kind === "tools" ? cell.restriction.tools : [];
      expect(given(tools), target).toMatchObject({ given: { can: true } });
      expect(given([...tools, "none-such"]), target).toMatchObject({ given: { can: false } });
      expect(given(null), target).toMatchObject({ given: { can: false } });
    }
  });
});

describe("hooks", () => {
  const withHooks = (count: number): BundleText => {
    const text = bundleText();
    const hooks = Array.from({ length: count }, (_, i) => ({ rule: `scan-${i}`, at: `a.policy:${i}:1`, argv: ["x"] }));
    text.files["hooks.json"] = JSON.stringify({ format: 1, hooks });
    return text;
  };

  test("are refused by name when the caller asks for that", async () => {
    const refused = await refusal(writeBundle(withHooks(1)), { hooks: "refuse" });
    expect(refused.code).toBe("P608");
    expect(refused.message).toBe(
      "this bundle starts external programs, which the caller does not permit: `scan-0` at `a.policy:0:1`",
    );
    expect((await refusal(writeBundle(withHooks(30)), { hooks: "refuse" })).message).toContain("and 20 more");
  });

  test("that are not as the compiler writes them start nothing", async () => {
    expect((await refusal(writeBundle(withHooks(1)))).code).toBe("P602");
  });

  test("none are fine, refused or not", async () => {
    expect((await loadPolicy(writeBundle(), { hooks: "refuse" })).decideSync(rm).proceed).toBe(false);
  });

  test.each(["", "[]", '{"format":1}', '{"format":1,"hooks":{}}', '{"format":1,"hooks":[1]}'])(
    "%j",
    async (content) => {
      const text = bundleText();
      text.files["hooks.json"] = content;
      expect((await refusal(writeBundle(text))).code).toBe("P602");
    },
  );
});

describe("a module that does not start", () => {
  test.each([
    ["a syntax error", "export const = 1;"],
    ["an error while it starts", "throw new Error('no\\nstack');"],
    ["a thrown non-error", "throw 7;"],
    ["a missing import", "import 'policyc-does-not-exist';"],
    ["no createPolicy", 'export const program = { scope: "user", rules: [{}] };'],
    ["other rules", 'export const program = { scope: "user", rules: [] }; export const createPolicy = () => ({});'],
    [
      "createPolicy throws",
      'export const program = { scope: "user", rules: [{}] }; export const createPolicy = () => { throw new Error("x"); };',
    ],
  ])("%s", async (_, content) => {
    const text = bundleText();
    text.files["policy.mjs"] = content;
    const refused = await refusal(writeBundle(text));
    expect(refused.code).toBe("P611");
    expect(refused.message.length).toBeLessThan(400);
    expect(refused.message).not.toContain("base64");
  });
});

test("the listener hears of refusals too", async () => {
  const heard: RuntimeEvent[] = [];
  const dir = writeBundle();
  await refusal(dir, { revision: "0".repeat(64), onEvent: (event: RuntimeEvent) => heard.push(event) });
  await refusal(dir, { nonsense: 1, onEvent: (event: RuntimeEvent) => heard.push(event) });
  expect(heard).toMatchObject([
    { type: "policy_refused", code: "P606", dir },
    { type: "policy_refused", code: "P607", dir },
  ]);
});
