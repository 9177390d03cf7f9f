// Programs that run code: shells, scripting languages, text processors with a language of their own, editors.
// The reader re-reads shell text; code of other languages is external (docs/language/horizon.md).

import { cranRegistries, pythonRegistries } from "./registry-variables.ts";
import {
  alike,
  codeOption,
  codeVariables,
  flags,
  gnuHelp,
  help,
  type OptionRow,
  type OwnColumns,
  opt,
  type ProgramTable,
  program,
} from "./table/program-table.ts";

const shellOptions: readonly OptionRow[] = [
  opt("-c=", "shell text; the operands are its arguments", { code: "shell" }),
  opt("-n", "reads and runs nothing"),
  opt("-s", "reads standard input"),
  opt("-x", "prints what it runs", { makes: ["read"] }),
  opt("-v --verbose", "prints what it reads", { makes: ["read"] }),
  opt("--rcfile --init-file=", "file of shell text", { code: "script", is: ["read"] }),
  ...flags(
    "-a, -b, -e, -f, -h, -i, -k, -l --login, -m, -p, -r --restricted, -t, -u, -B, -C, -D, -E, -H, -P, -T, -o=, -O=",
  ),
  ...flags("--noprofile, --norc, --posix, --noediting, --debugger, --dump-strings, --dump-po-strings, --protected"),
  ...gnuHelp,
];

/** Columns for individual programs. */
const ownOfLanguages: OwnColumns = {
  java: {
    codeOptions: [
      codeOption("-javaagent: -agentpath: -agentlib: -Xbootclasspath/a: -XX:Flags=", "any-file"),
      codeOption("-XX:OnError= -XX:OnOutOfMemoryError=", "command"),
      codeOption("-cp -classpath --class-path --module-path -p", "file"),
    ],
    codeVariables: [
      codeVariables("places", "CLASSPATH JAVA_HOME"),
      codeVariables("options", "JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS JVM_OPTS CATALINA_OPTS"),
    ],
  },
  R: {
    codeVariables: [codeVariables("places", "R_LIBS R_LIBS_USER R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER")],
    registryVariables: cranRegistries,
  },
  Rscript: { registryVariables: cranRegistries },
  julia: { codeVariables: [codeVariables("places", "JULIA_LOAD_PATH JULIA_DEPOT_PATH")] },
  ocaml: { codeVariables: [codeVariables("places", "OCAMLPATH")] },
  erl: { codeVariables: [codeVariables("places", "ERL_LIBS"), codeVariables("options", "ERL_AFLAGS")] },
  elixir: { codeVariables: [codeVariables("options", "ELIXIR_ERL_OPTIONS")] },
  tclsh: { codeVariables: [codeVariables("places", "TCLLIBPATH")] },
};

/** Columns for individual programs. */
const ownOfShells: OwnColumns = {
  bash: {
    codeOptions: [codeOption("--rcfile --init-file", "any-file")],
    codeVariables: [
      codeVariables("places", "BASH_LOADABLES_PATH"),
      codeVariables("file", "BASH_ENV"),
      codeVariables("settings", "SHELLOPTS BASHOPTS BASH_FUNC_*"),
    ],
  },
  zsh: { codeVariables: [codeVariables("places", "FPATH"), codeVariables("file", "ZDOTDIR")] },
};

const shells: readonly ProgramTable[] = [
  "bash",
  "sh",
  "dash",
  "ash",
  "zsh",
  "ksh",
  "mksh",
  "rbash",
  "csh",
  "tcsh",
  "yash",
  "posh",
  "oksh",
  "osh",
  "ysh",
  "pagsh",
  "hush",
].map((name) =>
  program(name, "shell", {
    ...ownOfShells[name],
    style: "posix",
    partial: true,
    options: shellOptions,
    interpreter: {
      language: "shell",
      code: ["-c"],
      operand: "script",
      stdin: "code",
      forceStdin: ["-s"],
      inert: ["-n"],
    },
  }),
);

const otherShells: readonly ProgramTable[] = [
  program("fish", "shell with its own syntax", {
    codeOptions: [codeOption("-C --init-command", "text")],
    style: "posix",
    partial: true,
    options: [
      opt("-c --command=", "fish text", { code: "shell" }),
      opt("-C --init-command=", "fish text", { code: "shell" }),
      opt("-n --no-execute", "runs nothing"),
      ...flags("-i --interactive, -l --login, -N --no-config, -p --profile=, -d --debug="),
      help("-h --help"),
      help("-v --version"),
    ],
    interpreter: { language: "shell", code: ["-c", "-C"], operand: "script", stdin: "code", inert: ["-n"] },
  }),
  ...["pwsh", "powershell", "powershell.exe", "cmd", "cmd.exe", "nu", "elvish", "xonsh", "ion", "rc", "es"].map(
    (name) =>
      program(name, "shell of another family", {
        style: "words",
        partial: true,
        options: [
          opt("-Command -command -c /c /C /k -EncodedCommand -encodedcommand -enc -e -ec=", "code", { code: "inline" }),
          opt("-File -file -f=", "script", { code: "script", is: ["read"] }),
          ...flags(
            "-NoProfile -noprofile -nop, -NonInteractive -noni, -ExecutionPolicy -ep=, -WindowStyle -w=, -NoLogo",
          ),
        ],
        interpreter: { language: "other", code: ["-Command", "/c"], operand: "script", stdin: "code" },
      }),
  ),
];

const languages: readonly ProgramTable[] = [
  program("python", "Python", {
    prints: "data",
    printsUnless: String.raw`^[\w./@-]+\.py$|^-m$`,
    operandCode: "project",
    codeVariables: [
      codeVariables("places", "PYTHONPATH PYTHONHOME PYTHONUSERBASE"),
      codeVariables("file", "PYTHONSTARTUP PYTHONBREAKPOINT PYTHONEXECUTABLE"),
    ],
    registryVariables: pythonRegistries,
    aliases: ["python2", "python3", "pypy", "pypy3", "ipython", "ipython3", "jython", "micropython", "bpython"],
    style: "posix",
    options: [
      opt("-c=", "Python text", { code: "inline" }),
      opt("-m=", "module that runs", { code: "inline" }),
      ...flags("-b, -B, -d, -E, -i, -I, -O, -OO, -P, -q, -s, -S, -u, -v, -x, -W=, -X=, --check-hash-based-pycs="),
      help("-h --help"),
      help("-V --version"),
      help("-?"),
      help("--help-all"),
    ],
    interpreter: { language: "python", code: ["-c"], module: ["-m"], operand: "script", stdin: "code" },
    special: "interpreter",
  }),
  program("node", "JavaScript", {
    codeOptions: [codeOption("-r --require --import --loader --experimental-loader", "file")],
    prints: "data",
    printsUnless: String.raw`^[\w./@-]+\.[cm]?[jt]s$|^-r|^--(?:require|import)`,
    codeVariables: [codeVariables("options", "NODE_OPTIONS"), codeVariables("places", "NODE_PATH")],
    aliases: ["nodejs"],
    style: "posix",
    partial: true,
    options: [
      opt("-e --eval=", "JavaScript text", { code: "inline" }),
      opt("-p --print=", "JavaScript text", { code: "inline" }),
      opt("-pe=", "JavaScript text", { code: "inline" }),
      opt("-r --require --import --loader --experimental-loader=", "module that runs first", { code: "script" }),
      opt("-c --check", "runs nothing"),
      ...flags(
        "-i --interactive, --inspect?, --inspect-brk?, --test, --watch, --env-file=, --max-old-space-size=, --no-warnings, --experimental-strip-types, --input-type=, --conditions=, -C=",
      ),
      opt("--run=", "package script", { code: "inline" }),
      help("-h --help"),
      help("-v --version"),
    ],
    interpreter: { language: "javascript", code: ["-e", "-p", "-pe"], operand: "script", stdin: "code", inert: ["-c"] },
    special: "interpreter",
  }),
  program("deno", "JavaScript", {
    codeVariables: [codeVariables("places", "DENO_DIR")],
    partial: true,
    downloads: true,
    subcommands: {
      run: program("run", "runs a file or address", {
        style: "posix",
        partial: true,
        interpreter: { language: "javascript", operand: "script", stdin: "never" },
        options: flags(
          "-A --allow-all, --allow-read?, --allow-write?, --allow-net?, --allow-env?, --allow-run?, --unstable, -c --config=, --import-map=, -q --quiet, --no-check, -r --reload?",
        ),
        // A file is no address: `deno run d.ts`.
        operands: { first: [["file-or-url"]] },
      }),
      task: program("task", "runs project code", {
        partial: true,
        external: "task",
        options: [opt("--eval", "the arguments are shell text")],
        wrapper: { inner: "operands", needs: ["--eval"], joined: true },
      }),
      eval: program("eval", "runs text", {
        style: "posix",
        partial: true,
        special: "interpreter",
        interpreter: { language: "javascript", operand: "code", stdin: "never" },
      }),
      ...Object.fromEntries(
        ["test", "bench", "x"].map((name) => [
          name,
          program(name, "runs project code", { partial: true, external: "task" }),
        ]),
      ),
      ...Object.fromEntries(
        ["install", "add", "cache"].map((name) => [
          name,
          program(name, "fetches a module", {
            partial: true,
            external: "task",
            downloads: true,
            options: flags("-g --global, -n --name=, -f --force, -A --allow-all, --root=, -e --entrypoint"),
            operands: { each: ["package"] },
          }),
        ]),
      ),
      publish: program("publish", "publishes the package", {
        partial: true,
        sends: true,
        options: [opt("--dry-run", "only prints what would be done", { meaning: "dry-run" }), help("-h --help")],
      }),
      ...Object.fromEntries(
        ["fmt", "lint", "check", "doc", "info", "compile"].map((name) => [
          name,
          program(name, "project tool", { partial: true }),
        ]),
      ),
    },
  }),
  ...["tsx", "ts-node", "esno", "jiti", "coffee", "qjs", "rhino", "jjs"].map((name) =>
    program(name, "JavaScript", {
      style: "posix",
      partial: true,
      options: [opt("-e --eval=", "text", { code: "inline" }), opt("-p --print=", "text", { code: "inline" })],
      interpreter: { language: "javascript", code: ["-e", "-p"], operand: "script", stdin: "code" },
      special: "interpreter",
    }),
  ),
  program("perl", "Perl", {
    codeOptions: [codeOption("-I -M -m", "file")],
    codeVariables: [
      codeVariables("places", "PERL5LIB PERLLIB"),
      codeVariables("options", "PERL5OPT"),
      codeVariables("command", "PERL5DB"),
    ],
    style: "posix",
    options: [
      opt("-e -E=", "Perl text", { code: "inline" }),
      opt("-c", "runs nothing"),
      opt("-i?", "edits the operands in place", { makes: ["write"] }),
      opt("-n -p", "reads the operands", { makes: ["read"] }),
      ...flags(
        "-0#, -a, -d?, -D?, -F?, -f, -g, -h, -l#, -s, -S, -t, -T, -u, -U, -V?, -w, -W, -x?, -X, -C?, -I=, -m=, -M=",
      ),
      help("-v"),
    ],
    interpreter: { language: "perl", code: ["-e"], operand: "script", stdin: "code", inert: ["-c"] },
    special: "interpreter",
  }),
  program("ruby", "Ruby", {
    codeOptions: [codeOption("-r -I --require", "file")],
    codeVariables: [codeVariables("places", "RUBYLIB"), codeVariables("options", "RUBYOPT")],
    aliases: ["jruby", "irb", "pry"],
    style: "posix",
    options: [
      opt("-e=", "Ruby text", { code: "inline" }),
      opt("-c", "runs nothing"),
      opt("-i?", "edits the operands in place", { makes: ["write"] }),
      opt("-n -p", "reads the operands", { makes: ["read"] }),
      opt("-r --require=", "library"),
      ...flags(
        "-0?, -a, -C=, -d --debug, -E --encoding=, -F?, -I=, -l, -s, -S, -T?, -U, -v --verbose, -w, -W?, -x?, --disable=, --enable=, --jit, --yjit",
      ),
      help("-h --help"),
      help("--version"),
    ],
    interpreter: { language: "ruby", code: ["-e"], operand: "script", stdin: "code", inert: ["-c"] },
    special: "interpreter",
  }),
  program("php", "PHP", {
    codeOptions: [codeOption("-d --define", "setting"), codeOption("-c --php-ini -z --zend-extension", "file")],
    operandCode: "project",
    codeVariables: [codeVariables("places", "PHPRC PHP_INI_SCAN_DIR")],
    style: "posix",
    aliases: ["php8", "php7", "php-cgi"],
    options: [
      opt("-r -B -R -E --run --process-code --process-begin --process-end=", "PHP text", { code: "inline" }),
      opt("-f -F --file --process-file=", "script", { code: "script", is: ["read"] }),
      opt("-l --syntax-check", "runs nothing"),
      opt("-S --server=", "serves a folder"),
      ...flags(
        "-a --interactive, -c --php-ini=, -n --no-php-ini, -d --define=, -e --profile-info, -q, -s --syntax-highlight, -t --docroot=, -w --strip, -z --zend-extension=",
      ),
      help("-h --help"),
      help("-v --version"),
      help("-i --info"),
      help("-m --modules"),
      help("--ini"),
    ],
    interpreter: { language: "php", code: ["-r"], operand: "script", stdin: "code", inert: ["-l"] },
    special: "interpreter",
  }),
  program("lua", "Lua", {
    codeOptions: [codeOption("-l", "file")],
    codeVariables: [codeVariables("places", "LUA_PATH LUA_CPATH"), codeVariables("file", "LUA_INIT LUA_INIT_*")],
    style: "posix",
    aliases: ["luajit", "lua5.1", "lua5.3", "lua5.4", "texlua"],
    options: [
      opt("-e=", "Lua text", { code: "inline" }),
      opt("-l=", "library"),
      ...flags("-i, -v, -E, -W, -j=, -O?, -b"),
    ],
    interpreter: { language: "lua", code: ["-e"], operand: "script", stdin: "code" },
    special: "interpreter",
  }),
  ...[
    "tclsh",
    "wish",
    "guile",
    "scheme",
    "racket",
    "sbcl",
    "clisp",
    "ghci",
    "runghc",
    "runhaskell",
    "ocaml",
    "scala",
    "kotlin",
    "groovy",
    "jshell",
    "erl",
    "elixir",
    "iex",
    "julia",
    "octave",
    "octave-cli",
    "bpftrace",
    "Rscript",
    "R",
    "swift",
    "gjs",
    "jrunscript",
    "bb",
    "clj",
    "clojure",
    "janet",
    "gforth",
    "nim",
    "crystal",
    "java",
    "raku",
    "gnuplot",
    "wine",
    "mono",
    "lfe",
    "factor",
    "chez",
    "chibi-scheme",
    "swipl",
    "ecl",
    "abcl",
    "maxima",
    "sage",
    "matlab",
    "ammonite",
    "amm",
    "kscript",
    "jbang",
    "rust-script",
    "cling",
    "gorun",
    "yaegi",
    "hy",
    "fennel",
  ].map((name) =>
    program(name, "language", {
      ...ownOfLanguages[name],
      style: "words",
      partial: true,
      options: [opt("-e -E -c --eval -eval --expr=", "text in the language", { code: "inline" })],
      interpreter: { language: "other", code: ["-e"], operand: "script", stdin: "code" },
      special: "interpreter",
    }),
  ),
  program("bc", "calculator", {
    style: "gnu",
    options: flags("-i --interactive, -l --mathlib, -q --quiet, -s --standard, -w --warn"),
    operands: { each: ["read"] },
  }),
  program("dc", "calculator; `!` runs a command", {
    style: "gnu",
    options: [
      opt("-e --expression=", "dc text", { code: "inline" }),
      opt("-f --file=", "dc file", { code: "script", is: ["read"] }),
    ],
    interpreter: { language: "other", code: ["-e"], operand: "script", stdin: "code" },
    operands: { each: ["read"] },
  }),
  program("sqlite-utils", "SQL", { partial: true }),
];

const textLanguages: readonly ProgramTable[] = [
  program("awk", "awk text; `system`, `|`, `getline` and `>` run and write", {
    scriptRuns: true,
    namesOnly: "awk",
    codeVariables: [codeVariables("places", "AWKPATH AWKLIBPATH")],
    aliases: ["gawk", "mawk", "nawk", "original-awk", "goawk"],
    style: "posix",
    options: [
      opt("-f --file -E --exec=", "file of awk text", { code: "script", is: ["read"] }),
      opt("-e --source=", "awk text", { code: "inline" }),
      opt("-i --include=", "file of awk text", { code: "script" }),
      opt("-l --load=", "library", { code: "script" }),
      opt("-o --pretty-print?", "file written", { is: ["write"] }),
      opt("-d --dump-variables?", "file written", { is: ["write"] }),
      opt("-p --profile?", "file written", { is: ["write"] }),
      ...flags(
        "-F --field-separator=, -v --assign=, -b --characters-as-bytes, -c --traditional, -M --bignum, -n --non-decimal-data, -N --use-lc-numeric, -O --optimize, -P --posix, -r --re-interval, -s --no-optimize, -S --sandbox, -t --lint-old, -L --lint?, -W=",
      ),
      help("-h --help"),
      help("-V --version"),
    ],
    interpreter: { language: "awk", code: ["-e"], operand: "code", stdin: "never" },
    operands: { first: [[]], firstUnless: ["-f", "-e"], each: ["read"] },
    special: "interpreter",
  }),
  program("sed", "edits a stream; `w` writes, `r` reads, `e` runs", {
    scriptRuns: true,
    namesOnly: "sed",
    aliases: ["gsed", "ssed"],
    style: "gnu",
    options: [
      opt("-e --expression=", "sed text", { code: "inline" }),
      opt("-f --file=", "file of sed text", { code: "script", is: ["read"] }),
      opt("-i --in-place?", "edits the operands in place, and prints nothing", { makes: ["write"], unmakes: ["read"] }),
      opt("-I=", "BSD: edits the operands in place", { makes: ["write"], unmakes: ["read"] }),
      ...flags(
        "-n --quiet --silent, -E -r --regexp-extended, -s --separate, -u --unbuffered, -z --null-data, -l --line-length=, -b --binary, --follow-symlinks, --posix, --sandbox, --debug, -a",
      ),
      ...gnuHelp,
    ],
    interpreter: { language: "sed", code: ["-e"], operand: "code", stdin: "never" },
    operands: { first: [[]], firstUnless: ["-e", "-f"], each: ["read"] },
    special: "sed",
  }),
  program("jq", "queries JSON", {
    prints: "data",
    printsUnless: String.raw`^(?:-\w*n\w*|--null-input|--arg|--args|--argjson)$`,
    images: ["jq"],
    printsEnvironment: true,
    style: "gnu",
    aliases: ["jaq", "gojq"],
    options: [
      opt("-f --from-file=", "file of jq text", { is: ["read"] }),
      opt("--slurpfile --rawfile=", "name and file"),
      ...flags(
        "-c --compact-output, -r --raw-output, -R --raw-input, -s --slurp, -n --null-input, -e --exit-status, -a --ascii-output, -S --sort-keys, -C --color-output, -M --monochrome-output, -j --join-output, --tab, --indent=, --seq, --stream, -L=, --arg=, --argjson=, --args, --jsonargs, --unbuffered, --raw-output0",
      ),
      help("-h --help"),
      help("-V --version"),
    ],
    operands: { first: [[]], firstUnless: ["-f"], each: ["read"] },
  }),
  program("yq", "queries YAML", {
    prints: "data",
    printsUnless: String.raw`^(?:-\w*n\w*|--null-input)$`,
    images: ["yq"],
    style: "gnu",
    partial: true,
    options: [
      opt("-i --inplace", "edits the operands in place", { makes: ["write"] }),
      ...flags(
        "-r --raw-output, -o --output-format=, -p --input-format=, -P --prettyPrint, -n --null-input, -e --exit-status, -y, -Y, -c, -s, -j",
      ),
      opt("--from-file=", "file of yq text", { is: ["read"] }),
      ...gnuHelp,
    ],
    subcommands: {
      eval: program("eval", "queries", {
        partial: true,
        options: [opt("-i --inplace", "edits in place", { makes: ["write"] })],
        operands: { first: [[]], each: ["read"] },
      }),
      "eval-all": program("eval-all", "queries", {
        partial: true,
        options: [opt("-i --inplace", "edits in place", { makes: ["write"] })],
        operands: { first: [[]], each: ["read"] },
      }),
    },
    operands: { first: [[]], each: ["read"] },
  }),
  program("m4", "macros; `syscmd` and `esyscmd` run", {
    partial: true,
    options: flags("-D=, -I=, -P, -s"),
    interpreter: { language: "other", operand: "none", stdin: "code" },
    operands: { each: ["read"] },
  }),
];

const editors: readonly ProgramTable[] = [
  program("vim", "editor; `-c` and `+` run commands, `:!` runs a shell", {
    codeOptions: [codeOption("-c --cmd -S", "text"), codeOption("-u -U -S -s", "file")],
    typesPlus: true,
    operandCode: "plus",
    codeVariables: [
      codeVariables("places", "VIMRUNTIME"),
      codeVariables("file", "VIMINIT GVIMINIT EXINIT NVIM_APPNAME"),
    ],
    aliases: ["vi", "nvim", "vimdiff", "rvim", "gvim", "vim.tiny", "vim.basic"],
    style: "gnu",
    partial: true,
    options: [
      opt("-c --cmd=", "editor text", { code: "inline" }),
      opt("-S -s -u -U=", "file of editor text", { code: "script", is: ["read"] }),
      opt("-w -W=", "keys written", { is: ["write"] }),
      opt("-R", "reads only", { unmakes: ["write"] }),
      ...flags("-d, -e, -E, -n, -N, -b, -o?, -O?, -p?, -T=, -t=, -i=, --clean, --noplugin, --headless, -es, -Es"),
      help("-h --help"),
      help("--version"),
    ],
    operands: { each: ["read", "write"] },
  }),
  program("ex", "line editor; `-c` and `+` run commands, `:!` runs a shell", {
    codeOptions: [codeOption("-c --cmd -S", "text"), codeOption("-u -U -S -s", "file")],
    typesPlus: true,
    operandCode: "plus",
    style: "gnu",
    partial: true,
    options: [
      opt("-c --cmd=", "editor text", { code: "inline" }),
      opt("-S -u -U=", "file of editor text", { code: "script", is: ["read"] }),
      opt("-R", "reads only", { unmakes: ["write"] }),
      ...flags("-s, -e, -E, -n, -N, -v, -V?, -T=, -t=, -i=, --clean, --noplugin"),
      help("-h --help"),
      help("--version"),
    ],
    interpreter: { language: "other", code: ["-c"], operand: "none", stdin: "code" },
    operands: { each: ["read", "write"] },
  }),
  ...alike(
    "view rview",
    "shows files in the editor; `:!` runs a shell",
    {
      partial: true,
      options: [
        opt("-c --cmd=", "editor text", { code: "inline" }),
        opt("-S -s -u -U=", "file of editor text", { code: "script", is: ["read"] }),
        help("-h --help"),
        help("--version"),
      ],
      operands: { each: ["read"] },
    },
    {
      view: {
        codeOptions: [codeOption("-c --cmd -S", "text"), codeOption("-u -U -S -s", "file")],
        typesPlus: true,
        operandCode: "plus",
      },
      rview: { codeOptions: [codeOption("-c --cmd -S", "text"), codeOption("-u -U -S -s", "file")] },
    },
  ),
  program("emacs", "editor", {
    codeOptions: [codeOption("--eval -eval --execute", "text"), codeOption("-l --load -load", "file")],
    typesPlus: true,
    codeVariables: [codeVariables("places", "EMACSLOADPATH")],
    style: "words",
    partial: true,
    aliases: ["emacsclient"],
    options: [
      opt("--eval -eval --execute -e -f --funcall=", "Lisp text", { code: "inline" }),
      opt("-l --load --script=", "file of Lisp text", { code: "script", is: ["read"] }),
      ...flags("-batch --batch, -nw, -Q --quick, -q"),
      ...gnuHelp,
    ],
    operands: { each: ["read", "write"] },
  }),
  program("ed", "line editor; `!` runs a command, `w` writes", {
    aliases: ["red"],
    style: "gnu",
    options: flags("-s --quiet --silent, -p --prompt=, -l --loose-exit-status, -r --restricted, -v --verbose, -E, -G"),
    interpreter: { language: "other", operand: "none", stdin: "code" },
    operands: { each: ["read", "write"] },
  }),
  ...["nano", "pico", "micro", "joe", "mcedit", "code", "subl", "kate", "gedit", "hx", "helix", "kak"].map((name) =>
    program(name, "editor", {
      ...(name === "nano" && {
        codeOptions: [codeOption("-s --speller", "command"), codeOption("-f --rcfile", "file")],
      }),
      partial: true,
      operands: { each: ["read", "write"] },
      options: gnuHelp,
    }),
  ),
];

/** `eval TEXT`, `source FILE` and the builtins that store text to run later. */
const shellBuiltins: readonly ProgramTable[] = [
  program("eval", "the arguments are shell text", {
    style: "none",
    interpreter: { language: "shell", operand: "code", stdin: "never" },
  }),
  program("source", "runs a file in this shell", {
    aliases: ["."],
    style: "none",
    interpreter: { language: "shell", operand: "script", stdin: "never" },
  }),
  program("trap", "shell text for a signal", {
    style: "posix",
    interpreter: { language: "shell", operand: "code", stdin: "never" },
    options: flags("-l, -p, -P"),
  }),
];

export const interpreters: readonly ProgramTable[] = [
  ...shells,
  ...otherShells,
  ...languages,
  ...textLanguages,
  ...editors,
  ...shellBuiltins,
];
