// The command-line end of decide.mjs, for Node, Bun and Deno: MODULE_URL EVENTS_JSON in, decisions as JSON out.

import { decideAll } from "./decide.mjs";

const args = globalThis.Deno === undefined ? globalThis.process.argv.slice(2) : globalThis.Deno.args;
console.log(JSON.stringify(await decideAll(args[0], JSON.parse(args[1]))));
