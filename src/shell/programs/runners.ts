// Programs with a subcommand that runs its arguments: managers of versions, of secrets and of machines, watchers, and
// programs that pass their arguments to git.

import { npmRegistries, rustRegistries } from "./registry-variables.ts";
import {
  alike,
  byName,
  codeVariables,
  dryRun,
  flags,
  help,
  type OptionRow,
  type OwnColumns,
  opt,
  type ProgramTable,
  program,
} from "./table/program-table.ts";

const operands = { inner: "operands" } as const;
const marked = { ...operands, after: "--" } as const;
const there = { ...operands, elsewhere: true } as const;
const helps: readonly OptionRow[] = [help("-h --help"), help("--version")];

/** Columns for individual programs. */
const ownOfManagers: OwnColumns = {
  pyenv: { prints: "code", codeVariables: [codeVariables("places", "PYENV_ROOT")] },
  rbenv: { prints: "code" },
  nodenv: { prints: "code" },
  jenv: { prints: "code" },
  goenv: { prints: "code" },
  plenv: { prints: "code" },
  fnm: { prints: "code" },
  rustup: { codeVariables: [codeVariables("places", "RUSTUP_HOME")], registryVariables: rustRegistries },
  nvm: { codeVariables: [codeVariables("places", "NVM_DIR")] },
};

/** A manager with one or more subcommands that run a command. */
const manager = (name: string, doc: string, ...runs: readonly (ProgramTable | readonly ProgramTable[])[]) =>
  program(name, doc, {
    ...ownOfManagers[name],
    partial: true,
    external: "task",
    options: helps,
    subcommands: byName(...runs),
  });

/** Versions of languages. */
const versions: readonly ProgramTable[] = [
  program("corepack", "versions of package managers", {
    registryVariables: npmRegistries,
    partial: true,
    external: "task",
    style: "posix",
    wrapper: { ...operands, known: true },
    options: helps,
    subcommands: byName(
      ...alike("enable disable prepare use up install pack hydrate cache", "versions", {
        partial: true,
        external: "task",
      }),
    ),
  }),
  manager(
    "volta",
    "versions",
    program("run", "runs with versions", {
      style: "posix",
      wrapper: operands,
      options: flags("--node=, --npm=, --yarn=, --pnpm=, --env=, --bundled-npm, --no-yarn, --no-pnpm, --quiet"),
    }),
  ),
  manager(
    "nvm",
    "versions",
    program("exec", "runs with a version", {
      style: "posix",
      wrapper: { ...operands, version: true },
      options: flags("--silent, --no-use, --lts?"),
    }),
    program("run", "runs a script with a version", {
      style: "posix",
      wrapper: { ...operands, version: true, program: "node" },
      options: flags("--silent, --lts?"),
    }),
  ),
  manager(
    "fnm",
    "versions",
    program("exec", "runs with a version", {
      style: "posix",
      wrapper: operands,
      options: flags("--using=, --fnm-dir="),
    }),
  ),
  manager(
    "n",
    "versions",
    ...alike("exec", "runs with a version", { style: "posix", wrapper: { ...operands, skip: 1 } }),
    ...alike("run as use", "runs a script with a version", {
      style: "posix",
      wrapper: { ...operands, skip: 1, program: "node" },
    }),
  ),
  ...["nodenv", "rbenv", "pyenv", "goenv", "jenv", "plenv", "phpenv", "tfenv", "luaenv"].map((name) =>
    manager(name, "versions", program("exec", "runs with a version", { style: "posix", wrapper: operands })),
  ),
  manager(
    "rustup",
    "versions",
    program("run", "runs with a version", {
      style: "posix",
      wrapper: { ...operands, skip: 1 },
      options: flags("--install"),
    }),
  ),
  manager(
    "pixi",
    "environments",
    program("run", "runs in an environment", {
      style: "posix",
      external: "task",
      wrapper: operands,
      options: flags("-e --environment=, --manifest-path=, --frozen, --locked"),
    }),
  ),
  ...["devbox", "flox", "devenv"].map((name) =>
    manager(
      name,
      "environments",
      ...alike("run activate shell", "runs in an environment", {
        style: "posix",
        partial: true,
        external: "task",
        wrapper: operands,
        options: [opt("-c --config=", "folder used"), ...flags("-e --env=, --env-file=, --pure, -d --dir=")],
      }),
    ),
  ),
  ...["stack", "cabal", "dune"].map((name) =>
    program(name, "project tool", {
      partial: true,
      external: "task",
      options: [...helps, dryRun("--dry-run")],
      subcommands: byName(
        program("exec", "runs a program", { style: "posix", partial: true, external: "task", wrapper: marked }),
      ),
    }),
  ),
  ...["x86_64", "aarch64", "arm", "i386", "riscv64", "ppc64le", "s390x"].map((machine) =>
    program(`qemu-${machine}`, "runs a program of another machine", {
      style: "posix",
      wrapper: operands,
      external: "script",
      options: flags("-L=, -cpu=, -E=, -U=, -s=, -g=, -strace, -d=, -D=, -B=, -R="),
    }),
  ),
  program("xcrun", "runs a tool of Xcode", {
    style: "posix",
    wrapper: operands,
    options: [
      ...flags("--sdk=, --toolchain=, -l --log, -n --no-cache, -k --kill-cache, -v --verbose, -r --run"),
      help("-f --find"),
      ...["--show-sdk-path", "--show-sdk-version", "--show-sdk-build-version", "--show-toolchain-path"].map(help),
      ...helps,
    ],
  }),
];

/** Secrets as variables of a command. */
const secrets: readonly ProgramTable[] = [
  ...["doppler", "infisical"].map((name) =>
    program(name, "keeps passwords", {
      partial: true,
      options: helps,
      subcommands: byName(
        program("run", "runs with passwords", {
          style: "posix",
          partial: true,
          wrapper: marked,
          options: [
            opt("--command=", "shell text", { code: "shell" }),
            ...flags("-p --project=, -c --config=, -e --env=, --path=, -t --token=, --preserve-env, --projectId="),
          ],
        }),
      ),
    }),
  ),
  ...["chamber", "aws-okta", "berglas", "teller", "saml2aws", "vault-env", "granted"].map((name) =>
    program(name, "keeps passwords", {
      partial: true,
      options: helps,
      subcommands: byName(
        ...alike("exec run", "runs with passwords", { style: "posix", partial: true, wrapper: marked }),
      ),
    }),
  ),
  program("envchain", "keeps passwords", {
    style: "posix",
    wrapper: { ...operands, skip: 1 },
    options: [help("-s --set"), help("-l --list"), help("-u --unset"), ...flags("-v --show-value"), ...helps],
  }),
  program("consul-template", "fills in templates", {
    style: "words",
    partial: true,
    options: [opt("-exec --exec=", "shell text", { code: "shell" }), ...flags("-template=, -once, -config=, -dry")],
  }),
];

/** Commands that run when files change, or in parallel. */
const watchers: readonly ProgramTable[] = [
  program("concurrently", "runs several commands", {
    partial: true,
    external: "task",
    aliases: ["conc", "start-server-and-test", "run-p", "run-s"],
    wrapper: { ...operands, each: true },
    options: [
      ...flags("-n --names=, -c --prefix-colors=, -p --prefix=, -m --max-processes=, -s --success=, --restart-tries="),
      ...flags("-k --kill-others, --kill-others-on-fail, -r --raw, -g --group"),
      ...helps,
    ],
  }),
  program("cross-env", "sets the environment", { style: "posix", wrapper: { ...operands, assignments: true } }),
  program("cross-env-shell", "sets the environment", {
    style: "posix",
    wrapper: { ...operands, assignments: true, joined: true },
  }),
  program("chokidar", "runs when files change", {
    packages: ["chokidar-cli"],
    partial: true,
    wrapper: { inner: "options" },
    options: [
      opt("-c --command=", "shell text", { code: "shell" }),
      ...flags("-d --debounce=, -i --ignore=, --initial"),
    ],
  }),
  program("watchmedo", "runs when files change", {
    partial: true,
    subcommands: byName(
      program("shell-command", "runs shell text", {
        partial: true,
        wrapper: { inner: "options" },
        options: [
          opt("-c --command=", "shell text", { code: "shell" }),
          ...flags("-p --patterns=, -i=, -R --recursive"),
        ],
      }),
      program("auto-restart", "runs a command", {
        style: "posix",
        partial: true,
        wrapper: operands,
        options: flags("-d --directory=, -p --patterns=, --pattern=, -R --recursive, --signal="),
      }),
    ),
  }),
  ...["foreman", "forego", "honcho", "overmind", "goreman"].map((name) =>
    manager(
      name,
      "runs processes",
      program("run", "runs with the environment of the project", {
        style: "posix",
        wrapper: operands,
        options: flags("-e --env=, -f --procfile=, -d --root="),
      }),
    ),
  ),
  program("pm2", "services", {
    partial: true,
    options: helps,
    subcommands: byName(
      program("start", "starts a script or a command", {
        style: "posix",
        partial: true,
        external: "script",
        wrapper: { ...operands, joined: true },
        options: flags(
          "-n --name=, -i --instances=, --interpreter=, --watch, --cwd=, -o --output=, -e --error=, --no-daemon",
        ),
      }),
    ),
  }),
  program("sbatch", "runs in a cluster", {
    style: "posix",
    partial: true,
    external: "script",
    options: [opt("--wrap=", "shell text", { code: "shell" }), ...flags("-n=, -N=, -p=, -t=, -J=, -o=, -e=, -c=, -A=")],
  }),
  program("systemd-inhibit", "keeps the machine awake", {
    style: "posix",
    wrapper: operands,
    options: [...flags("--what=, --who=, --why=, --mode="), help("--list"), ...helps],
  }),
  program("repo", "many repositories", {
    partial: true,
    subcommands: byName(
      program("forall", "runs shell text in each", {
        style: "posix",
        partial: true,
        wrapper: { inner: "options" },
        options: [
          opt("-c --command=", "shell text", { code: "shell" }),
          ...flags("-r --regex, -g --groups=, -p, -j --jobs="),
        ],
      }),
    ),
  }),
  program("meta", "many repositories", {
    partial: true,
    subcommands: byName(
      program("exec", "runs shell text in each", { style: "posix", wrapper: { ...operands, joined: true } }),
    ),
  }),
];

const pssh = flags(
  "-h --hosts=, -H --host=, -l --user=, -p --par=, -o --outdir=, -e --errdir=, -t --timeout=, -O --option=, -i --inline, -P --print, -w=, -g=, -u=, -x=, -f=, -a, -b, -q, -v, -M",
);

/** Other machines, reached through a dedicated tool. */
const machines: readonly ProgramTable[] = [
  ...alike("pssh parallel-ssh pdsh dsh clush mussh", "runs on other machines", {
    style: "posix",
    partial: true,
    wrapper: { ...there, joined: true },
    options: pssh,
  }),
  ...alike("salt salt-ssh", "runs on other machines", {
    partial: true,
    external: "remote",
    style: "posix",
    wrapper: { ...there, skip: 2, joined: true },
    options: flags("-G, -E, -L, -C, -t=, -l=, --out=, -b="),
    operands: { each: [] },
  }),
  program("lima", "runs in a machine", {
    style: "posix",
    partial: true,
    wrapper: there,
    options: flags("--shell=, --workdir="),
  }),
  program("limactl", "machines", {
    partial: true,
    options: helps,
    subcommands: byName(
      program("shell", "runs in a machine", {
        style: "posix",
        partial: true,
        wrapper: { ...there, skip: 1 },
        options: flags("--shell=, --workdir="),
      }),
    ),
  }),
  program("colima", "machines", {
    partial: true,
    options: helps,
    subcommands: byName(
      program("ssh", "runs in a machine", { style: "posix", partial: true, wrapper: { ...there, after: "--" } }),
    ),
  }),
  ...["heroku", "dokku"].map((name) =>
    program(name, "deploys", {
      partial: true,
      sends: true,
      options: [...helps, dryRun("--dry-run")],
      subcommands: byName(
        ...alike("run run:detached run:inside", "runs on another machine", {
          style: "posix",
          partial: true,
          wrapper: { ...there, joined: true, ...(name === "dokku" ? { skip: 1 } : {}) },
          options: flags(
            "-a --app=, -r --remote=, -s --size=, -e --env=, --type=, -x --exit-code, --no-tty, --no-notify",
          ),
        }),
      ),
    }),
  ),
  ...["fly", "flyctl"].map((name) =>
    program(name, "deploys", {
      keepsInput: ["secrets"],
      ...(name === "flyctl" && { images: ["flyctl"] }),
      partial: true,
      sends: true,
      options: [...helps, dryRun("--dry-run")],
      subcommands: byName(
        program("ssh", "other machines", {
          partial: true,
          subcommands: byName(
            program("console", "runs on another machine", {
              partial: true,
              wrapper: { inner: "options", elsewhere: true },
              options: [
                opt("-C --command=", "shell text", { code: "shell" }),
                ...flags("-a --app=, -u --user=, -r=, -s"),
              ],
            }),
          ),
        }),
      ),
    }),
  ),
];

/** More privileges, and the host of a container. */
const rights: readonly ProgramTable[] = [
  ...alike("dzdo pfexec pbrun pmrun sesu please sudo-rs gsudo", "runs as another user", {
    style: "posix",
    partial: true,
    elevates: true,
    wrapper: { ...operands, assignments: true },
    options: [...flags("-u --user=, -g --group=, -n, -E, -H, -S, -k"), ...helps],
  }),
  ...alike("flatpak-spawn host-spawn", "runs outside of the container", {
    style: "posix",
    partial: true,
    wrapper: operands,
    options: [
      opt("--host", "on the machine"),
      ...flags("--env=, --directory=, --watch-bus, --clear-env, -pty, -env="),
      ...helps,
    ],
  }),
  program("distrobox-host-exec", "runs outside of the container", { style: "posix", partial: true, wrapper: operands }),
  ...alike("apptainer singularity", "containers", {
    partial: true,
    options: helps,
    subcommands: byName(
      ...alike("exec run shell instance test", "runs in a container", {
        style: "posix",
        partial: true,
        external: "image",
        wrapper: { ...there, skip: 1 },
        options: [
          opt("-B --bind --mount=", "folders of the machine"),
          ...flags(
            "--pwd=, --env=, -C --containall, -c --contain, --nv, -w --writable, -f --fakeroot, --overlay=, --add-caps=, --allow-setuid",
          ),
        ],
        operands: { first: [["image"]], each: [] },
      }),
    ),
  }),
  program("systemd-nspawn", "containers", {
    style: "posix",
    partial: true,
    wrapper: there,
    options: [
      opt("-D --directory=", "root folder"),
      opt("--bind --bind-ro=", "folders of the machine"),
      ...flags(
        "-M --machine=, -i --image=, -b --boot, -u --user=, -U, -q --quiet, --capability=, --private-network, -x --ephemeral, -a --as-pid2",
      ),
      ...helps,
    ],
  }),
];

/** Services of macOS; one subcommand runs as a user. */
const launchctl = program("launchctl", "services", {
  partial: true,
  subcommands: byName(
    program("asuser", "runs as a user", { style: "posix", wrapper: { ...operands, skip: 1 } }),
    ...alike("load unload bootstrap bootout enable disable submit start stop kickstart setenv", "services", {
      partial: true,
    }),
  ),
});

/** `chezmoi git push -f` */
const gitBehind = alike("git vcs", "git", {
  style: "posix",
  partial: true,
  wrapper: { ...operands, program: "git" },
});

/** Programs that pass their arguments to git, or to a shell. */
const forwarding: readonly ProgramTable[] = [
  ...["hub", "yadm"].map((name) =>
    program(name, "git with more commands", {
      style: "posix",
      partial: true,
      wrapper: { ...operands, program: "git" },
      options: [...flags("--yadm-dir=, --yadm-repo=, -Y="), ...helps],
    }),
  ),
  program("vcsh", "git for settings", {
    style: "posix",
    partial: true,
    wrapper: { ...operands, skip: 1, program: "git" },
  }),
  ...["gopass", "etckeeper"].map((name) =>
    program(name, "keeps files with git", { partial: true, subcommands: byName(...gitBehind) }),
  ),
  program("chezmoi", "keeps settings with git", {
    partial: true,
    globalsAnywhere: true,
    globals: [
      dryRun("-n --dry-run"),
      ...flags("--force, -v --verbose, -S --source=, -D --destination=, -c --config="),
      ...helps,
    ],
    subcommands: byName(
      ...gitBehind,
      ...alike("destroy remove rm", "deletes settings and their source", { operands: { each: ["delete"] } }),
    ),
  }),
  program("capsh", "capabilities", {
    style: "posix",
    elevates: true,
    partial: true,
    wrapper: { ...marked, program: "bash" },
    options: [...flags("--caps=, --user=, --uid=, --gid=, --secbits=, --drop=, --keep="), help("--print")],
  }),
];

export const runners: readonly ProgramTable[] = [
  ...versions,
  ...secrets,
  ...watchers,
  ...machines,
  ...rights,
  launchctl,
  ...forwarding,
];
