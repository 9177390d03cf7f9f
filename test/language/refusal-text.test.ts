// What agents and people read when policyc refuses, asks or approves.

import { describe, expect, it } from "vitest";
import { hostOf, targets } from "../../src/hosts/index.ts";
import type { Decision, Outcome, Reason } from "../../src/language/contract.ts";
import { UNREAD_ADVICE } from "../../src/language/message.ts";
import { refusalText } from "../../src/language/refusal-text.ts";
import { decision } from "../protocols/decisions.ts";

const reason = (rule: string, message: string, more: Partial<Reason> = {}): Reason => ({
  rule,
  effect: "block",
  message,
  at: "a.policy:1:1",
  scope: "user",
  ...more,
});
const blocked = (...reasons: readonly Reason[]): Decision => ({ ...decision("block"), reasons });
const failed = (code: string, message: string): Decision => ({
  ...decision("block"),
  reasons: [],
  failures: [{ code, message }],
});

describe("a text about a decision", () => {
  it("says who, what, which rule and why", () => {
    const texts = (["allow", "ask", "block", "stop"] as const).map((outcome: Outcome) =>
      refusalText(decision(outcome, { message: "why" }), outcome === "block" ? "deny" : (outcome as "ask")),
    );
    expect(texts).toEqual([
      "policyc allowed this (rule r): why",
      "policyc asks (rule r): why",
      "policyc blocked this (rule r): why",
      "policyc ended the turn (rule r): why",
    ]);
  });

  it("says why a question became a refusal", () => {
    expect(refusalText(decision("ask", { message: "Deploy?" }), "deny")).toBe(
      "policyc blocked this, because nobody can be asked here (rule r): Deploy?",
    );
  });

  it("names the first rule, and how many more there are, those with a shared reason too", () => {
    expect(refusalText(blocked(reason("a", "A."), reason("b", "B.", { also: ["c", "d"] })), "deny")).toBe(
      "policyc blocked this (rule a and 3 more): A.\nB.",
    );
  });

  it("names only rules behind the outcome", () => {
    const shadow = reason("s", "S.", { shadow: true });
    const asking = reason("q", "Q.", { effect: "ask" });
    expect(refusalText(blocked(shadow, asking, reason("b", "B.")), "deny")).toBe("policyc blocked this (rule b): B.");
  });

  it("is complete for a rule without a message", () => {
    expect(refusalText(blocked(reason("a", " ")), "deny")).toBe("policyc blocked this (rule a)");
  });

  it("says what to do about what could not be determined", () => {
    const unread = reason("a", `This command could not be read: x. ${UNREAD_ADVICE}`, { because: "unknown" });
    expect(refusalText(blocked(unread), "deny")).toBe(
      `policyc blocked this (rule a): This command could not be read: x. ${UNREAD_ADVICE}`,
    );
    const unsure = reason("a", "No pushes. (could not determine: git_branch())", { because: "unknown" });
    expect(refusalText(blocked(unsure), "deny")).toMatch(/\(rule a\): No pushes\. .* let a person do it\.$/);
  });

  it("names the code of a failure, and keeps a text that names policyc already", () => {
    expect(refusalText(failed("P706", "session state is not available"), "deny")).toBe(
      "policyc blocked this (P706, see `policyc explain P706`): session state is not available",
    );
    expect(refusalText(failed("P704", "policyc: --bundle is missing"), "deny")).toBe("policyc: --bundle is missing");
  });

  it("is the result itself where a call is answered in place", () => {
    const answered = decision("respond", { message: "a response replaces the call", result: { text: "Use ls." } });
    expect(refusalText(answered, "respond")).toBe("Use ls.");
    expect(refusalText(answered, "deny")).toBe("policyc blocked this (rule r): Use ls.");
  });
});

describe("a text that is too long for its host", () => {
  const long = `\`${"x".repeat(150)}\` is not pushed.`;
  const unread = reason("no-force-push", `${long} ${UNREAD_ADVICE}`, { because: "unknown" });

  it("loses messages of further rules first, then the end of long values", () => {
    const text = refusalText(blocked(unread, reason("b", "Another rule says so too.")), "deny", 200);
    expect(text).toBe(
      `policyc blocked this (rule no-force-push and 1 more): \`${"x".repeat(39)}…\` is not pushed. ${UNREAD_ADVICE}`,
    );
  });

  it("then the end of the message, and never the rule or what to do", () => {
    const wordy = reason("no-force-push", `${"word ".repeat(80)}${UNREAD_ADVICE}`, { because: "unknown" });
    const text = refusalText(blocked(wordy), "deny", 200);
    expect(text).toHaveLength(200);
    expect(text).toMatch(/^policyc blocked this \(rule no-force-push\): word .*… Write it plainly/);
    const name = "n".repeat(300);
    expect(refusalText(blocked(reason(name, "Why.")), "deny", 200)).toBe(`policyc blocked this (rule ${name})`);
  });

  it("fits every host", () => {
    const many = blocked(...Array.from({ length: 90 }, (_, at) => reason(`rule-${at}`, `${at} ${"word ".repeat(60)}`)));
    for (const { reasonLimit } of targets.map(hostOf).filter((host) => host !== null))
      expect(refusalText(many, "deny", reasonLimit).length).toBeLessThanOrEqual(reasonLimit ?? 8000);
    expect(hostOf("ignis")?.reasonLimit).toBe(200);
  });
});
