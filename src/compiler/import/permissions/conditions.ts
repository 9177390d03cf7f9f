// Permissions as conditions of rules, with events on which they are true and false.

import type { Permission, PermissionTest, Subject } from "../../../hosts/shared/permissions/permission.ts";
import type { Json, Point } from "../../../language/contract.ts";
import { dataText, listText, stringText } from "../policy-text.ts";
import type { Unsayable } from "../write-tests.ts";
import {
  approvedVariants,
  patternsOf,
  refusedExpression,
  refusedWildcard,
  refusedWords,
} from "./command-conditions.ts";
import { contentVariants, testText } from "./content-conditions.ts";
import { exampleTexts, pathFor } from "./examples.ts";
import { allOf, anyOf, callText, inList, isUnsayable, type Variant, variant } from "./variant.ts";

const ELSEWHERE = callText("read", { path: "elsewhere/unrelated.txt" });
const PWD = stringText("pwd");
const UNREADABLE: Unsayable = {
  why: "it approves every command, and a policy approves only what it can read completely",
  help: "approve the commands one by one",
};
const TOO_WIDE: Unsayable = { why: "it can match anything", help: "approve the commands one by one" };

/** The ways to write it, the best first. */
export function variantsOf(permission: Permission): readonly Variant[] | Unsayable {
  const { decision, subject, point } = permission;
  const found = decision === "allow" ? approving(subject) : refusing(subject, point);
  if (isUnsayable(found) || permission.exceptions.length === 0) return found;
  const outranked = (one: Variant): Variant => ({
    ...one,
    differs: [...one.differs, "entries of higher priority make no exception"],
  });
  const sayable = permission.exceptions.map(exceptionOf).filter((one) => one !== null);
  if (sayable.length === 0) return found.map(outranked);
  const lost =
    permission.exceptions.length > sayable.length ? ["some entries of higher priority make no exception"] : [];
  const differs = [...lost, "an exception holds only for lines that policyc can read completely"];
  const excepted = found.map((one) => ({
    ...one,
    unless: anyOf(sayable.map(({ when }) => when)),
    ignores: [...one.ignores, ...sayable.flatMap(({ fires }) => fires)],
    differs: [...one.differs, ...differs],
  }));
  return [...excepted, ...found.map(outranked)];
}

/** The calls of a subject as a condition that may except them from a refusal; null where that would except others. */
function exceptionOf(subject: Subject): Variant | null {
  const found = approving(subject);
  return isUnsayable(found) ? null : (found[0] ?? null);
}

function approving(subject: Subject): readonly Variant[] | Unsayable {
  switch (subject.kind) {
    case "words":
      return approvedVariants(subject);
    case "files": {
      const path = pathFor(subject.narrow);
      return subject.access === "read"
        ? [
            variant(
              `tool in ["read", "search"] and all reads matches ${listText(subject.narrow)}`,
              [callText("read", { path })],
              { ignores: [ELSEWHERE, PWD] },
            ),
          ]
        : [
            variant(
              `tool in ["write", "edit"] and all writes matches ${listText(subject.narrow)} and length(deletes) == 0`,
              [callText("write", { path, content: "" })],
              { ignores: [callText("write", { path: "/etc/hosts", content: "" }), PWD] },
            ),
          ];
    }
    case "hosts":
      return [
        variant(`tool == "fetch" and all hosts matches ${listText(subject.hosts)}`, [fetchOf(subject.hosts)], {
          ignores: [callText("fetch", { url: "https://elsewhere.invalid/" })],
        }),
      ];
    case "tools":
      return subject.tools.includes("bash") ? UNREADABLE : [approvedTools(subject.tools, subject.names ?? [])];
    case "server":
    case "named":
    case "subagent":
      return refusing(subject);
    case "everything":
      return UNREADABLE;
    default:
      return TOO_WIDE;
  }
}

/** Files only in the project; of several tools that are the same here only the one with this name. */
function approvedTools(tools: readonly string[], names: readonly string[]): Variant {
  const named = names.length === 0 ? [] : [inList("tool_name", names)];
  const writes = tools.some((tool) => tool === "write" || tool === "edit");
  const inside = writes ? ['all writes under "."', "length(deletes) == 0"] : [];
  const outside = writes ? [callText("write", { path: "/etc/hosts", content: "" })] : [PWD];
  return variant([inList("tool", tools), ...named, ...inside].join(" and "), [exampleOf(tools[0] ?? "", names[0])], {
    ignores: outside,
    differs: writes ? ["only files in the project are approved"] : [],
  });
}

function refusing(subject: Subject, point: Point = "before_tool_call"): readonly Variant[] | Unsayable {
  switch (subject.kind) {
    case "words":
      return refusedWords(subject);
    case "wildcard":
      return refusedWildcard(subject);
    case "expression":
      return refusedExpression(subject);
    case "line":
      return lineVariants(subject.tests);
    case "files":
      return [fileVariant(subject.access, subject.wide)];
    case "content":
      return contentVariants(subject);
    case "hosts":
      return [
        variant(`any hosts matches ${listText(subject.hosts)}`, [fetchOf(subject.hosts)], {
          ignores: [callText("fetch", { url: "https://elsewhere.invalid/" })],
          differs: ["commands that contact the host are covered too"],
        }),
      ];
    case "server":
      return [serverVariant(subject)];
    case "servers-beside":
      return [
        variant(
          `tool == "mcp" and ${inList("mcp.server", subject.servers, "not ")}`,
          [mcpCall("other-server", "use")],
          {
            ignores: [mcpCall(subject.servers[0] ?? "", "use")],
          },
        ),
      ];
    case "tools":
      return [
        variant(inList("tool", subject.tools), [exampleOf(subject.tools[0] ?? "")], {
          ignores: subject.tools.includes("bash") ? [] : [PWD],
        }),
      ];
    case "tools-beside":
      return [besideVariant(subject)];
    case "named":
      return [
        variant(`tool == "other" and tool_name == ${stringText(subject.name)}`, [namedCall(subject.name)], {
          ignores: [PWD],
        }),
      ];
    case "subagent": {
      const fires = callText("subagent", { role: subject.role, task: "x" });
      return [
        variant(`tool == "subagent" and (input.role ?? "") == ${stringText(subject.role)}`, [fires], {
          ignores: [callText("subagent", { role: "x", task: "x" })],
        }),
      ];
    }
    case "prompt":
      return [
        variant(allOf(subject.tests.map((test) => testText("prompt", test))), promptFor(subject.tests), {
          ignores: [],
        }),
      ];
    case "writes-beside":
      return [outsideVariant(subject.folders)];
    case "network":
      return [
        variant('tool == "bash" and any hosts matches "**"', [stringText("curl https://example.com/")], {
          ignores: [PWD],
        }),
      ];
    case "everything":
      return [variant("", [point === "before_tool_call" ? namedCall("another-tool") : "{}"])];
  }
}

function fileVariant(access: "read" | "write", globs: readonly string[]): Variant {
  const list = listText(globs);
  const path = pathFor(globs);
  return access === "read"
    ? variant(`any reads matches ${list} or any uploads matches ${list}`, [callText("read", { path })], {
        ignores: [ELSEWHERE],
        differs: ["every tool and command that reads or uploads the files is covered"],
      })
    : variant(`any writes matches ${list} or any deletes matches ${list}`, [callText("write", { path, content: "" })], {
        ignores: [callText("write", { path: "elsewhere/unrelated.txt", content: "" })],
        differs: ["every tool and command that writes or deletes the files is covered"],
      });
}

function lineVariants(tests: readonly PermissionTest[]): readonly Variant[] {
  const text = allOf(['tool == "bash"', ...tests.map((test) => testText("input.command", test))]);
  const [test] = tests;
  const patterns = tests.length === 1 && test?.kind === "regex" ? patternsOf(test.source) : [];
  const differs = ["the text of the line is compared, as the entry does, so text that is only printed is covered too"];
  const asText = variant(text, promptFor(tests), {
    ignores: [PWD],
    differs: [...differs, "another spelling of the command passes"],
    comparesText: true,
  });
  if (patterns.length === 0) return [asText, ...withoutExemptions(tests)];
  // The text stands first: the comment that allows it is above its line.
  const both = anyOf([text, `command runs ${patterns.map(stringText).join(", ")}`]);
  return [{ ...asText, when: both, differs: [...differs, "other spellings of the command are covered too"] }, asText];
}

/** What a line must not contain may be in another command of it: then the entry makes no exception of such lines. */
function withoutExemptions(tests: readonly PermissionTest[]): readonly Variant[] {
  const others = tests.filter(({ kind }) => kind !== "lacks");
  if (others.length === 0 || others.length === tests.length) return [];
  const difference = "lines that contain what the entry leaves out are covered too";
  return lineVariants(others).map((one) => ({ ...one, differs: [...one.differs, difference] }));
}

/** A text that all tests accept, if one of them names it. */
function promptFor(tests: readonly PermissionTest[]): readonly string[] {
  const [test] = tests;
  if (tests.length !== 1 || test === undefined) return [];
  if (test.kind === "regex") return exampleTexts(test.source).map(stringText);
  return test.kind === "lacks" ? [] : [stringText(test.text)];
}

function serverVariant({ server, tools, others }: Extract<Subject, { readonly kind: "server" }>): Variant {
  const isWild = tools.some((tool) => tool.includes("*"));
  const not = others ? "not " : "";
  const test = isWild ? `mcp.tool ${not}matches ${listText(tools)}` : inList("mcp.tool", tools, not);
  const parts = [
    'tool == "mcp"',
    `mcp.server == ${stringText(server)}`,
    ...(tools.length === 0 && !others ? [] : [test]),
  ];
  const named = (tools[0] ?? "use").replaceAll("*", "x");
  return variant(parts.join(" and "), [mcpCall(server, others ? "other-tool" : named)], {
    ignores: [mcpCall(`other-${server}`, named), ...(others && tools.length > 0 ? [mcpCall(server, named)] : [])],
  });
}

function besideVariant({ tools, names }: Extract<Subject, { readonly kind: "tools-beside" }>): Variant {
  const kept = ["mcp", ...tools];
  const others = names.length === 0 ? [] : [`not (tool == "other" and ${inList("tool_name", names)})`];
  return variant([`not (${inList("tool", kept)})`, ...others].join(" and "), [namedCall("another-tool")], {
    ignores: [mcpCall("x", "use"), ...(names[0] === undefined ? [] : [namedCall(names[0])])],
  });
}

function outsideVariant(folders: readonly string[]): Variant {
  // What goes to a device is kept nowhere.
  const list = listText([...folders, "/dev"]);
  const inside = folders.length === 0 ? [] : [callText("write", { path: "notes.txt", content: "" })];
  return variant(
    `any writes not under ${list} or any deletes not under ${list}`,
    [callText("write", { path: "/srv/x", content: "" })],
    {
      ignores: [PWD, ...inside],
    },
  );
}

const namedCall = (name: string): string => dataText({ tool: "other", tool_name: name, input: {} });
const mcpCall = (server: string, tool: string): string => dataText({ tool: "mcp", input: { server, tool, args: {} } });

const samples: { readonly [tool: string]: Json } = {
  bash: { command: "ls" },
  read: { path: "a.txt" },
  write: { path: "a.txt", content: "" },
  edit: { path: "a.txt", old: "a", new: "b" },
  search: { pattern: "x" },
  fetch: { url: "https://example.com/" },
  web_search: { query: "x" },
  subagent: { task: "x" },
  mcp: { server: "server", tool: "use", args: {} },
};

const exampleOf = (tool: string, name?: string): string =>
  dataText({ tool, ...(name !== undefined && { tool_name: name }), input: samples[tool] ?? {} });

const fetchOf = (hosts: readonly string[]): string =>
  callText("fetch", { url: `https://${(hosts[0] ?? "").replaceAll("*", "x")}/` });
