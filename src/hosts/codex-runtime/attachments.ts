// Drops attachments that name a missing file, one by one; URLs are not checked.

import type { Json } from "../../language/contract.ts";
import type { HookResult } from "../../language/hook-result.ts";
import { isObject } from "../shared/read-answer.ts";

/** The answer without attachments whose file is missing. `exists` gets the path as the hook wrote it. */
export function dropMissing(answer: HookResult, exists: (path: string) => boolean): HookResult {
  const attachments = answer.attachments.filter((attachment) => {
    const path = pathOf(attachment);
    return path === null || exists(path);
  });
  const missing = answer.attachments.length - attachments.length;
  const issue = { class: "Validation", message: "hook attachment path not found; mutation ignored" };
  return { ...answer, attachments, issues: [...answer.issues, ...Array.from({ length: missing }, () => issue)] };
}

function pathOf(attachment: Json): string | null {
  const [inner] = isObject(attachment) ? Object.values(attachment) : [];
  return inner !== undefined && isObject(inner) && typeof inner.path === "string" ? inner.path : null;
}
