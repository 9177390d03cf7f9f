// Answers agent calls without rules: refuses when no bundle is usable, and records payloads.

import { type Answer, answerCall } from "./answer.ts";

export const answer: Answer = (request) => answerCall(request, null);
