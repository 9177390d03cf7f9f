// Answers agent calls without rules: refusals when there is no bundle that could be asked, and records of payloads. A file of
// its own, because it holds the formats of all agents, and loading it would take longer than asking the resident process.

import { answerHook } from "./answer-hook.ts";
import type { Answer } from "./run-hook.ts";

export const answer: Answer = (request) => answerHook(request, null);
