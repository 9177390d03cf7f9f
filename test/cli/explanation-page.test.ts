// The page of `eval --explain --html`: each condition in the colour of its truth, and nothing of the event but text.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { build, emptyFolder, policyc, write } from "../replay/replaying.ts";

const policy = `rule in-order
  on before_tool_call
  when tool == "bash" and command runs "ls" and tool_name == "Shell" and git_branch() == "main"
  block "no"
  fires on { tool: "bash", tool_name: "Shell", input: { command: "ls" } } given { git_branch: "main" }

rule in-doubt
  on before_tool_call
  when tool == "bash" and git_branch() == "main" and tool_name != "Shell"
  unless command only runs "pwd"
  block "no {command}"
  fires on "ls" given { git_branch: "main" }

rule at-night
  on before_tool_call
  when tool == "bash" and env("HOME_OF_TESTS") is present
  warn "night"
  fires on "ls" given { env: { HOME_OF_TESTS: "1" } }

rule talks
  on before_tool_call
  when tool == "bash"
  warn "{command} & more"
  fires on "ls"`;

const command = "ls '<script>alert(1)</script>' --token abcdefghijklmnop1234";

async function page(event: object): Promise<string> {
  const folder = emptyFolder();
  await build(folder, "bundle", policy);
  write(folder, "event.json", JSON.stringify(event));
  await policyc(folder, "eval", "bundle", "event.json", "--explain", "--html", "page.html");
  return readFileSync(join(folder, "page.html"), "utf8");
}

/** The conditions of a rule with their colours. */
function colours(html: string, rule: string): readonly string[] {
  const block = html.slice(html.indexOf(`<b>rule</b> ${rule}<`)).split('class="rule ', 1)[0] ?? "";
  return [...block.matchAll(/class="condition is-(\w+)">([^<]*)</g)].map(([, truth, text]) => `${text} ${truth}`);
}

it("colours each condition, and shows what it looked at", async () => {
  const event = { point: "before_tool_call", tool: "bash", tool_name: "Bash", input: { command }, workdir: "/nowhere" };
  const html = await page(event);
  expect(colours(html, "in-order")).toEqual([
    "tool == &quot;bash&quot; true",
    "command runs &quot;ls&quot; true",
    "tool_name == &quot;Shell&quot; false",
    "git_branch() == &quot;main&quot; unreached",
  ]);
  expect(colours(html, "in-doubt")).toEqual([
    "tool == &quot;bash&quot; true",
    "git_branch() == &quot;main&quot; unknown",
    "tool_name != &quot;Shell&quot; true",
    "unless command only runs &quot;pwd&quot; true",
  ]);
  expect(html).toContain("<code>tool_name</code> is <code>Bash</code>");
  expect(html).toContain("<code>env(&quot;HOME_OF_TESTS&quot;)</code> is <code>(not set)</code>");
});

it("escapes and masks what comes from the event", async () => {
  const html = await page({ point: "before_tool_call", tool: "bash", input: { command }, session_id: "</style><img>" });
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).not.toMatch(/<(?:script|img)|abcdefghijklmnop1234/);
  expect(html).toContain("default-src &#39;none&#39;");
});

it("shows an event that was refused", async () => {
  const html = await page({ point: "before_tool_call", tool: "bash", input: { command: 7 } });
  expect(html).toContain("P702");
});
