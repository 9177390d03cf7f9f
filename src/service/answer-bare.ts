// Answers agent calls without rules: refusals when there is no bundle that could be asked, and records of payloads.

import { type Answer, answerCall } from "./answer.ts";

export const answer: Answer = (request) => answerCall(request, null);
