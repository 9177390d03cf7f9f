// What somebody would write by hand for the 100 rules of toolRules: the same tests, no checks, no index but a switch.

const byTool = new Map();
for (let i = 0; i < 100; i++) {
  const tool = `tool-${i % 20}`;
  const rules = byTool.get(tool) ?? [];
  rules.push({ name: `rule-${i}`, prefix: `p${i}-`, text: `rule ${i} stops ` });
  byTool.set(tool, rules);
}

export function handWritten(event) {
  const reasons = [];
  const rules = byTool.get(event.tool);
  if (rules !== undefined) {
    for (let i = 0; i < rules.length; i++) {
      const rule = rules[i];
      if (event.input.arg.startsWith(rule.prefix)) {
        reasons.push({ rule: rule.name, effect: "block", message: `${rule.text}\`${event.tool_name}\`` });
      }
    }
  }
  return { proceed: reasons.length === 0, outcome: reasons.length === 0 ? "pass" : "block", reasons };
}
