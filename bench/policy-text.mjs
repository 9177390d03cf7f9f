// Synthetic policies of any size, with a known answer for one event.

/** 100 rules over 20 declared tools: rule i fires on tool i % 20 with an argument that starts with `p<i>-`. */
export function toolRules(count) {
  const tools = Array.from({ length: 20 }, (_, i) => `tool tool-${i} { arg: string }`);
  const rules = Array.from(
    { length: count },
    (_, i) => `rule rule-${i}
  on before_tool_call
  when tool == "tool-${i % 20}" and input.arg starts with "p${i}-"
  block "rule ${i} stops {tool_name}"
  fires on { tool: "tool-${i % 20}", input: { arg: "p${i}-x" } }`,
  );
  return [...tools, ...rules].join("\n\n");
}

export const toolEvent = {
  point: "before_tool_call",
  tool: "tool-7",
  tool_name: "Tool7",
  input: { arg: "p47-release" },
  call_id: "c1",
  session_id: "s1",
  workdir: "/code/project",
  cwd: "/code/project",
};

/** Mixed rules for growth: servers, hosts, prompts and tools; three concern the event, whatever the count. */
export function mixedRules(count) {
  const rules = [];
  for (let i = 0; rules.length < count; i++) {
    rules.push(`rule server-${i}
  on before_tool_call
  when tool == "mcp" and mcp.server == "server-${i}" and mcp.tool starts with "delete"
  ask "server ${i}"
  fires on { tool: "mcp", input: { server: "server-${i}", tool: "delete_all", args: {} } }`);
    rules.push(`rule host-${i}
  on before_tool_call
  when tool == "fetch" and any hosts in ["host-${i}.example.org"]
  block "host ${i}"
  fires on { tool: "fetch", input: { url: "https://host-${i}.example.org/" } }`);
    rules.push(`rule folder-${i}
  on before_tool_call
  when tool in ["write", "edit"] and any writes under "packages/p${i}"
  warn "folder ${i}"
  fires on { tool: "write", input: { path: "packages/p${i}/a.ts", content: "" } }`);
    rules.push(`rule name-${i}
  on before_tool_call
  when tool == "other" and tool_name == "vendor_tool_${i}" and metadata is missing
  warn "tool ${i}"
  fires on { tool: "other", tool_name: "vendor_tool_${i}", input: {} }`);
    rules.push(`rule shape-${i}
  on before_tool_call
  when tool == "mcp" and mcp.server == "server-${i}" and mcp.tool matches /^delete_(all|one)$/
  warn "shape ${i}"
  fires on { tool: "mcp", input: { server: "server-${i}", tool: "delete_all", args: {} } }`);
  }
  rules.length = count;
  rules[count - 1] = `rule extra
  on before_tool_call
  when tool == "mcp" and mcp.server == "server-3" and mcp.tool contains "one"
  warn "extra"
  fires on { tool: "mcp", input: { server: "server-3", tool: "delete_one", args: {} } }`;
  return rules.join("\n\n");
}

/** Three rules concern it: server-3 and shape-3 fire, extra is tested and false. */
export const mixedEvent = {
  point: "before_tool_call",
  tool: "mcp",
  tool_name: "mcp__server-3__delete_all",
  input: { server: "server-3", tool: "delete_all", args: {} },
  call_id: "c1",
  session_id: "s1",
  workdir: "/code/project",
  cwd: "/code/project",
};
