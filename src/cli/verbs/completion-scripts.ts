// Completion scripts for three shells from one description of the verbs. Words without choices complete to files.

export interface VerbShape {
  readonly name: string;
  readonly summary: string;
  /** Choices of its arguments. */
  readonly words: readonly string[];
  readonly options: readonly {
    readonly flags: readonly string[];
    readonly summary: string;
    readonly takesValue: boolean;
    readonly choices: readonly string[];
  }[];
}

export function bashScript(verbs: readonly VerbShape[]): string {
  const cases = verbs.map(({ name, words, options }) => {
    const values = options
      .filter((option) => option.choices.length > 0)
      .map((option) => `        ${option.flags.join("|")}) words="${option.choices.join(" ")}" ;;\n`);
    const flags = options.flatMap((option) => option.flags).join(" ");
    return `    ${name})
      case "$before" in
${values.join("")}        *) if [[ "$word" == -* ]]; then words="${flags}"; else words="${words.join(" ")}"; fi ;;
      esac ;;
`;
  });
  return `# bash completion for policyc
_policyc() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${verbs.map((verb) => verb.name).join(" ")} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("")}  esac
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _policyc policyc
`;
}

export function zshScript(verbs: readonly VerbShape[]): string {
  const cases = verbs.map(({ name, words, options }) => {
    const specs = options.flatMap(({ flags, summary, takesValue, choices }) =>
      flags.map((flag) => {
        const value = choices.length > 0 ? `:value:(${choices.join(" ")})` : takesValue ? ":value:_files" : "";
        return `'${flag}[${zshText(summary)}]${value}'`;
      }),
    );
    const rest = words.length > 0 ? `'*:word:(${words.join(" ")})'` : "'*:file:_files'";
    return `    ${name}) _arguments ${[...specs, rest].join(" ")} ;;\n`;
  });
  const list = verbs.map((verb) => `'${verb.name}:${zshText(verb.summary)}'`).join(" ");
  return `#compdef policyc
# zsh completion for policyc
_policyc() {
  if (( CURRENT == 2 )); then
    local -a verbs=(${list})
    _describe verb verbs
    return
  fi
  local verb="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$verb" in
${cases.join("")}  esac
}
compdef _policyc policyc
`;
}

/** Inside single quotes, where brackets and colons mean something to zsh. */
function zshText(text: string): string {
  return text.replaceAll("'", "'\\''").replace(/[[\]:]/g, "\\$&");
}

export function fishScript(verbs: readonly VerbShape[]): string {
  const quoted = (text: string): string => `'${text.replace(/['\\]/g, "\\$&")}'`;
  const lines = verbs.flatMap(({ name, summary, words, options }) => [
    `complete -c policyc -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...(words.length > 0
      ? [`complete -c policyc -n '__fish_seen_subcommand_from ${name}' -f -a ${quoted(words.join(" "))}`]
      : []),
    ...options.map(({ flags, summary, takesValue, choices }) => {
      const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
      const value = choices.length > 0 ? ` -x -a ${quoted(choices.join(" "))}` : takesValue ? " -r" : "";
      return `complete -c policyc -n '__fish_seen_subcommand_from ${name}' ${names.join(" ")}${value} -d ${quoted(summary)}`;
    }),
  ]);
  return `# fish completion for policyc\n${lines.join("\n")}\n`;
}
