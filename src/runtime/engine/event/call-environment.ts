// Where the command line of one call is read: the home folder, the shell, the programs, and the files that the line runs.
// A class, because every command line needs one. It notes what was asked of the disk, so that a reading can be used again.

import { TRUE } from "../../../language/truth.ts";
import type { UserPrograms } from "../../../shell/programs/index.ts";
import type { ShellEnvironment } from "../../../shell/syntax/model.ts";
import type { Context } from "./context.ts";
import { freshFile } from "./fresh-files.ts";
import type { NotingEnvironment } from "./last-commands.ts";

/**
 * Most policies keep no record of what the session wrote. A script counts as new there if it names what watches the agent,
 * which the rules of every policy are about; any other script of the project is ordinary work.
 */
const namesWatchers = /\.policyc\b|\.(?:claude|codex|gemini|cursor|opencode|qwen|kiro)\b|\bhooks\.json\b/;

export class CallEnvironment implements NotingEnvironment {
  readonly home: string;
  readonly shell: ShellEnvironment["shell"];
  readonly isRunning: boolean;
  readonly programs: UserPrograms;
  asked: Map<string, string | null | undefined> | null = null;
  isPassing = false;
  private readonly c: Context;

  constructor(c: Context, shell: ShellEnvironment["shell"]) {
    this.c = c;
    // An unknown home folder is still a home folder.
    this.home = c.home ?? "/home/?";
    this.shell = shell;
    this.isRunning = (c.input.running ?? false) !== false;
    this.programs = c.around.programs;
  }

  files(path: string): string | null | undefined {
    const text = this.c.fileText(path);
    this.asked ??= new Map();
    this.asked.set(path, text);
    return text;
  }

  matches(pattern: string): readonly string[] | undefined {
    this.isPassing = true;
    return this.c.globbed(pattern);
  }

  isFresh(path: string): boolean {
    this.isPassing = true;
    const { c } = this;
    return c.around.keepsFiles ? freshFile(c, path) === TRUE : namesWatchers.test(c.fileText(path) ?? "");
  }
}
