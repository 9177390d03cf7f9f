// Walks through the documents that a new user follows, step by step, and compares what the commands print.
// `UPDATE=1` rewrites the printed parts. Revisions are compared as "some revision": they change with the compiler.

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { type Reader, walk } from "./walk.ts";
import { isUpdate, readDocument, root, scratchFolder } from "./workspace.ts";

/** A document is a dozen compilations and a few processes, on a machine that may be busy. */
const PATIENCE_MS = 120_000;
const REVISION = /\b[0-9a-f]{64}\b/g;
const SHORT_REVISION = /\b[0-9a-f]{12}\b/g;
const DURATION = /\b\d+ ms\b/g;

const comparable = (text: string): string =>
  text.replace(REVISION, "revision").replace(SHORT_REVISION, "revision").replace(DURATION, "some ms");

async function follow(document: string): Promise<Reader> {
  const reader: Reader = { project: scratchFolder(), home: scratchFolder() };
  const written = readDocument(document);
  const fresh = await walk(written, reader);
  if (!isUpdate) expect(comparable(written)).toBe(comparable(fresh));
  else if (comparable(written) !== comparable(fresh)) writeFileSync(join(root, document), fresh);
  return reader;
}

/** The reply of the hook that `policyc install` has written for calls of tools, started as Claude Code starts it. */
function claudeCodeAsks({ project, home }: Reader, tool: string, input: object): string {
  const settings = JSON.parse(readFileSync(join(project, ".claude/settings.json"), "utf8"));
  const { command, args } = settings.hooks.PreToolUse[0].hooks[0];
  const payload = { session_id: "s1", cwd: project, hook_event_name: "PreToolUse", tool_name: tool, tool_input: input };
  const { status, stdout } = spawnSync(
    command,
    args.map((word: string) => word.replace(/\$\{CLAUDE_PROJECT_DIR\}/g, project)),
    {
      cwd: project,
      input: JSON.stringify({ ...payload, tool_use_id: "t1" }),
      encoding: "utf8",
      env: { HOME: home, PATH: process.env.PATH, CLAUDE_PROJECT_DIR: project, POLICYC_RESIDENT: "never" },
    },
  );
  expect(status).toBe(0);
  return stdout;
}

it(
  "the first steps of README.md protect Claude Code",
  async () => {
    const reader = await follow("README.md");
    expect(claudeCodeAsks(reader, "Read", { file_path: "app/.env" })).toContain('"permissionDecision":"deny"');
    expect(claudeCodeAsks(reader, "Bash", { command: "npm test" })).toBe("");
  },
  PATIENCE_MS,
);

it.each(["docs/start/tutorial.md", "docs/operate/embed.md"])(
  "%s works as printed",
  async (document) => {
    await follow(document);
  },
  PATIENCE_MS,
);
