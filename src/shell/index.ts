// What generated code imports. A policy that never looks at a command includes none of it.

import { FALSE } from "../language/truth.ts";
import { type ShellCommand, shellCommand, unreadCommand } from "./command.ts";
import { placed } from "./effects/draft/effect-draft.ts";
import { type FileMode, modeOf } from "./effects/modes.ts";
import { isShown } from "./effects/shown-output.ts";
import { type Injection, injections } from "./embedded/injection.ts";
import { importedFiles, isQuietCode } from "./embedded/other-languages/quiet-code.ts";
import { settingsOf } from "./embedded/settings-of.ts";
import { type PatternSet, patternSet } from "./match/pattern-set.ts";
import type { UserPrograms } from "./programs/index.ts";
import { readOptions } from "./programs/table/options.ts";
import { programName } from "./programs/table/program-name.ts";
import { tableOf } from "./programs/table-of.ts";
import type { Call, Reading, ShellEnvironment, Word } from "./syntax/model.ts";

export interface CallWords {
  readonly flags: readonly string[];
  /** An unknown word may be a flag. */
  readonly mayHaveMore: boolean;
  readonly operands: readonly Word[];
}

export interface ShellEngine {
  read(text: string, environment: ShellEnvironment): ShellCommand;
  unread(why: string, environment: ShellEnvironment): ShellCommand;
  /** The base name of a call's program, or null when it is unknown. */
  program(call: Call): string | null;
  /** The program with its subcommand, as messages name it: `git push`. */
  title(call: Call, programs: UserPrograms): string;
  /** The checked patterns of one `runs`. */
  patterns(texts: readonly string[], programs: UserPrograms): PatternSet;
  /** Flags, each in all its spellings and without its value, and operands. */
  words(call: Call, programs: UserPrograms): CallWords;
  /** A path of a call, relative to where the whole command runs. */
  placed(word: Word, cwd: Word | null): Word;
  /** What the call reads may appear in the output of the line. */
  prints(call: Call, reading: Reading, programs: UserPrograms): boolean;
  mode(call: Call): FileMode | null;
  injected(call: Call): readonly Injection[];
  /** What it writes is compiled from what it reads. */
  builds(call: Call, programs: UserPrograms): boolean;
  /** Code of another language shows nothing that reaches beyond its own process, as far as it does not load other files. */
  isQuiet(code: string, isUnseen?: boolean): boolean;
  /** The files that such code may load, relative to its folder. */
  imports(code: string): readonly string[];
  settings(call: Call): readonly { readonly name: string; readonly value: Word }[];
}

export const shellEngine: ShellEngine = {
  read: shellCommand,
  unread: unreadCommand,
  program: programName,
  title(call, programs) {
    const table = tableOf(call, programs);
    const path = table === undefined ? [] : readOptions(call, table).path;
    return [programName(call) ?? call.program.text, ...path].join(" ");
  },
  patterns: patternSet,
  words(call, programs) {
    const table = tableOf(call, programs);
    if (table === undefined) {
      const flags = call.args.filter((word) => word.kind === "literal" && /^-./.test(word.text));
      return {
        flags: flags.map(({ text }) => text.replace(/=.*$/s, "")),
        mayHaveMore: call.args.some(({ kind }) => kind === "dynamic"),
        operands: call.args.filter((word) => !flags.includes(word)),
      };
    }
    const { options, unlisted, operands, mayHaveMore } = readOptions(call, table);
    const given = options.filter(({ on }) => on).flatMap(({ row }) => row.flags);
    return { flags: [...given, ...unlisted], mayHaveMore: mayHaveMore !== FALSE, operands };
  },
  placed,
  prints: isShown,
  mode: modeOf,
  injected: injections,
  builds(call, programs) {
    const table = tableOf(call, programs);
    return table !== undefined && readOptions(call, table).table.builds === true;
  },
  isQuiet: isQuietCode,
  imports: importedFiles,
  settings: settingsOf,
};
