// The registry is the only list of hosts: every folder is in it, and nothing outside a host's folder names the host.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { registry } from "../../src/hosts/registry.ts";
import { root } from "../harness.ts";

const names = registry.map(({ name }) => name);

describe("the registry", () => {
  it("holds every folder of src/hosts, each once", () => {
    const folders = readdirSync(join(root, "src/hosts"), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !["install", "shared"].includes(entry.name))
      .map((entry) => entry.name);
    expect(names.toSorted()).toEqual(folders.toSorted());
  });

  it.each(registry)("$name is called so by all its parts", (host) => {
    const { name, capabilities, adapter, install, protocol, keepAlive, ruleFile } = host;
    const called = [capabilities.name, adapter?.name, install?.agent, protocol?.name, keepAlive?.name, ruleFile?.agent];
    expect(new Set(called.filter((one) => one !== undefined))).toEqual(new Set([name]));
  });

  it("has signs of different strength, so that their order is known", () => {
    const strengths = registry.flatMap(({ signs }) => signs?.signs.map(({ strength }) => strength) ?? []);
    expect(new Set(strengths).size).toBe(strengths.length);
  });
});

/** Files that are really about one host. */
const aboutOne: { readonly [file: string]: readonly string[] } = {
  // The best guess where nothing is known, because most others have taken its payloads over.
  "src/hosts/identify-host.ts": ["claude-code"],
  // Readers of the logs that these agents write.
  "src/cli/replay/claude-transcript.ts": ["claude-code"],
  "src/cli/replay/codex-rollout.ts": ["codex"],
  // A verb of policyc, which is itself the host.
  "src/cli/verbs.ts": ["mcp-proxy"],
  "src/cli/verbs/mcp-proxy.ts": ["mcp-proxy"],
  // Programs of the shell that start an agent have the names of agents.
  "src/shell/programs/agents.ts": ["codex", "opencode", "goose"],
  // The code that runs inside it.
  "src/service/plugins/claude-mod.ts": ["claude-code-mod"],
};

// `policyc` is also the name of the product, of a place and of a target of its own.
const literal = new RegExp(`["'](${names.filter((name) => name !== "policyc").join("|")})["']`, "g");

it("nothing outside a host's folder names the host", () => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .map((file) => `src/${file.replaceAll("\\", "/")}`)
    .filter((file) => file.endsWith(".ts") && !/^src\/hosts\/[^/]+\//.test(file));
  const found = files.flatMap((file) => {
    const named = [...readFileSync(join(root, file), "utf8").matchAll(literal)].map(([, name = ""]) => name);
    return [...new Set(named)].filter((name) => !aboutOne[file]?.includes(name)).map((name) => `${file}: ${name}`);
  });
  expect(found).toEqual([]);
});
