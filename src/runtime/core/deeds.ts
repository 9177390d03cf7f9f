// Kinds of things that a call can do at all, asked before any rule about them is tested: no path is resolved for that.

import type { Context } from "./context.ts";
import type { CallDeed, ShellCommand } from "./shell/command.ts";
import { type ViewName, view } from "./views.ts";

/** A view with something in it, or a part that some command of the line has. */
export type Deed = ViewName | CallDeed;

const isView = (deed: Deed): deed is ViewName =>
  deed === "reads" || deed === "writes" || deed === "deletes" || deed === "uploads" || deed === "hosts";

/** False: every list of this kind is empty and complete, and every such part is missing. `command` is that of the event. */
export function mayDo(c: Context, command: ShellCommand | null, deed: Deed): boolean {
  if (command !== null) return command.does(deed);
  if (!isView(deed)) return false;
  const { items, maybe = [], complete } = view(c, deed);
  return items.length > 0 || maybe.length > 0 || !complete;
}
