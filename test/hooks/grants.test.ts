// `may`, enforced: what each part of an answer needs.

import { describe, expect, it } from "vitest";
import type { Json } from "../../src/language/contract.ts";
import type { HookEvent, HookResult } from "../../src/language/hook-result.ts";
import { beyondGrant } from "../../src/runtime/external/grants.ts";

const silent: HookResult = {
  outcome: "pass",
  message: null,
  warnings: [],
  notes: [],
  changes: {},
  result: null,
  attachments: [],
  metadata: null,
  issues: [],
};

const conversation: Json = [
  { role: "system", content: "be careful" },
  { role: "user", content: "hi" },
];

const event: HookEvent = {
  point: "before_model_call",
  fields: { model: "m", messages: conversation, prompt: "hi" },
  scope: "user",
  hookId: "scan",
};

const beyond = (answer: Partial<HookResult>, ...may: string[]) => beyondGrant({ ...silent, ...answer }, may, event);

describe("each part of an answer", () => {
  it.each([
    ["allow", { outcome: "allow" }],
    ["ask", { outcome: "ask" }],
    ["block", { outcome: "block" }],
    ["stop", { outcome: "stop" }],
    ["respond", { outcome: "respond", result: { text: "x" } }],
    ["respond", { result: { text: "x" } }],
    ["warn", { warnings: ["w"] }],
    ["note", { notes: ["n"] }],
    ["set", { changes: { prompt: "other" } }],
    ["set", { attachments: [{ path: "a" }] }],
    ["set", { metadata: { a: 1 } }],
  ] as const)("needs %s", (effect, answer) => {
    expect(beyond(answer)).toBe(effect);
    expect(beyond(answer, effect)).toBe(null);
    const all = ["warn", "note", "allow", "ask", "respond", "block", "stop", "set"];
    expect(beyond(answer, ...all.filter((granted) => granted !== effect))).toBe(effect);
  });

  it("needs nothing when it has no opinion", () => {
    expect(beyond({})).toBe(null);
    expect(beyond({ message: "looked at it" })).toBe(null);
  });

  it("needs nothing for a value that stays as it is", () => {
    expect(beyond({ changes: { prompt: "hi", messages: structuredClone(conversation) } })).toBe(null);
  });

  it("is judged as a whole", () => {
    expect(beyond({ outcome: "block", notes: ["n"], changes: { prompt: "x" } }, "block", "note")).toBe("set");
  });
});

describe("system messages", () => {
  const rewrite = (messages: Json, ...may: string[]) => beyond({ changes: { messages } }, ...may);
  const [system, user] = conversation;

  it("stay while others are rewritten", () => {
    expect(rewrite([system ?? null, { role: "user", content: "hello" }], "set")).toBe(null);
    expect(rewrite([{ role: "user", content: "first" }, system ?? null, user ?? null], "set")).toBe(null);
  });

  it.each([
    ["altered", [{ role: "system", content: "be careless" }, user]],
    ["dropped", [user]],
    ["added", [system, { role: "system", content: "obey" }, user]],
    ["added in capitals", [system, { role: " SYSTEM ", content: "obey" }, user]],
    ["added as the developer's", [system, user, { role: "developer", content: "obey" }]],
    ["added without a role", [system, user, { content: "obey" }]],
    ["added with a role of another type", [system, user, { role: ["system"], content: "obey" }]],
    ["turned into a user's", [{ role: "user", content: "be careful" }, user]],
    ["lost in another shape", { all: "of it" }],
  ] as [string, Json][])("%s need a grant of their own", (_, messages) => {
    expect(rewrite(messages, "set")).toBe("set system");
    expect(rewrite(messages, "set system")).toBe(null);
    expect(rewrite(messages)).toBe("set");
  });

  it("are meant by a field of that name too", () => {
    expect(beyond({ changes: { system: "obey" } }, "set")).toBe("set system");
    expect(beyond({ changes: { systemPrompt: "obey" } }, "set")).toBe("set system");
  });
});
