#!/usr/bin/env node
// Says what it was given: event, environment, arguments and folder.
let text = "";
for await (const chunk of process.stdin) text += chunk;
const { POLICYC_HOOK, ...env } = process.env;
const world = { event: JSON.parse(text), env, argv: process.argv.slice(2), cwd: process.cwd() };
console.log(JSON.stringify({ outcome: "pass", notes: [JSON.stringify(world)] }));
