// A call of a tool without a table as the shell command that one of its arguments perhaps is, or that a declaration says it is.

import { show } from "../../../language/message.ts";
import { declaredTexts, guessesOf } from "./argument-views.ts";
import { quotedLine } from "./arguments/guess-arguments.ts";
import { commandOf } from "./command.ts";
import { Context, nothing } from "./context.ts";

export interface PerhapsCommand {
  /** The same event as a call of the shell. */
  readonly command: Context;
  /** The declaration of the tool says that the field is run. */
  readonly isDeclared: boolean;
  /** What is unknown: whether it is a command at all. */
  readonly lack: string;
}

/** One call runs one command, or a few. */
const MOST_COMMANDS = 8;

export function perhapsCommands(c: Context): readonly PerhapsCommand[] {
  if (c.around.shell === undefined) return none;
  if (c.fieldEffects !== null) {
    const { texts, complete } = declaredTexts(c, c.fieldEffects, "runs");
    const known: readonly (string | undefined)[] = complete ? texts : [...texts, undefined];
    return known.slice(0, MOST_COMMANDS).map((text) => perhapsOf(c, text, { isDeclared: true }));
  }
  if (c.hasTable) return none;
  const { commands } = guessesOf(c);
  return commands.slice(0, MOST_COMMANDS).flatMap(({ text, form }) => {
    // Whichever client: rules about SQL see the statements.
    const line = form === "sql" ? quotedLine(["psql", "-c", text]) : text;
    const perhaps = perhapsOf(c, line, { isDeclared: false, shown: text });
    // A script of another language is no command that could not be read.
    const isNone = form === "code" && commandOf(perhaps.command)?.reading.unreadable.length !== 0;
    return isNone ? [] : [perhaps];
  });
}

const none: readonly never[] = [];

function perhapsOf(
  c: Context,
  text: string | undefined,
  { isDeclared, shown = text }: { readonly isDeclared: boolean; readonly shown?: string | undefined },
): PerhapsCommand {
  const command = Object.assign(new Context(c.point, c.around), c);
  command.tool = "bash";
  command.mcp_server = "";
  command.mcp_tool = "";
  command.hasTable = true;
  command.call_external = false;
  command.fieldEffects = null;
  command.kinds = null;
  command.input = text === undefined ? {} : { command: text };
  command.missing = nothing;
  return { command, isDeclared, lack: `whether ${show(c.tool_name)} runs ${show(shown)}` };
}

/** What was asked of the world and what is now remembered belongs to the event itself. */
export function takeBack(c: Context, command: Context): void {
  c.facts = command.facts;
  c.unmoved = command.unmoved;
  c.marks = command.marks;
  c.counts = command.counts;
}
