// Finds out which functions of the runtime a hook calls, and how early, and writes src/runtime/hook-process/hook-profile.txt:
// 0 for any event, however it is asked about; 0.5 for every agent's refusals, which must not need a second file; 1 for usual
// command lines; 2 for both with all packs; 3 for what else is not rare. Run it after `npm run build`, when hooks have become
// slower to start.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { withBundle } from "../bench/build-policy.mjs";
import { toolRules } from "../bench/policy-text.mjs";
import { importSource, path, shared } from "./build-parts.mjs";

const PACKS = ["deletes", "git-history", "downloads", "exfiltration", "privilege", "secrets"];
/** Sessions are read at every event, and changed at a few. */
const STATE = `rule fetched on before_tool_call when tool == "fetch" mark fetched
rule fetches on before_tool_call when tool == "fetch" count fetches
rule no-search on before_tool_call when tool == "web_search" and marked(fetched) block "Enough is known."
rule slow-down on before_tool_call when tool == "fetch" and counted(fetches, 10m) > 1000 block "Too many."
`;
const MANY_PACKS = 2;
/** Policies, and how early what they call can be needed. */
const policies = [
  [toolRules(20), 0],
  [`${PACKS.map((name) => `use "shell/${name}"\n`).join("")}${toolRules(20)}`, 0],
  [`${STATE}${toolRules(20)}`, 0],
  [readFileSync(path("policies/recommended.policy"), "utf8"), MANY_PACKS],
];

const { packTables } = await importSource("src/compiler/emit/pack-tables.ts");
const { partUnits } = await importSource("src/compiler/emit/part-units.ts");
const { calledAtStart } = await importSource("src/compiler/emit/called-at-start.ts");
const { agentInstalls } = await importSource("src/hosts/install/agents.ts");
const { hookHosts } = await importSource("src/hosts/dialects.ts");
const { lines, others, plain } = await importSource("src/runtime/hook-process/usual-events.ts");

const keyOf = (module, name) => `${module} ${name.replace(/\d+$/, "")}`;

/** What parts call by themselves is not asked for by anybody, but rules may call again what is exported. */
const own = new Set(
  ["hook-core", "shell", "linear"].flatMap((name) => {
    const { units, exports } = partUnits(readFileSync(path(`dist/${name}.mjs`), "utf8"));
    const called = calledAtStart(units);
    for (const inside of exports.values()) called.delete(inside);
    return units.flatMap(({ module, declares }) =>
      declares.filter((one) => called.has(one)).map((one) => keyOf(module, one)),
    );
  }),
);

/** Payloads of every agent, by agent. */
const site = { place: "project", project: "/code", home: "/home/user", env: {}, isWindows: false };
const foreign = [...agentInstalls.values()].flatMap(({ agent, events, payload }) =>
  Object.values(events)
    .flat()
    .flatMap((event) =>
      ["write", "read", "broken"].map((kind) => [agent, payload(event, { kind, path: "/code/a" }, site)]),
    ),
);
const unreadable = hookHosts.flatMap((agent) => [
  [agent, {}],
  [agent, plain[0]],
]);
const asClaude = (payloads) => payloads.map((payload) => ["claude-code", payload]);
const isCall = ([, payload]) => payload !== null;
const REFUSED = 0.5;
const stages = [
  [0, asClaude(plain).map((one) => [...one, true])],
  [REFUSED, [...foreign, ...unreadable].filter(isCall).map((one) => [...one, false])],
  [1, asClaude(lines).map((one) => [...one, true])],
  [3, [...asClaude(others), ...foreign.filter(isCall)].map((one) => [...one, true])],
];

const chunks = new Map();
for (const [policy, earliest] of policies) await withBundle(policy, (folder) => profile(folder, earliest));
const all = [...new Set(chunks.values())].sort();
const rows = all.flatMap((chunk) => {
  const byModule = new Map();
  for (const [key, at] of chunks) {
    const [module, name] = key.split(" ");
    if (at === chunk) byModule.set(module, [...(byModule.get(module) ?? []), name]);
  }
  return [...byModule].sort().map(([module, names]) => `${chunk} ${module} ${names.sort().join(" ")}\n`);
});
writeFileSync(path("src/runtime/hook-process/hook-profile.txt"), rows.join(""));
console.log(all.map((chunk) => [...chunks.values()].filter((at) => at === chunk).length).join(" "), "functions");

async function profile(folder, earliest) {
  const work = mkdtempSync(join(tmpdir(), "policyc-profile-"));
  try {
    const file = join(work, "hook.cjs");
    const code = await flatHook(folder);
    writeFileSync(file, code);
    writeFileSync(join(work, "stages.json"), JSON.stringify(stages.map(([, asked]) => asked)));
    const names = declarationsOf(code);
    const run = (dir, how, payload, first) => {
      const { output, status } = spawnSync(process.execPath, [path("scripts/profile-run.cjs"), file, dir, work, how], {
        input: JSON.stringify(payload),
        stdio: ["pipe", "pipe", "pipe", "pipe"],
      });
      if (status !== 0) throw new Error(`the profiled hook ended with ${status}: ${output[2]}`);
      note(JSON.parse(output[3].toString()), names, first);
    };
    run(folder, "asked", plain[0], earliest);
    run(folder, "start", plain[0], earliest);
    // What goes wrong is answered by hook.cjs alone: no bundle, no hook.txt, a manifest or code that was changed.
    for (const damage of ["", "hook.txt", "hook.cjs", "manifest.json"])
      run(
        damagedBundle(folder, join(work, `without-${damage}`), damage),
        "start",
        lines[0],
        Math.max(REFUSED, earliest),
      );
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Keeps the earliest chunk of each function. The first list is of what was called while everything was loaded. */
function note(lists, names, first) {
  lists.forEach((offsets, stage) => {
    for (const offset of offsets) {
      const [, key] = names.findLast(([start]) => start <= offset) ?? [];
      if (key === undefined || (stage === 0 && own.has(key))) continue;
      const chunk = Math.max(first, stages[Math.max(0, stage - 1)][0]);
      chunks.set(key, Math.min(chunks.get(key) ?? chunk, chunk));
    }
  });
}

function damagedBundle(folder, copy, file) {
  if (file === "") return copy;
  cpSync(folder, copy, { recursive: true });
  if (file === "hook.txt") rmSync(join(copy, file));
  else writeFileSync(join(copy, file), " ");
  return copy;
}

/** The hook of a bundle as one file with all names in it. */
async function flatHook(folder) {
  const parts = {
    core: path("src/runtime/hook-process/hook-core.ts"),
    shell: path("src/runtime/core/shell/index.ts"),
    linear: path("src/runtime/core/linear.ts"),
    policy: join(folder, "policy.ts"),
  };
  const { outputFiles } = await build({
    ...shared,
    format: "cjs",
    platform: "node",
    mainFields: ["module", "main"],
    write: false,
    stdin: {
      contents: `import { createPolicy, program } from "policyc:policy"; import { hookOf } from "policyc:core";
        export const { answer, serves, start } = hookOf(() => ({ createPolicy, program }));`,
      resolveDir: path("."),
    },
    plugins: [
      {
        name: "policyc",
        setup(on) {
          on.onResolve({ filter: /^policyc:/ }, (found) => ({ path: parts[found.path.slice("policyc:".length)] }));
        },
      },
      packTables,
    ],
  });
  return outputFiles[0].text;
}

/** Where each statement of the runtime begins, and what it declares. */
function declarationsOf(code) {
  const found = [];
  let module = "";
  let offset = 0;
  for (const line of code.split("\n")) {
    module = /^\/\/ (\S+\.(?:ts|js))$/.exec(line)?.[1] ?? module;
    const name = /^(?:(?:async )?function\*? |var )([\w$]+)/.exec(line)?.[1];
    if (name !== undefined) found.push([offset, module.startsWith(".") ? undefined : keyOf(module, name)]);
    offset += line.length + 1;
  }
  return found;
}
