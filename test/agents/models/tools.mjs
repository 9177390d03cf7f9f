// The agents' own tools, as the scripted model calls them: by what a turn wants done, the tool's name and its input.

const run = ({ command }) => ({ command, description: "run it" });
const fill = ({ path, content }) => ({ file_path: path, content });

/** Codex has no tool that writes a file; it takes patches, also from its shell. */
const patch = ({ write, content }) =>
  ["apply_patch <<'END'", "*** Begin Patch", `*** Add File: ${write}`, `+${content}`, "*** End Patch", "END"].join(
    "\n",
  );

const tools = {
  command: {
    Bash: run,
    bash: run,
    run_shell_command: (turn) => ({ ...run(turn), is_background: false }),
    exec_command: ({ command }) => ({ cmd: command }),
    shell_command: ({ command }) => ({ command }),
  },
  write: {
    Write: fill,
    write_file: fill,
    write: ({ path, content }) => ({ filePath: path, content }),
    exec_command: (turn) => ({ cmd: patch(turn) }),
    shell_command: (turn) => ({ command: patch(turn) }),
  },
};

/** The call that does what the turn wants with the tools on offer; undefined when none of them can. */
export function callFor(turn, offered) {
  const table = tools[turn.write === undefined ? "command" : "write"];
  const name = offered.find((one) => Object.hasOwn(table, one));
  return name === undefined ? undefined : { name, input: table[name](turn) };
}
