// Answers hooks without rules: refusals when there is no bundle that could be asked, and records of payloads.

import { answerHook } from "./answer-hook.ts";
import type { Answer } from "./run-hook.ts";

export const answer: Answer = (request) => answerHook(request, null);
