// Programs that run another command from their arguments. The reader unwraps by these rows; rules see both commands.

import {
  alike,
  byName,
  codeOption,
  codeVariables,
  dryRun,
  flags,
  gnuHelp,
  help,
  opt,
  type ProgramTable,
  program,
  words,
} from "./table/program-table.ts";

const operands = { inner: "operands" } as const;

/** Wrappers that gain privilege. */
const elevating: readonly ProgramTable[] = [
  program("sudo", "runs as another user", {
    codeVariables: [codeVariables("command", "SUDO_EDITOR SUDO_ASKPASS")],
    style: "posix",
    elevates: true,
    wrapper: { ...operands, assignments: true, shell: true },
    options: [
      ...flags("-A --askpass, -b --background, -B --bell, -E --preserve-env?, -H --set-home, -K --remove-timestamp"),
      ...flags("-k --reset-timestamp, -n --non-interactive, -P --preserve-groups, -S --stdin, -N --no-update"),
      ...flags(
        "-C --close-from=, -g --group=, -p --prompt=, -r --role=, -t --type=, -T --command-timeout=, -U --other-user=",
      ),
      ...flags("-u --user=, -R --chroot=, --host="),
      opt("-D --chdir=", "changes to a folder first", { cwd: true }),
      opt("-s --shell", "a shell parses the arguments"),
      opt("-i --login", "a login shell parses the arguments"),
      opt("-e --edit", "edits the operands as root", { makes: ["write"] }),
      help("-h --help"),
      help("-V --version"),
      help("-l --list"),
      help("-v --validate"),
    ],
  }),
  program("doas", "runs as another user", {
    style: "posix",
    elevates: true,
    wrapper: { ...operands, shell: true },
    options: flags("-n, -s, -L, -u=, -C=, -a="),
  }),
  program("su", "runs a shell as another user", {
    style: "gnu",
    elevates: true,
    wrapper: { inner: "options", shell: true },
    options: [
      opt("-c --command=", "shell text", { code: "shell" }),
      opt("--session-command=", "shell text", { code: "shell" }),
      ...flags(
        "-l --login, -m -p --preserve-environment, -f --fast, -P --pty, -g --group=, -G --supp-group=, -s --shell=",
      ),
      ...flags("-w --whitelist-environment=, -T --no-pty"),
      ...gnuHelp,
    ],
  }),
  program("runuser", "runs as another user", {
    style: "posix",
    elevates: true,
    wrapper: { ...operands, skipUnless: ["-u"], shell: true },
    options: [
      opt("-c --command=", "shell text", { code: "shell" }),
      ...flags("-u --user=, -g --group=, -G --supp-group=, -l --login, -s --shell=, -m -p --preserve-environment"),
    ],
  }),
  program("pkexec", "runs as another user", {
    style: "posix",
    elevates: true,
    wrapper: operands,
    options: [...flags("--user=, --disable-internal-agent, --keep-cwd"), ...gnuHelp],
  }),
  program("gosu", "runs as another user", {
    style: "posix",
    elevates: true,
    aliases: ["su-exec"],
    wrapper: { ...operands, skip: 1 },
  }),
  program("setpriv", "runs with other privileges", {
    style: "posix",
    elevates: true,
    wrapper: operands,
    options: flags(
      "--reuid=, --regid=, --groups=, --clear-groups, --init-groups, --keep-groups, --inh-caps=, --ambient-caps=, --bounding-set=, --securebits=, --no-new-privs, --selinux-label=, --apparmor-profile=, --reset-env",
    ),
  }),
  program("sg", "runs with another group", {
    style: "posix",
    wrapper: { ...operands, skip: 1, joined: true },
    options: gnuHelp,
  }),
  program("chpst", "runs with another user or limits", {
    style: "posix",
    elevates: true,
    aliases: ["setuidgid", "s6-setuidgid", "envuidgid"],
    wrapper: operands,
    options: flags(
      "-u=, -U=, -b=, -e=, -/=, -C=, -n=, -l=, -L=, -m=, -d=, -o=, -p=, -f=, -c=, -t=, -v, -V, -P, -0, -1, -2",
    ),
  }),
  program("machinectl", "runs in a machine", {
    style: "posix",
    elevates: true,
    partial: true,
    subcommands: {
      shell: program("shell", "runs in a machine", {
        style: "posix",
        wrapper: { ...operands, skip: 1, elsewhere: true },
      }),
    },
  }),
  program("systemd-run", "runs as a unit", {
    codeOptions: [codeOption("-E --setenv", "variable")],
    style: "posix",
    wrapper: operands,
    partial: true,
    options: [
      ...flags(
        "--user, --system, --scope, -u --unit=, -p --property=, --description=, --slice=, -r --remain-after-exit, -d --same-dir",
      ),
      ...flags(
        "-t --pty, -P --pipe, -q --quiet, -G --collect, --wait, -S --shell, --uid=, --gid=, --nice=, -E --setenv=, -H --host=, -M --machine=",
      ),
      ...flags(
        "--on-active=, --on-boot=, --on-calendar=, --on-startup=, --on-unit-active=, --timer-property=, --service-type=",
      ),
      opt("--working-directory=", "changes to a folder first", { cwd: true }),
      ...gnuHelp,
    ],
  }),
];

/** Wrappers that change how the command runs: environment, priority, time, streams, root folder. */
const changing: readonly ProgramTable[] = [
  program("env", "sets the environment", {
    style: "posix",
    wrapper: { ...operands, assignments: true },
    printsEnvironment: true,
    options: [
      ...flags(
        "-i --ignore-environment, -0 --null, -v --debug, -u --unset=, --default-signal?, --ignore-signal?, --block-signal?, --list-signal-handling",
      ),
      ...flags("-a --argv0=, -P="),
      opt("-C --chdir=", "changes to a folder first", { cwd: true }),
      opt("-S --split-string=", "words of a command in one text", { code: "shell" }),
      ...gnuHelp,
    ],
  }),
  program("nice", "priority", {
    style: "posix",
    wrapper: operands,
    options: [...flags("-n --adjustment="), ...gnuHelp],
  }),
  program("ionice", "priority", {
    style: "posix",
    wrapper: operands,
    options: [...flags("-c --class=, -n --classdata=, -p --pid=, -t --ignore, -P --pgid=, -u --uid="), ...gnuHelp],
  }),
  program("chrt", "priority", {
    style: "posix",
    wrapper: { ...operands, skip: 1 },
    options: [
      ...flags(
        "-b --batch, -d --deadline, -f --fifo, -i --idle, -o --other, -r --rr, -R --reset-on-fork, -T --sched-runtime=, -P --sched-period=, -D --sched-deadline=, -a --all-tasks, -v --verbose, -p --pid",
      ),
      help("-m --max"),
      ...gnuHelp,
    ],
  }),
  program("taskset", "processors", {
    style: "posix",
    wrapper: { ...operands, skip: 1 },
    options: [...flags("-a --all-tasks, -p --pid, -c --cpu-list"), ...gnuHelp],
  }),
  program("numactl", "memory nodes", {
    style: "posix",
    wrapper: operands,
    options: flags(
      "-i --interleave=, -m --membind=, -N --cpunodebind=, -C --physcpubind=, -l --localalloc, -p --preferred=",
    ),
  }),
  program("nohup", "survives hangup", { style: "posix", wrapper: operands, options: gnuHelp }),
  program("setsid", "own session", {
    style: "posix",
    wrapper: operands,
    options: [...flags("-c --ctty, -f --fork, -w --wait"), ...gnuHelp],
  }),
  program("timeout", "limits the time", {
    style: "posix",
    aliases: ["gtimeout"],
    wrapper: { ...operands, skip: 1 },
    options: [...flags("-k --kill-after=, -s --signal=, --foreground, --preserve-status, -v --verbose"), ...gnuHelp],
  }),
  program("stdbuf", "buffers", {
    style: "posix",
    wrapper: operands,
    options: [...flags("-i --input=, -o --output=, -e --error="), ...gnuHelp],
  }),
  program("unbuffer", "buffers", { style: "posix", wrapper: operands, options: flags("-p") }),
  program("time", "measures", {
    style: "posix",
    aliases: ["gtime"],
    wrapper: operands,
    options: [
      ...flags("-p --portability, -v --verbose, -a --append, -q --quiet, -l, -h, -f --format="),
      opt("-o --output=", "file written", { is: ["write"] }),
      ...gnuHelp,
    ],
  }),
  program("chroot", "another root folder", {
    style: "posix",
    wrapper: { ...operands, skip: 1, shell: true, elsewhere: true },
    options: [...flags("--groups=, --userspec=, --skip-chdir"), ...gnuHelp],
  }),
  program("proot", "another root folder", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: flags("-r=, -b=, -w=, -q=, -R=, -S=, -0"),
  }),
  program("unshare", "own namespaces", {
    style: "posix",
    wrapper: { ...operands, shell: true },
    options: [
      ...flags(
        "-m, --mount?, -u, --uts?, -i, --ipc?, -n, --net?, -p, --pid?, -U, --user?, -C, --cgroup?, -T, --time?, -f --fork, -r --map-root-user, -c --map-current-user, --map-auto, --map-user=, --map-group=, --kill-child?, --mount-proc?, --propagation=, --setgroups=, -R --root=, -w --wd=, -S --setuid=, -G --setgid=, --keep-caps",
      ),
      ...gnuHelp,
    ],
  }),
  program("nsenter", "other namespaces", {
    style: "posix",
    wrapper: { ...operands, shell: true, elsewhere: true },
    elevates: true,
    options: [
      ...flags(
        "-a --all, -t --target=, -m --mount?, -u --uts?, -i --ipc?, -n --net?, -p --pid?, -C --cgroup?, -U --user?, -T --time?, -S --setuid?, -G --setgid?, --preserve-credentials, -r --root?, -w --wd?, -W --wdns?, -e --env, -F --no-fork, -Z --follow-context",
      ),
      ...gnuHelp,
    ],
  }),
  program("bwrap", "sandbox", {
    style: "posix",
    wrapper: {
      ...operands,
      pairs: [
        "--bind",
        "--bind-try",
        "--dev-bind",
        "--dev-bind-try",
        "--ro-bind",
        "--ro-bind-try",
        "--bind-fd",
        "--ro-bind-fd",
        "--file",
        "--bind-data",
        "--ro-bind-data",
        "--symlink",
        "--setenv",
        "--chmod",
      ],
    },
    partial: true,
    options: flags(
      "--unshare-all, --unshare-net, --unshare-pid, --share-net, --die-with-parent, --new-session, --clearenv, --proc=, --dev=, --tmpfs=, --mqueue=, --chdir=, --uid=, --gid=, --hostname=, --unsetenv=, --dir=, --perms=, --size=, --args=, --argv0=, --lock-file=, --sync-fd=, --seccomp=, --exec-label=, --file-label=, --cap-add=, --cap-drop=, --remount-ro=, --overlay-src=, --tmp-overlay=, --ro-overlay=",
    ),
  }),
  program("firejail", "sandbox", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: flags("--quiet, --noprofile, --net=, --profile=, --private?"),
  }),
  program("fakeroot", "pretends to be root", {
    style: "posix",
    wrapper: operands,
    options: flags("-l --lib=, -s=, -i=, -u --unknown-is-real, -b="),
  }),
  program("prlimit", "limits", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: flags("-p --pid=, --nofile?, --cpu?, --as?, --core?, --data?, --fsize?"),
  }),
  program("cpulimit", "limits", {
    style: "posix",
    wrapper: operands,
    options: flags(
      "-l --limit=, -p --pid=, -e --exe=, -b --background, -q --quiet, -z --lazy, -f --foreground, -v --verbose, -i --include-children",
    ),
  }),
  program("catchsegv", "traces", { style: "posix", wrapper: operands }),
  program("caffeinate", "keeps awake", {
    style: "posix",
    wrapper: operands,
    options: flags("-d, -i, -m, -s, -u, -t=, -w="),
  }),
  program("arch", "architecture", {
    outputShape: "[a-zA-Z0-9]*",
    style: "posix",
    wrapper: operands,
    options: flags("-32, -64, -x86_64, -arm64, -arch=, -c, -d=, -e="),
  }),
  ...["setarch", "linux32", "linux64", "i386", "x86_64"].map((name) =>
    program(name, "architecture", {
      style: "posix",
      // The architecture after `setarch` is optional, and each is the name of such a program.
      wrapper: operands,
      options: flags(
        "-B --32bit, -F --fdpic-funcptrs, -I --short-inode, -L --addr-compat-layout, -R --addr-no-randomize, -S --whole-seconds, -T --sticky-timeouts, -X --read-implies-exec, -Z --mmap-page-zero, -3 --3gb, --4gb, --uname-2.6, -v --verbose",
      ),
    }),
  ),
  program("dbus-run-session", "own session bus", {
    style: "posix",
    wrapper: operands,
    options: flags("--config-file=, --dbus-daemon="),
  }),
  program("xvfb-run", "virtual display", {
    style: "posix",
    wrapper: operands,
    options: flags(
      "-a --auto-servernum, -e --error-file=, -f --auth-file=, -n --server-num=, -l --listen-tcp, -p --xauth-protocol=, -s --server-args=, -w --wait=",
    ),
  }),
  program("direnv", "environment of a folder", {
    prints: "code",
    codeVariables: [codeVariables("places", "DIRENV_CONFIG")],
    partial: true,
    subcommands: {
      exec: program("exec", "runs in the environment of a folder", {
        style: "posix",
        wrapper: { ...operands, skip: 1 },
      }),
    },
  }),
  program("dotenv", "environment of a file", {
    packages: ["dotenv-cli"],
    style: "posix",
    partial: true,
    wrapper: operands,
    options: [opt("-e -f --file=", "variables used")],
    aliases: ["dotenvx"],
  }),
  program("aws-vault", "credentials", {
    partial: true,
    subcommands: {
      exec: program("exec", "runs with credentials", {
        style: "posix",
        wrapper: { ...operands, skip: 1 },
        options: flags("-d --duration=, -n --no-session, -r --region=, -j --json"),
      }),
    },
  }),
  program("conda", "environments", {
    prints: "code",
    registryVariables: words("CONDA_CHANNELS CONDA_CHANNEL_ALIAS CONDA_DEFAULT_CHANNELS"),
    aliases: ["mamba", "micromamba"],
    partial: true,
    subcommands: {
      run: program("run", "runs in an environment", {
        style: "posix",
        wrapper: operands,
        options: flags("-n --name=, -p --prefix=, --no-capture-output, --live-stream, -v --verbose, --cwd="),
      }),
      ...Object.fromEntries(
        ["install", "create", "update", "upgrade", "config", "env"].map((name) => [
          name,
          program(name, "packages and their channels", {
            partial: true,
            external: "task",
            options: [
              opt("-c --channel --add --append --prepend --set=", "channel", { is: ["package"] }),
              opt("-f --file=", "file read", { is: ["read"] }),
              opt("-d --dry-run", "only prints what would be done", { meaning: "dry-run" }),
              ...flags("-n --name=, -p --prefix=, -y --yes, -q --quiet, --override-channels, --no-deps, --offline"),
              ...gnuHelp,
            ],
            operands: { each: ["package"] },
          }),
        ]),
      ),
    },
  }),
  program("rlwrap", "line editing", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: flags("-a, -c, -r, -f=, -H=, -p=, -s="),
  }),
  program("dumb-init", "first process", {
    style: "posix",
    wrapper: operands,
    aliases: ["tini", "catatonit"],
    options: flags("-c --single-child, -v --verbose, -r --rewrite=, -s, -g, -p="),
  }),
  program("start-stop-daemon", "daemons; `-c` as another user", {
    partial: true,
    wrapper: { inner: "operands", programBy: ["-a", "-x"] },
    options: [
      opt("-a --startas=", "program started"),
      opt("-x --exec=", "program started"),
      ...flags(
        "-S --start, -K --stop, -p --pidfile=, -u --user=, -c --chuid=, -d --chdir=, -b --background, -m --make-pidfile, -n --name=",
      ),
    ],
  }),
  program("daemonize", "daemons", {
    style: "posix",
    wrapper: operands,
    options: flags("-a, -c=, -e=, -o=, -p=, -l=, -u=, -E=, -v"),
  }),
  program("logsave", "saves output", {
    style: "posix",
    wrapper: { ...operands, skip: 1 },
    options: flags("-a, -s, -v"),
  }),
  program("chronic", "quiet unless it fails", { style: "posix", wrapper: operands, options: flags("-v, -e") }),
  ...alike("pee mispipe", "pipes between commands", { style: "posix", wrapper: { ...operands, each: true } }),
  program("ifne", "runs if there is input", { style: "posix", wrapper: operands, options: flags("-n") }),
];

/** Wrappers that trace or record. */
const tracing: readonly ProgramTable[] = [
  program("strace", "traces", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: [
      ...flags("-f, -ff, -c, -C, -q, -v, -t, -tt, -T, -y, -e=, -p=, -s=, -S=, -u=, -E=, -a=, -P=, -I=, -b="),
      opt("-o --output=", "file written, or a command that gets the trace", { is: ["write"], code: "pipe" }),
      ...gnuHelp,
    ],
  }),
  program("ltrace", "traces", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: [
      ...flags("-f, -c, -S, -e=, -p=, -s=, -u=, -n=, -l=, -x="),
      opt("-o --output=", "file written", { is: ["write"] }),
    ],
  }),
  program("valgrind", "traces", {
    style: "posix",
    wrapper: operands,
    partial: true,
    options: flags("--tool=, --leak-check=, --log-file=, -q --quiet, -v --verbose"),
  }),
  program("perf", "measures", {
    partial: true,
    subcommands: {
      stat: program("stat", "measures", {
        style: "posix",
        wrapper: operands,
        partial: true,
        options: flags("-e --event=, -p --pid=, -a --all-cpus, -r --repeat=, -d --detailed, -x --field-separator="),
      }),
      record: program("record", "measures", {
        style: "posix",
        wrapper: operands,
        partial: true,
        options: [
          ...flags("-e --event=, -p --pid=, -a --all-cpus, -F --freq=, -g, --call-graph="),
          opt("-o --output=", "file written", { is: ["write"] }),
        ],
      }),
      trace: program("trace", "traces", {
        style: "posix",
        wrapper: operands,
        partial: true,
        options: flags("-e --event=, -p --pid=, -s --summary"),
      }),
    },
  }),
  program("lldb", "debugger", {
    codeOptions: [
      codeOption("-o -O --one-line --one-line-before-file", "text"),
      codeOption("-s --source -S --source-before-file", "file"),
    ],
    style: "words",
    partial: true,
    wrapper: { ...operands, after: "--" },
  }),
  program("gdb", "debugger", {
    codeOptions: [
      codeOption("-ex -eval-command --eval-command -iex --init-eval-command", "text"),
      codeOption("-x --command -ix", "file"),
    ],
    style: "words",
    partial: true,
    wrapper: { ...operands, needs: ["--args"] },
    options: [
      opt("-ex --eval-command=", "debugger text, `!` runs a command", { code: "inline" }),
      opt("-x --command=", "file of debugger text", { code: "script", is: ["read"] }),
      opt("--args -args", "the operands are a command"),
      ...flags("-p --pid=, -batch --batch, -q -quiet --quiet, -nx --nx"),
    ],
  }),
  program("script", "records a session", {
    style: "gnu",
    // On BSD the command follows the file.
    wrapper: { ...operands, skip: 1, shell: true },
    options: [
      opt("-c --command=", "shell text", { code: "shell" }),
      ...flags(
        "-a --append, -e --return, -f --flush, --force, -q --quiet, -E --echo=, -o --output-limit=, -m --logging-format=",
      ),
      opt("-T --log-timing=", "file written", { is: ["write"] }),
      opt("-t --timing?", "file written", { is: ["write"] }),
      opt("-I --log-in=", "file written", { is: ["write"] }),
      opt("-O --log-out=", "file written", { is: ["write"] }),
      opt("-B --log-io=", "file written", { is: ["write"] }),
      ...gnuHelp,
    ],
    operands: { first: [["write"]], each: [] },
  }),
  program("expect", "drives programs", {
    style: "posix",
    interpreter: { language: "other", code: ["-c"], operand: "script", stdin: "code" },
    options: [opt("-c=", "expect text", { code: "inline" }), ...flags("-b, -d, -D=, -f=, -i, -n, -N, -v")],
  }),
  program("hyperfine", "measures", {
    partial: true,
    wrapper: { ...operands, each: true },
    options: [
      opt("-p --prepare=", "shell text", { code: "shell" }),
      opt("-s --setup=", "shell text", { code: "shell" }),
      opt("-c --cleanup=", "shell text", { code: "shell" }),
      ...flags("-w --warmup=, -r --runs=, -m --min-runs=, -M --max-runs=, -N, -i --ignore-failure, -S --shell="),
    ],
  }),
];

/** Wrappers that first make other versions of programs available. */
const environments: readonly ProgramTable[] = [
  program("nix-shell", "runs with packages", {
    partial: true,
    external: "task",
    wrapper: { inner: "options" },
    options: [
      opt("--run --command=", "shell text", { code: "shell" }),
      opt("-I=", "file or address", { is: ["package"] }),
      ...flags("-p --packages, --pure, --impure, -A --attr=, -E --expr=, -i=, --keep=, -Q, -j="),
    ],
    operands: { each: ["package"] },
  }),
  program("nix", "packages", {
    partial: true,
    external: "task",
    subcommands: byName(
      program("run", "runs a package", {
        style: "posix",
        partial: true,
        external: "task",
        wrapper: { ...operands, flake: true },
        options: flags(
          "--impure, --refresh, --offline, -L, --option=, --override-input=, --extra-experimental-features=",
        ),
        operands: { first: [["package"]], each: [] },
      }),
      ...["develop", "shell", "env"].map((name) =>
        program(name, "runs with packages", {
          partial: true,
          external: "task",
          wrapper: { inner: "options" },
          options: [
            opt("-c --command;", "a command", { code: "words" }),
            ...flags("--impure, -i --ignore-environment, -k --keep=, --expr=, -u --unset="),
            opt("-f --file=", "file or address", { is: ["package"] }),
          ],
          operands: { each: ["package"] },
        }),
      ),
      ...alike("profile build flake", "fetches packages", {
        partial: true,
        external: "task",
        options: [opt("-f --file --override-input=", "file or address", { is: ["package"] }), ...gnuHelp],
        operands: { each: ["package"] },
      }),
    ),
  }),
  ...["mise", "rtx"].map((name) =>
    program(name, "versions", {
      prints: "code",
      ...(name === "mise" && { codeVariables: [codeVariables("places", "MISE_CONFIG_FILE MISE_GLOBAL_CONFIG_FILE")] }),
      partial: true,
      external: "task",
      subcommands: byName(
        ...["exec", "x"].map((sub) =>
          program(sub, "runs with versions", {
            style: "posix",
            partial: true,
            wrapper: { ...operands, after: "--" },
            options: [
              opt("-c --command=", "shell text", { code: "shell" }),
              ...flags("-j --jobs=, -C --cd=, -q --quiet, --raw"),
            ],
          }),
        ),
      ),
    }),
  ),
  program("asdf", "versions", {
    prints: "code",
    codeVariables: [codeVariables("places", "ASDF_DIR")],
    partial: true,
    external: "task",
    subcommands: byName(program("exec", "runs with versions", { style: "posix", wrapper: operands })),
  }),
  program("salt-call", "runs states here", { partial: true, external: "remote", operands: { each: [] } }),
];

/** Wrappers that run a command many times or later. */
const repeating: readonly ProgramTable[] = [
  program("xargs", "runs with words of standard input", {
    style: "posix",
    aliases: ["gxargs"],
    wrapper: { ...operands, appends: "stdin", placeholder: ["-I", "-i", "-J"] },
    options: [
      ...flags(
        "-0 --null, -d --delimiter=, -E=, -e --eof?, -I=, -i --replace?, -J=, -R=, -L=, -l --max-lines?, -n --max-args=, -o --open-tty",
      ),
      ...flags(
        "-P --max-procs=, -p --interactive, --process-slot-var=, -r --no-run-if-empty, -s --max-chars=, -S=, --show-limits, -t --verbose, -x --exit",
      ),
      opt("-a --arg-file=", "file the words come from", { is: ["read"] }),
      ...gnuHelp,
    ],
  }),
  ...alike("parallel rush", "runs with words of standard input or after `:::`", {
    style: "posix",
    partial: true,
    wrapper: { ...operands, appends: "stdin", item: "{}", joined: true, shell: true },
    options: [
      ...flags(
        "-0 --null, -j --jobs=, -P --max-procs=, -k --keep-order, -u --ungroup, -n --max-args=, -N=, -L=, -I=, -C --colsep=, -d --delimiter=, -v --verbose, -t, -X, -m, -q --quote, -r --no-run-if-empty, --bar, --eta, --progress, --halt=, --timeout=, --retries=, --delay=, --tag, --group, --line-buffer, --lb, --no-notice, --will-cite, --pipe, --results=, --joblog=, -S --sshlogin=",
      ),
      opt("-a --arg-file=", "file the words come from", { is: ["read"] }),
      dryRun("--dry-run --dryrun"),
      ...gnuHelp,
    ],
  }),
  program("watch", "runs again and again", {
    style: "posix",
    wrapper: { ...operands, joined: true },
    options: [
      ...flags(
        "-b --beep, -c --color, -C --no-color, -d --differences?, -e --errexit, -g --chgexit, -n --interval=, -p --precise, -q --equexit=, -r --no-rerun, -t --no-title, -w --no-wrap, -x --exec",
      ),
      help("-h --help"),
      help("-v --version"),
    ],
  }),
  program("entr", "runs when files change", {
    style: "posix",
    wrapper: { ...operands, joinedBy: ["-s"] },
    options: flags("-a, -c, -d, -n, -p, -r, -s, -x, -z"),
  }),
  program("watchexec", "runs when files change", {
    style: "posix",
    partial: true,
    wrapper: operands,
    options: flags(
      "-w --watch=, -e --exts=, -i --ignore=, -r --restart, -c --clear?, -s --signal=, -d --debounce=, -n, -p --postpone, --shell=",
    ),
  }),
  program("nodemon", "runs when files change", {
    style: "posix",
    partial: true,
    external: "script",
    wrapper: { inner: "options" },
    options: [
      opt("-x --exec=", "shell text", { code: "shell" }),
      ...flags("-w --watch=, -e --ext=, -i --ignore=, -q --quiet"),
    ],
  }),
  program("flock", "runs under a lock", {
    style: "posix",
    wrapper: { ...operands, skip: 1 },
    options: [
      ...flags(
        "-s --shared, -x -e --exclusive, -n --nb --nonblock, -w --wait --timeout=, -o --close, -E --conflict-exit-code=, -u --unlock, -F --no-fork, --verbose",
      ),
      opt("-c --command=", "shell text", { code: "shell" }),
      ...gnuHelp,
    ],
  }),
  program("lockf", "runs under a lock", {
    style: "posix",
    wrapper: { ...operands, skip: 1 },
    options: flags("-k, -n, -s, -w, -t="),
  }),
  program("run-parts", "runs the files of a folder", {
    style: "posix",
    external: "script",
    operands: { each: [] },
    options: [
      ...flags("-v --verbose, --report, --reverse, --exit-on-error, --umask=, -a --arg=, --regex="),
      dryRun("--test"),
      help("--list"),
    ],
  }),
  program("at", "runs later", {
    interpreter: { language: "shell", operand: "none", stdin: "code" },
    aliases: ["batch"],
    options: [
      ...flags("-m, -M, -v, -q=, -t=, -b, -u="),
      opt("-f=", "file of shell text", { code: "script", is: ["read"] }),
      help("-l"),
      help("-V"),
      opt("-c", "prints a job"),
      opt("-r -d", "removes a job"),
    ],
  }),
];

/** Wrappers that run a command on another machine or in a container. */
const elsewhere: readonly ProgramTable[] = [
  program("ssh", "runs on another machine", {
    codeOptions: [codeOption("-F -I", "file")],
    replacesHelpers: true,
    codeVariables: [codeVariables("command", "SSH_ASKPASS")],
    style: "posix",
    aliases: ["slogin", "autossh"],
    special: "ssh",
    sends: true,
    downloads: true,
    wrapper: { ...operands, skip: 1, joined: true, elsewhere: true, shell: true },
    options: [
      ...flags("-4, -6, -A, -a, -C, -f, -G, -g, -K, -k, -M, -N, -n, -q, -s, -T, -t, -v, -X, -x, -Y, -y"),
      ...flags("-B=, -b=, -c=, -D=, -e=, -I=, -L=, -l=, -m=, -O=, -p=, -Q=, -R=, -S=, -W=, -w="),
      opt("-E=", "log written", { is: ["write"] }),
      opt("-F=", "configuration, may hold commands", { is: ["read", "options-file"] }),
      opt("-i=", "key used"),
      opt("-J=", "host in between", { is: ["host"] }),
      opt("-o=", "setting; ProxyCommand, LocalCommand, PermitLocalCommand, KnownHostsCommand, Match exec run text", {
        code: "shell",
      }),
      help("-V"),
    ],
  }),
  program("mosh", "runs on another machine", {
    style: "posix",
    special: "ssh",
    sends: true,
    wrapper: { ...operands, skip: 1, elsewhere: true, shell: true },
    partial: true,
    options: [
      opt("--ssh=", "command", { code: "command" }),
      opt("--client=", "command", { code: "command" }),
      ...flags("--server=, -p --port=, -a, -n, --predict=, --family="),
    ],
  }),
  program("shx", "commands of a shell for every system", { style: "posix", wrapper: operands }),
  program("sshpass", "gives a password", {
    style: "posix",
    wrapper: operands,
    options: [...flags("-p=, -d=, -e, -P=, -v"), opt("-f=", "password used")],
  }),
  program("ssh-agent", "agent around a command", {
    prints: "code",
    style: "posix",
    wrapper: operands,
    options: flags("-a=, -c, -D, -d, -E=, -k, -P=, -s, -t="),
  }),
  ...["torsocks", "torify", "proxychains", "proxychains4", "tsocks"].map((name) =>
    program(name, "through a proxy", {
      style: "posix",
      wrapper: operands,
      options: flags("-q, -f=, -i, -u=, -p=, -a=, -P=, -d"),
    }),
  ),
  program("vagrant", "machines", {
    partial: true,
    subcommands: {
      ssh: program("ssh", "runs in a machine", {
        wrapper: { inner: "options", elsewhere: true },
        options: [opt("-c --command=", "shell text", { code: "shell" })],
      }),
      destroy: program("destroy", "removes a machine", { options: flags("-f --force, -g --graceful") }),
    },
  }),
  program("multipass", "machines", {
    partial: true,
    subcommands: {
      exec: program("exec", "runs in a machine", {
        style: "posix",
        wrapper: { ...operands, skip: 1, after: "--", elsewhere: true },
      }),
      delete: program("delete", "removes a machine", { options: flags("-p --purge, --all") }),
    },
  }),
  program("wsl", "runs in Linux", {
    style: "posix",
    partial: true,
    aliases: ["wsl.exe"],
    wrapper: operands,
    options: flags("-d --distribution=, -u --user=, -e --exec, --cd="),
  }),
  ...["lxc", "incus"].map((name) =>
    program(name, "containers", {
      partial: true,
      subcommands: {
        exec: program("exec", "runs in a container", {
          style: "posix",
          wrapper: { ...operands, skip: 1, after: "--", elsewhere: true },
          options: flags("--cwd=, --env=, --mode=, -t, -T, -n, --user=, --group="),
        }),
        delete: program("delete", "removes a container", { options: flags("-f --force, -i --interactive") }),
      },
    }),
  ),
];

/** Shell builtins and multi-call programs that run what follows. */
const builtins: readonly ProgramTable[] = [
  program("command", "runs a program, not a function", {
    style: "posix",
    wrapper: operands,
    options: [...flags("-p"), help("-v"), help("-V")],
  }),
  program("builtin", "runs a builtin", { style: "posix", wrapper: operands }),
  program("exec", "replaces the shell", { style: "posix", wrapper: operands, options: flags("-c, -l, -a=") }),
  program("nocorrect", "zsh: no correction", { style: "posix", wrapper: operands }),
  program("noglob", "zsh: no globs", { style: "posix", wrapper: operands }),
  program("coproc", "runs in the background", { style: "posix", wrapper: operands }),
  program("busybox", "many programs in one", {
    style: "posix",
    wrapper: operands,
    aliases: ["toybox"],
    options: [help("--help"), help("--list"), help("--list-full"), opt("--install", "makes links")],
  }),
  program("coreutils", "many programs in one", {
    style: "posix",
    wrapper: operands,
    options: [opt("--coreutils-prog=", "program run", { code: "command" }), help("--help")],
  }),
  ...["ld.so", "ld-linux.so.2", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1", "ld-musl-x86_64.so.1"].map((name) =>
    program(name, "loads and runs a program", {
      codeOptions: [codeOption("--preload --audit", "any-file"), codeOption("--library-path", "file")],
      style: "posix",
      wrapper: operands,
      options: flags("--library-path=, --preload=, --inhibit-cache, --audit=, --argv0=, --list, --verify"),
    }),
  ),
  program("choom", "memory killer score", {
    style: "posix",
    wrapper: operands,
    options: flags("-n --adjust=, -p --pid="),
  }),
  program("openvt", "another console", {
    style: "posix",
    wrapper: operands,
    options: flags("-c=, -e, -f, -l, -s, -u, -v, -w"),
  }),
  program("xdg-open", "opens a file or address", {
    external: "script",
    operands: { each: ["manifest"] },
    aliases: ["open", "sensible-browser", "x-www-browser", "gnome-open", "start"],
  }),
  program("xterm", "terminal", {
    style: "words",
    partial: true,
    wrapper: { inner: "options" },
    options: [opt("-e;", "command", { code: "words" })],
    aliases: ["konsole", "rxvt", "urxvt", "alacritty"],
  }),
  program("gnome-terminal", "terminal", {
    style: "posix",
    partial: true,
    wrapper: operands,
    options: [
      opt("-e -x --command=", "shell text", { code: "shell" }),
      ...flags("--tab, --window, --working-directory=, --title="),
    ],
  }),
  program("tmux", "terminal sessions", {
    codeOptions: [codeOption("-e", "variable"), codeOption("-f", "file")],
    partial: true,
    globals: [
      ...flags("-2, -C, -D, -l, -N, -u, -v, -L=, -S=, -T="),
      opt("-c=", "shell text", { code: "shell" }),
      opt("-f=", "configuration", { is: ["read"] }),
    ],
    subcommands: {
      ...Object.fromEntries(
        [
          "new-session",
          "new",
          "new-window",
          "neww",
          "split-window",
          "splitw",
          "respawn-pane",
          "respawn-window",
          "display-popup",
          "popup",
        ].map((name) => [
          name,
          program(name, "runs shell text in a terminal", {
            style: "posix",
            wrapper: { inner: "operands", joined: true },
            partial: true,
            options: flags(
              "-A, -d, -D, -E, -P, -X, -h, -v, -b, -f, -k, -Z, -c=, -e=, -F=, -n=, -s=, -t=, -x=, -y=, -l=, -p=",
            ),
          }),
        ]),
      ),
      ...Object.fromEntries(
        ["run-shell", "run", "if-shell", "if", "pipe-pane", "pipep"].map((name) => [
          name,
          program(name, "runs shell text", {
            style: "posix",
            wrapper: { inner: "operands", joined: true },
            options: flags("-b, -C, -F, -I, -O, -o, -d=, -t="),
          }),
        ]),
      ),
      ...Object.fromEntries(
        ["send-keys", "send"].map((name) => [
          name,
          program(name, "types text into a terminal", {
            style: "posix",
            wrapper: { inner: "operands", joined: true },
            options: flags("-F, -H, -K, -l, -M, -R, -X, -c=, -N=, -t="),
          }),
        ]),
      ),
    },
  }),
  program("screen", "terminal sessions", {
    codeOptions: [codeOption("-c", "file")],
    operandCode: "stuff",
    codeVariables: [codeVariables("file", "SCREENRC")],
    style: "posix",
    partial: true,
    wrapper: { ...operands, notWith: ["-X"] },
    options: [
      ...flags("-d, -m, -D, -R, -r, -x, -S=, -t=, -L, -X, -p=, -Logfile="),
      opt("-c=", "configuration", { is: ["read"] }),
      help("-ls"),
      help("-list"),
      help("-v"),
    ],
  }),
  program("osascript", "AppleScript", {
    style: "posix",
    interpreter: { language: "other", code: ["-e"], operand: "script", stdin: "code" },
    options: [opt("-e=", "AppleScript text", { code: "inline" }), ...flags("-l=, -s=, -i")],
  }),
];

export const wrappers: readonly ProgramTable[] = [
  ...elevating,
  ...changing,
  ...tracing,
  ...environments,
  ...repeating,
  ...elsewhere,
  ...builtins,
];
