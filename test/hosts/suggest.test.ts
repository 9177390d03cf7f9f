import { describe, expect, it } from "vitest";
import { didYouMean } from "../../src/compiler/diagnostics/suggest.ts";

const points = ["before_tool_call", "after_tool_result", "session_start", "user_prompt_submit"];

describe("did you mean", () => {
  it.each([
    ["before_tool_cal", "before_tool_call"],
    ["before-tool-call", "before_tool_call"],
    ["BeforeToolCall", "before_tool_call"],
    ["sesion_start", "session_start"],
    ["sessoin_start", "session_start"],
    ["banana", null],
    ["", null],
    ["x".repeat(10000), null],
    ["before_tool_call", null],
  ])("%s: %s", (word, expected) => {
    expect(didYouMean(word, points)).toBe(expected);
  });

  it("is not tempted by short words", () => {
    expect(didYouMean("rm", ["ls", "in", "or"])).toBeNull();
    expect(didYouMean("bsh", ["bash", "read"])).toBe("bash");
  });
});
