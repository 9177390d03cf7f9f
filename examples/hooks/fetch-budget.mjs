#!/usr/bin/env node
// Limits how many pages a session may fetch. Protocol: picoclaw (JSON-RPC 2.0, one document a line, the process
// keeps running). It is started by the first call, ends when stdin ends, and is started again if it dies. What it
// remembers is lost then, so do not keep anything here that must survive (policies have `count` for that).
//
// FETCH_BUDGET sets the number of pages; the rule passes it in `env`.

import { createInterface } from "node:readline";

const FETCHING = new Set(["web_fetch"]);
const budget = readBudget(process.env.FETCH_BUDGET);
/** Pages so far, by session; a Map, because session ids come from outside. */
const fetched = new Map();
const MOST_SESSIONS = 10_000;

function readBudget(text = "20") {
  const pages = Number(text);
  if (Number.isSafeInteger(pages) && pages >= 0) return pages;
  console.error("fetch-budget: FETCH_BUDGET must be a number of pages");
  process.exit(1);
}

function beforeTool({ tool, meta }) {
  if (!FETCHING.has(tool)) return { action: "continue" };
  const session = String(meta?.SessionKey ?? "");
  const pages = (fetched.get(session) ?? 0) + 1;
  // The oldest session goes when there are too many: a process that keeps running must not grow.
  fetched.delete(session);
  fetched.set(session, pages);
  if (fetched.size > MOST_SESSIONS) fetched.delete(fetched.keys().next().value);
  if (pages <= budget) return { action: "continue" };
  return { action: "deny_tool", reason: `this session has fetched ${budget} pages, which is its budget` };
}

/** One entry per call. A host asks only for what its configuration names, so an unknown method is an error. */
const methods = {
  "hook.hello": () => ({ name: "fetch-budget", version: 1 }),
  "hook.before_tool": beforeTool,
  "hook.after_tool": () => ({ action: "continue" }),
  "hook.before_llm": () => ({ action: "continue" }),
  "hook.after_llm": () => ({ action: "continue" }),
  "hook.approve_tool": () => ({ approved: true }),
};

function answer(line) {
  let call;
  try {
    call = JSON.parse(line);
  } catch {
    // Without an id there is nobody to answer; stderr is for whoever looks for the reason.
    return console.error("fetch-budget: a line is not JSON");
  }
  // A notification (no id) is never answered.
  if (typeof call !== "object" || call === null || typeof call.id !== "number") return;
  const reply = { jsonrpc: "2.0", id: call.id };
  const method = Object.hasOwn(methods, call.method) ? methods[call.method] : undefined;
  if (method === undefined) reply.error = { code: -32601, message: "no such method" };
  else if (typeof call.params !== "object" || call.params === null)
    reply.error = { code: -32602, message: "params must be an object" };
  else reply.result = method(call.params);
  console.log(JSON.stringify(reply));
}

for await (const line of createInterface({ input: process.stdin })) if (line.trim() !== "") answer(line);
