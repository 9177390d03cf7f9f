// Names of points, with the words other systems use for them.

import type { Point } from "../../../language/contract.ts";
import { points as pointSchema, tools } from "../../../language/schema.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { Name } from "../../ir/ast.ts";
import { nearest } from "./nearest.ts";
import { suggestion } from "./rule-scope.ts";

/** What hosts call these moments. */
const otherWords: ReadonlyMap<string, Point> = new Map(
  Object.entries<Point>({
    pretooluse: "before_tool_call",
    toolcall: "before_tool_call",
    tooluse: "before_tool_call",
    shellcommand: "before_tool_call",
    command: "before_tool_call",
    beforeshellexecution: "before_tool_call",
    beforemcpexecution: "before_tool_call",
    toolresult: "after_tool_result",
    prompt: "user_prompt_submit",
    userprompt: "user_prompt_submit",
    posttooluse: "after_tool_result",
    posttoolusefailure: "after_tool_failure",
    permissionrequest: "before_permission_decision",
    beforetool: "before_tool_call",
    aftertool: "after_tool_result",
    beforeagent: "before_run",
    afteragent: "after_run",
    beforemodel: "before_model_call",
    aftermodel: "after_model_call",
    beforesubmitprompt: "user_prompt_submit",
    stop: "before_completion_decision",
    precompact: "pre_compact",
    postcompact: "post_compact",
    subagentstart: "subagent_start",
    subagentstop: "subagent_stop",
    sessionstart: "session_start",
    sessionend: "session_end",
  }),
);

const isPoint = (word: string): word is Point => Object.hasOwn(pointSchema, word);

/** The point a name stands for, or null after a report. */
export function pointOf(name: Name, session: Session): Point | null {
  if (isPoint(name.text)) return name.text;
  const plain = name.text.toLowerCase().replace(/[-_]/g, "");
  const near = otherWords.get(plain) ?? nearest(name.text, Object.keys(pointSchema), session);
  session.report("P220", name.span, { name: name.text }, suggestion(near, adviceFor(name.text)));
  return null;
}

/** The points that most rules are about; a tool is tested in the condition. */
function adviceFor(word: string): string {
  const tool = Object.hasOwn(tools, word.toLowerCase()) ? word.toLowerCase() : null;
  if (tool !== null) return `\`${tool}\` is a tool: write \`on before_tool_call when tool == "${tool}"\``;
  return "the usual points are before_tool_call, after_tool_result, user_prompt_submit, before_completion_decision and session_start; docs/language/points.md lists all";
}

/** The points of a rule in the order written, or null after a report. */
export function pointsOf(names: readonly Name[], session: Session): readonly Point[] | null {
  const points: Point[] = [];
  let failed = false;
  for (const name of names) {
    const point = pointOf(name, session);
    if (point === null) failed = true;
    else if (points.includes(point)) {
      session.report("P221", name.span, { name: point });
      failed = true;
    } else points.push(point);
  }
  return failed ? null : points;
}
