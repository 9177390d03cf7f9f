// Variables that make any program, or many programs, run foreign code. Those of one program are in its row.

import { type CodeVariables, codeVariables } from "./table/program-table.ts";

export interface AnyProgramVariables extends CodeVariables {
  /** The only programs that use them; omitted: any. */
  readonly of?: readonly string[];
}

export const anyProgramVariables: readonly AnyProgramVariables[] = [
  // The loader loads them into every program, or looks for libraries there.
  codeVariables("library", "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES"),
  codeVariables("folders", "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH"),
  // Shells run them at start, before prompts, or before traces.
  codeVariables("file", "ENV"),
  codeVariables("command", "PROMPT_COMMAND PS0 PS1 PS2 PS4"),
  // Programs that show long output, edit texts, open addresses, compare files.
  codeVariables("command", "PAGER EDITOR VISUAL FCEDIT BROWSER DIFFPROG"),
  // Folders of plugins and converters.
  codeVariables(
    "places",
    "GCONV_PATH GTK_PATH GTK_MODULES QT_PLUGIN_PATH GST_PLUGIN_PATH GIO_MODULE_DIR GIO_EXTRA_MODULES MAILCAPS",
  ),
  // Folders of the settings of these programs.
  { ...codeVariables("places", "HOME XDG_CONFIG_HOME"), of: ["git", "bash", "zsh", "vim", "nvim", "less", "tmux"] },
  // Compiler flags, and programs that make and configure run.
  codeVariables("options", "CFLAGS CXXFLAGS CPPFLAGS LDFLAGS"),
  codeVariables("command", "CC CXX LD AR SHELL CONFIG_SHELL"),
  // Configuration that may contain commands.
  codeVariables("file", "INPUTRC"),
  codeVariables("folders", "PATH"),
];
