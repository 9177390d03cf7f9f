// One page per host, from its data: what it can enforce, how it is installed, its tools, what it sends, how it fails.
// The part between `<!-- by hand -->` and `<!-- end by hand -->` is written by people and survives.

import { capabilities, capabilityOf, hostOf, sentFields, targets } from "../../../src/hosts/index.ts";
import type { AgentInstall, Site } from "../../../src/hosts/install/agent.ts";
import { agentInstalls } from "../../../src/hosts/install-agents.ts";
import { registry } from "../../../src/hosts/registry.ts";
import type { Capability, Point } from "../../../src/language/contract.ts";
import { points } from "../../../src/language/schema.ts";
import { toolRows } from "./agent-data.ts";
import { code, codes, fence, list, page, prose, sentence, table } from "./markdown.ts";
import { leftOutOn } from "./profiles.ts";

const PROJECT = "/home/me/project";
const HOME = "/home/me";

const siteOf = (place: Site["place"]): Site => ({ place, project: PROJECT, home: HOME, env: {}, isWindows: false });

const shown = (path: string): string => path.replace(`${PROJECT}/`, "").replace(`${HOME}/`, "~/");

const records = new Map(registry.map((record) => [record.name, record]));

const titleOf = (host: string): string => records.get(host)?.title ?? host;

function fileOf({ config }: AgentInstall, place: Site["place"]): string {
  const path = config.kind === "scripts" ? `${config.folder(siteOf(place))}/` : config.file(siteOf(place));
  return code(shown(path));
}

function limitOf(host: string): string {
  const limit = records.get(host)?.timeLimitS ?? null;
  return limit === null ? "not limited, or not documented" : `${limit} s`;
}

/** The points at which the host can do it, for rules of users. */
function pointsWith(host: string, capability: Capability): readonly Point[] {
  return (Object.keys(points) as Point[]).filter(
    (point) => capabilityOf(host, point, capability, "user").verdict !== "no",
  );
}

const abilities: { readonly [C in Capability]: string } = {
  block: "refuse (`block`)",
  stop: "refuse and end the turn (`stop`)",
  ask: "ask a person (`ask`)",
  allow: "approve, so that the agent does not ask (`allow`)",
  respond: "answer in place of the action (`respond`)",
  set_input: "rewrite what goes in (`set`)",
  set_output: "rewrite what comes out (`set`)",
  warn: "warn the user (`warn`)",
  note: "tell the model something (`note`)",
};

function summary(host: string): string {
  const rows = (Object.keys(abilities) as Capability[]).map((capability) => {
    const at = pointsWith(host, capability);
    return [abilities[capability], at.length === 0 ? "no point" : codes(at)];
  });
  return table(["A rule can", "At"], rows);
}

function installation(host: string): readonly string[] {
  const install = agentInstalls.get(host);
  if (install === undefined) {
    return [fence(host === "policyc" ? "js" : "sh", records.get(host)?.connection ?? "")];
  }
  const commands = [`policyc build --target ${host}`, `policyc install ${host}`, `policyc install ${host} --doctor`];
  const kinds = {
    json: "its hook entries into",
    scripts: "one script per event into",
    plugin: "a plug-in with the rules in it as",
  };
  return [
    fence("sh", commands.join("\n")),
    `policyc writes ${kinds[install.config.kind]} ${fileOf(install, "project")} of the project, or ${fileOf(install, "user")} with \`--user\`. \`policyc install ${host} --remove\` takes it out again.`,
    install.next("project").length === 0 ? "" : `After installing:\n\n${list(install.next("project").map(sentence))}`,
    install.switches.length === 0
      ? ""
      : `These settings silence hooks; \`policyc install --status\` reports them:\n\n${list(install.switches.map(({ says }) => sentence(says)))}`,
    install.alsoReads.length === 0
      ? ""
      : `${titleOf(host)} also loads the hooks of ${install.alsoReads.map((other) => `[${titleOf(other)}](${other}.md)`).join(", ")}; \`policyc install --status\` reports hooks that run twice.`,
  ];
}

function toolTable(host: string): string {
  const rows = toolRows.get(host) ?? [];
  if (rows.length === 0) return "";
  const names = (theirs: string | readonly string[]): string => codes(typeof theirs === "string" ? [theirs] : theirs);
  return table(
    ["Its tool", "In rules", "Fields of `input`, and where they come from, or what it does"],
    rows.map(({ native, tool, fields, does }) => [
      code(native),
      code(tool),
      [
        ...Object.entries(fields).map(([ours, theirs]) => `${code(ours)} from ${names(theirs)}`),
        ...Object.entries(does ?? {}).map(([field, words]) => `${[words].flat().join(" and ")} ${code(field)}`),
      ].join("; "),
    ]),
  );
}

/** What the host sends before a tool writes a file. */
function payloadOf(host: string): string {
  const install = agentInstalls.get(host);
  const event = install?.events.before_tool_call?.[0];
  if (install === undefined || event === undefined) return "";
  const sent = install.payload(event, { kind: "write", path: `${PROJECT}/src/app.ts` }, siteOf("project"));
  return sent === null ? "" : fence("json", JSON.stringify(sent, null, 2).replaceAll("policyc-doctor", "..."));
}

/** The matrix with one row per point; notes are numbered once each, whatever cells they are about. */
function matrix(host: string): readonly string[] {
  const notes: string[] = [];
  const numbered = (note: string): string => {
    if (!notes.includes(note)) notes.push(note);
    return `(${notes.indexOf(note) + 1})`;
  };
  const rows = (Object.keys(points) as Point[]).flatMap((point) => {
    const row = hostOf(host)?.points[point];
    if (row === undefined) return [];
    const cells = capabilities.map((capability) => {
      const cell = capabilityOf(host, point, capability, "internal");
      return cell.verdict === "no" ? "" : cell.verdict === "yes" ? "yes" : `yes ${numbered(cell.note)}`;
    });
    const remark = row.neverFires ?? (row.internalOnly ? "only rules of scope `internal` are asked here" : undefined);
    const remarks = [remark, row.note].flatMap((note) => (note === undefined ? [] : [numbered(note)]));
    const name = [code(point), ...remarks].join(" ");
    return [[row.event === point ? name : `${name}<br>${prose(row.event)}`, ...cells]];
  });
  return [
    table(["Point", ...capabilities.map((capability) => capability.replace("_", " "))], rows),
    notes.map((note, at) => `${at + 1}. ${sentence(note)}`).join("\n"),
    sentFields(host).join(" ") || "It does not say which subagent acts: `agent_id` and `agent_type` are never sent.",
  ];
}

const byHand = /<!-- by hand -->\n[\s\S]*?<!-- end by hand -->/;

function agentPage(host: string, before: string): string {
  const found = hostOf(host);
  if (found === null) throw new Error(`no host ${host}`);
  const payload = payloadOf(host);
  const tools = toolTable(host);
  return page([
    `# ${titleOf(host)}`,
    `The name in policies and on the command line is \`${host}\`.`,
    byHand.exec(before)?.[0] ?? "<!-- by hand -->\n<!-- end by hand -->",
    "## Install",
    ...installation(host),
    "## What rules can do",
    summary(host),
    `The whole table, with the ${host === "policyc" ? "" : "agent's own "}name of each event and every restriction, which \`policyc capabilities --target ${host}\` prints too:`,
    ...matrix(host),
    "## Left out of the profiles",
    `What ${titleOf(host)} cannot do of the [profiles](../start/profiles.md) is left out for it; \`policyc build\` lists it.`,
    leftOutOn(host),
    tools === "" ? "" : "## Tools",
    tools,
    tools === "" ? "" : "Any other tool is `other` in rules, with its name in `tool_name`.",
    payload === "" ? "" : "## What it sends",
    payload === ""
      ? ""
      : `Before a tool writes a file, ${titleOf(host)} sends the following. To see what your version sends, run \`policyc hook --agent ${host} --capture seen.jsonl\` in place of the installed hook.`,
    payload,
    "## When something goes wrong",
    table(
      ["", ""],
      [
        ["How it talks to a hook", prose(found.transport)],
        ["When a hook fails", prose(found.failMode)],
        ["How long it waits by default", limitOf(host)],
        ["Several hooks on one event", prose(found.order)],
        ["What this page rests on", prose(found.evidence)],
      ],
    ),
    "policyc answers with a refusal in the agent's own format whenever it cannot decide; see [When something fails](../language/failures.md).",
  ]);
}

function indexPage(): string {
  const yes = (host: string, capability: Capability, point: Point): string => {
    const { verdict } = capabilityOf(host, point, capability, "user");
    return verdict === "yes" ? "yes" : verdict === "restricted" ? "limited" : "no";
  };
  return page([
    "# Agents",
    "What policyc can hold up depends on what the agent lets a hook do. Each agent has a page of its own with the full table; this one compares the most important cells. *Limited* means that the page of the agent names a condition.",
    table(
      [
        "Agent",
        "refuse a tool call",
        "ask a person",
        "rewrite the input",
        "hide a result",
        "refuse a prompt",
        "send it back to work",
        "`policyc install`",
      ],
      targets.map((host) => [
        `[${titleOf(host)}](${host}.md)`,
        yes(host, "block", "before_tool_call"),
        yes(host, "ask", "before_tool_call"),
        yes(host, "set_input", "before_tool_call"),
        ["block", "set_output"].some((effect) => yes(host, effect as Capability, "after_tool_result") === "yes")
          ? "yes"
          : ["block", "set_output"].some((effect) => yes(host, effect as Capability, "after_tool_result") === "limited")
            ? "limited"
            : "no",
        yes(host, "block", "user_prompt_submit"),
        yes(host, "block", "before_completion_decision"),
        agentInstalls.has(host) ? "yes" : "no",
      ]),
    ),
    "## Where the configuration is",
    table(
      ["Agent", "In the project", "For the user, with `--user`"],
      [...agentInstalls.values()].map((install) => [
        `[${titleOf(install.agent)}](${install.agent}.md)`,
        fileOf(install, "project"),
        fileOf(install, "user"),
      ]),
    ),
    "`policyc install` shows every change before it makes it, backs the file up in `~/.policyc/backups`, and writes only the entries that the bundle's rules need. The entries pin the revision of the bundle: after a new build, install again, or every call is refused.",
    "## How an agent is checked",
    "[Targets](../language/targets.md) explains how the compiler uses these tables: a rule whose effect a declared target cannot carry out does not compile.",
  ]);
}

/** The pages by their path; `before` gives the text that a path has now. */
export const agentPages = (before: (path: string) => string): readonly (readonly [string, string])[] => [
  ["docs/agents/index.md", indexPage()],
  ...targets.map((host) => [`docs/agents/${host}.md`, agentPage(host, before(`docs/agents/${host}.md`))] as const),
];
