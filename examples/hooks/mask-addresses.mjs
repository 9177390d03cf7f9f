#!/usr/bin/env node
// Rewrites a prompt: e-mail addresses become `[address 1]`, `[address 2]`, ... Protocol: ignis (an envelope on stdin;
// `updatedInput` on stdout rewrites, exit 2 blocks with the reason on stderr, silence is no opinion).
//
// A host applies the rewrite before the prompt is stored, so neither history nor model ever sees the addresses.

const ADDRESS = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/g;

/** Nothing but the answer may be written to stdout: one more line and it is no JSON any more. */
function fail(why) {
  console.error(`mask-addresses: ${why}`);
  process.exitCode = 1;
}

function masked(prompt) {
  const seen = new Map();
  return prompt.replace(ADDRESS, (address) => {
    const key = address.toLowerCase();
    if (!seen.has(key)) seen.set(key, `[address ${seen.size + 1}]`);
    return seen.get(key);
  });
}

function main(text) {
  let envelope;
  try {
    envelope = JSON.parse(text);
  } catch {
    return fail("stdin is not JSON");
  }
  if (typeof envelope?.hook_event_name !== "string") return fail("stdin is not an envelope of ignis");
  if (envelope.hook_event_name !== "UserPromptSubmit") return;
  const { prompt } = envelope;
  if (typeof prompt !== "string") return fail("there is no prompt");
  const updatedInput = masked(prompt);
  // No change, no answer.
  if (updatedInput === prompt) return;
  console.log(JSON.stringify({ hookSpecificOutput: { hookEventName: "UserPromptSubmit", updatedInput } }));
}

const chunks = [];
for await (const chunk of process.stdin) chunks.push(chunk);
main(Buffer.concat(chunks).toString("utf8"));
