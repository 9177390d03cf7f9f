// Hooks use parts of Node that are not for everybody. Whatever Node has to say of that must not stand beside their answers.

import { beforeAll, expect, it } from "vitest";
import { type Built, bashCall, claudeVerdict, hookPlace, run } from "./processes.ts";

const place = hookPlace();
let built: Built;
beforeAll(async () => {
  built = await place.policy(
    "plain",
    `rule no-dd on before_tool_call when command runs "dd" block "No dd."\n  fires on "dd x"\n`,
  );
}, 60_000);

it.each(["--trace-deprecation", "--pending-deprecation", "--throw-deprecation", "--no-deprecation"])(
  "hooks say nothing but their answers with %s",
  async (NODE_OPTIONS) => {
    const options = ["--agent", "claude-code", "--state", place.state];
    for (const words of [[place.cli, "hook", "--bundle", built.dir], [`${built.dir}/hook.cjs`]]) {
      const answer = await run([...words, ...options], bashCall("dd if=a"), { env: { NODE_OPTIONS } });
      expect([claudeVerdict(answer), answer.stderr]).toEqual(["deny: No dd.", ""]);
    }
  },
  60_000,
);

it("a process whose flags cannot be changed answers all the same", async () => {
  const options = ["--agent", "claude-code", "--state", place.state, "--bundle", built.dir];
  const answer = await run(["--freeze-flags-after-init", place.cli, "hook", ...options], bashCall("dd if=a"));
  expect(claudeVerdict(answer)).toBe("deny: No dd.");
}, 60_000);

it("a state folder that can never be made is a refusal, not a wait", async () => {
  const options = ["--agent", "claude-code", "--state", "/proc/policyc-state", "--bundle", built.dir];
  const answer = await run([place.cli, "hook", ...options], bashCall("dd if=a"));
  expect(claudeVerdict(answer)).toMatch(/^deny: /);
}, 60_000);
