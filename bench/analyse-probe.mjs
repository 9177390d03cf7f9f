// One measurement of the compiler's stages in a process of its own: `STAGES N`. Prints JSON.

import { timeStages } from "./analyse-stages.mjs";
import { variedRules } from "./varied-rules.mjs";

const [stages, count] = process.argv.slice(2);
console.log(JSON.stringify(await timeStages(stages, variedRules(Number(count)))));
