// Package managers, build tools and task runners: what they run is not on the line.

import {
  alike,
  byName,
  dryRun,
  flags,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
} from "../program-table.ts";

const helps: readonly OptionRow[] = [help("-h --help"), help("--version")];
const scripts = { partial: true, external: "task", options: helps } as const;
const nodeOptions: readonly OptionRow[] = [
  opt("--registry=", "address", { is: ["url"] }),
  opt("--ignore-scripts", "package scripts do not run"),
  opt("--prefix -C --dir --cwd=", "folder used", { cwd: true }),
  opt("--userconfig --globalconfig=", "configuration", { is: ["read"] }),
  dryRun("--dry-run"),
  ...flags(
    "-w --workspace=, --workspaces, -g --global, -D --save-dev, -S --save, -E --save-exact, -O --save-optional, -P --save-prod, -f --force, -s --silent, -q --quiet, -y --yes, --legacy-peer-deps, --frozen-lockfile, --no-audit, --no-fund, --omit=, --include=, --tag=, --access=, --otp=, --provenance, --filter=, -r --recursive, --if-present, --production, --loglevel=",
  ),
  ...helps,
];
const runner = { inner: "operands" } as const;

/** One of the managers for JavaScript packages. */
const node = (name: string): ProgramTable =>
  program(name, "JavaScript packages", {
    partial: true,
    style: "posix",
    external: "task",
    globals: nodeOptions,
    globalsAnywhere: true,
    subcommands: byName(
      program("publish", "publishes the package", {
        sends: true,
        options: nodeOptions,
        operands: { each: ["upload"] },
      }),
      program("unpublish", "withdraws a package", { options: nodeOptions }),
      ...alike(
        "install i ci add update upgrade up link rebuild dedupe install-test it install-ci-test",
        "installs packages; their scripts run",
        { partial: true, external: "task", downloads: true, options: nodeOptions },
      ),
      ...alike("run run-script test t start stop restart build dev lint tst rum create init", "runs package scripts", {
        partial: true,
        external: "task",
        options: nodeOptions,
      }),
      program("exec", "runs a package's program", {
        style: "posix",
        aliases: ["x", "dlx"],
        external: "task",
        wrapper: runner,
        options: [
          opt("-c --call=", "shell text", { code: "shell" }),
          ...flags("-p --package=, -y --yes, --no, --silent, -s"),
        ],
      }),
      program("config", "settings", {
        partial: true,
        aliases: ["c"],
        subcommands: byName(...alike("set get delete list ls edit fix", "settings", { partial: true })),
      }),
      ...alike(
        "uninstall remove rm un unlink prune pack view info show ls list outdated audit whoami login logout adduser token owner access deprecate dist-tag version cache search help explain why root bin prefix ping doctor fund repo docs bugs pkg profile team hook star stars shrinkwrap query sbom import patch patch-commit store env setup pm completion",
        "packages",
        { partial: true, options: nodeOptions },
      ),
    ),
  });

const javascript: readonly ProgramTable[] = [
  ...["npm", "pnpm", "yarn", "bun", "cnpm", "tnpm"].map(node),
  ...alike("npx bunx pnpx yarnpkg", "fetches and runs a package", {
    style: "posix",
    external: "task",
    downloads: true,
    wrapper: runner,
    options: [
      opt("-c --call --shell-auto-fallback=", "shell text", { code: "shell" }),
      ...flags(
        "-p --package=, -y --yes, --no, --no-install, -q --quiet, --ignore-existing, --prefer-offline, -w --workspace=, --bun",
      ),
      ...helps,
    ],
  }),
  ...alike("corepack nvm fnm volta n nodenv asdf mise rtx proto", "versions", { partial: true, external: "task" }),
  program("lerna", "packages", {
    partial: true,
    external: "task",
    subcommands: byName(
      program("publish", "publishes packages", { partial: true, sends: true }),
      program("exec", "runs in each package", { style: "posix", wrapper: { inner: "operands", after: "--" } }),
      ...alike("run bootstrap version clean list changed", "packages", { partial: true, external: "task" }),
    ),
  }),
  ...alike(
    "nx turbo gulp grunt vite webpack rollup esbuild parcel rspack jest vitest mocha ava tap c8 nyc cypress playwright karma storybook next nuxt astro svelte-kit remix gatsby ng vue-cli-service react-scripts expo electron electron-builder ionic cordova tauri changeset semantic-release release-it np standard-version husky lint-staged lefthook pre-commit patch-package",
    "project tool",
    scripts,
  ),
  ...alike(
    "eslint prettier biome tsc tslint stylelint oxlint dprint rome swc babel knip depcheck madge typedoc jsdoc tsup unbuild size-limit",
    "reads and may fix project files",
    {
      partial: true,
      options: [
        opt("-c --config --rulesdir --resolve-plugins-relative-to --parser --plugin=", "configuration that is code"),
        opt("-o --output-file --outFile=", "file written", { is: ["write"] }),
        opt("--fix --write -w", "changes the operands", { makes: ["write"] }),
        ...helps,
      ],
      operands: { each: [] },
    },
  ),
];

const pipOptions: readonly OptionRow[] = [
  opt("-r --requirement -c --constraint=", "file read", { is: ["read"] }),
  opt("-i --index-url --extra-index-url -f --find-links=", "address", { is: ["url"] }),
  opt("--proxy=", "proxy", { is: ["url"] }),
  opt("--trusted-host=", "host not checked"),
  opt("-t --target --prefix --root -d --dest -w --wheel-dir=", "folder written", { is: ["write"] }),
  opt("-e --editable=", "project installed"),
  dryRun("--dry-run"),
  ...flags(
    "-U --upgrade, -y --yes, --user, --no-deps, --pre, --no-cache-dir, -q --quiet, -v --verbose, --force-reinstall, --ignore-installed, -I, --no-index, --break-system-packages, --require-hashes, --only-binary=, --no-binary=, --python=, --timeout=, --log=",
  ),
  ...helps,
];
const pipCommands = byName(
  ...alike("install download wheel", "installs packages; their setup code runs", {
    partial: true,
    external: "task",
    downloads: true,
    options: pipOptions,
  }),
  ...alike("uninstall freeze list show check config search cache index inspect hash debug completion", "packages", {
    partial: true,
    options: pipOptions,
  }),
);

const python: readonly ProgramTable[] = [
  program("pip", "Python packages", {
    aliases: ["pip3", "pip2"],
    partial: true,
    style: "posix",
    globals: pipOptions,
    subcommands: pipCommands,
  }),
  program("pipx", "Python programs", {
    partial: true,
    subcommands: byName(
      program("run", "fetches and runs", {
        style: "posix",
        external: "task",
        downloads: true,
        wrapper: runner,
        options: flags("--spec=, --no-cache, --python=, --pip-args="),
      }),
      ...alike("install inject upgrade uninstall list ensurepath reinstall uninstall-all", "programs", {
        partial: true,
        external: "task",
      }),
    ),
  }),
  program("uv", "Python packages", {
    partial: true,
    subcommands: byName(
      program("pip", "packages", { style: "posix", subcommands: pipCommands }),
      program("run", "runs in the project", {
        style: "posix",
        external: "task",
        wrapper: runner,
        options: [
          ...flags(
            "--with=, --python -p=, --no-sync, --frozen, --isolated, --extra=, --group=, -q --quiet, --all-extras, --package=, --project=",
          ),
          opt("--directory=", "goes to a folder first", { cwd: true }),
          opt("--env-file --with-requirements=", "file read", { is: ["read"] }),
          opt("-m --module=", "module that runs", { code: "inline" }),
          opt("-s --script", "a script"),
        ],
      }),
      program("publish", "publishes packages", {
        partial: true,
        sends: true,
        options: [
          opt("--publish-url=", "address", { is: ["url"] }),
          ...flags("-t --token=, -u --username=, -p --password="),
        ],
        operands: { each: ["upload"] },
      }),
      program("tool", "programs", {
        subcommands: byName(
          program("run", "fetches and runs", {
            style: "posix",
            external: "task",
            wrapper: runner,
            options: flags("--from=, --with=, -p --python="),
          }),
          ...alike("install uninstall list upgrade", "programs", { partial: true, external: "task" }),
        ),
      }),
      ...alike("add remove sync lock init venv build tree python cache self export version", "packages", {
        partial: true,
        external: "task",
      }),
    ),
  }),
  program("uvx", "fetches and runs a Python program", {
    style: "posix",
    external: "task",
    downloads: true,
    wrapper: runner,
    options: flags("--from=, --with=, -p --python=, -q --quiet"),
  }),
  program("poetry", "Python packages", {
    partial: true,
    aliases: ["pdm", "hatch", "pipenv", "rye"],
    subcommands: byName(
      program("publish", "publishes the package", { partial: true, sends: true }),
      program("run", "runs in the project", { style: "posix", external: "task", wrapper: runner }),
      ...alike(
        "install add remove update lock build shell show check config init new version env export sync",
        "packages",
        { partial: true, external: "task" },
      ),
    ),
  }),
  ...alike(
    "pytest py.test tox nox coverage mypy pyright sphinx-build jupyter invoke fab scons waf bazel bazelisk buck pants snakemake luigi airflow dagster prefect dbt celery gunicorn uvicorn hypercorn flask django-admin streamlit mkdocs alembic",
    "project tool",
    scripts,
  ),
  ...alike(
    "ruff black isort flake8 pylint autopep8 yapf bandit pydocstyle pycodestyle vulture djlint",
    "reads and may fix project files",
    {
      partial: true,
      options: [...helps, opt("-o --output-file=", "file written", { is: ["write"] })],
      operands: { each: [] },
    },
  ),
];

const otherLanguages: readonly ProgramTable[] = [
  program("cargo", "Rust", {
    partial: true,
    style: "posix",
    external: "task",
    globals: [
      ...flags("-q --quiet, -v --verbose, --color=, --frozen, --locked, --offline, --config=, -Z="),
      opt("-C=", "goes to a folder first", { cwd: true }),
      ...helps,
    ],
    subcommands: byName(
      program("publish", "publishes the package", {
        partial: true,
        sends: true,
        options: [
          dryRun("-n --dry-run"),
          ...flags("--allow-dirty, --no-verify, --token=, --registry=, --index=, -p --package="),
        ],
      }),
      program("yank", "withdraws a version", { partial: true }),
      program("clean", "deletes build outputs", { partial: true, options: [dryRun("-n --dry-run")] }),
      ...alike(
        "build run test bench install check clippy b r t c nextest miri watch expand xtask update add doc fix",
        "runs build scripts",
        { partial: true, external: "task", options: [help("-h --help")] },
      ),
      ...alike(
        "fmt tree metadata search login logout owner init new remove rm vendor fetch package verify-project version audit deny outdated",
        "Rust",
        { partial: true, options: [help("-h --help")] },
      ),
    ),
  }),
  program("go", "Go", {
    partial: true,
    style: "posix",
    subcommands: byName(
      program("run", "builds and runs", {
        style: "words",
        partial: true,
        external: "task",
        options: [
          opt("-exec=", "program run", { code: "command" }),
          opt("-toolexec=", "program run", { code: "command" }),
        ],
      }),
      ...alike("test build install generate get tool", "builds; may run code", {
        style: "words",
        partial: true,
        external: "task",
        options: [
          opt("-exec -toolexec -vettool=", "program run", { code: "command" }),
          opt("-o -coverprofile -cpuprofile -memprofile=", "file written", { is: ["write"] }),
        ],
      }),
      program("clean", "deletes caches", {
        style: "words",
        partial: true,
        options: [dryRun("-n"), ...flags("-cache, -modcache, -testcache, -i, -r, -x")],
      }),
      program("env", "settings", { style: "words", partial: true, options: flags("-w, -u, -json") }),
      ...alike("mod fmt vet list version doc work fix telemetry bug help", "Go", { style: "words", partial: true }),
    ),
  }),
  program("gem", "Ruby packages", {
    partial: true,
    subcommands: byName(
      program("push", "publishes a package", {
        partial: true,
        sends: true,
        options: [opt("--host=", "address", { is: ["url"] })],
        operands: { each: ["upload"] },
      }),
      program("yank", "withdraws a version", { partial: true }),
      ...alike("install update build exec", "packages; their code runs", { partial: true, external: "task" }),
      ...alike("uninstall list search info cleanup outdated sources environment owner signin", "packages", {
        partial: true,
      }),
    ),
  }),
  program("bundle", "Ruby packages", {
    aliases: ["bundler"],
    partial: true,
    external: "task",
    subcommands: byName(
      program("exec", "runs in the bundle", {
        style: "posix",
        wrapper: runner,
        external: "task",
        options: flags("--keep-file-descriptors, --gemfile="),
      }),
      ...alike("install update add remove check config list outdated lock clean init open console", "packages", {
        partial: true,
        external: "task",
      }),
    ),
  }),
  ...alike("rake rails thor cap rspec guard foreman overmind hivemind spring", "project tool", scripts),
  ...alike(
    "composer phpunit artisan mvn mvnw gradle gradlew ant sbt lein mill dotnet nuget msbuild cabal stack mix rebar3 dune opam luarocks cpan cpanm conan vcpkg meson ninja cmake ctest autoreconf swiftc xcodebuild pod carthage fastlane flutter pub zig nimble shards dub fpm haxe elm spago psc-package nix nix-shell nix-build nix-env guix home-manager darwin-rebuild nixos-rebuild west platformio pio arduino-cli",
    "project tool",
    { partial: true, external: "task", options: [...helps, dryRun("--dry-run"), opt("-E=", "cmake tool")] },
  ),
  ...alike(
    "gcc g++ cc c++ clang clang++ ld as rustc javac ghc ocamlopt tcc fpc gfortran nasm yasm protoc flex bison yacc lex swig strip objcopy ranlib",
    "compiles",
    {
      partial: true,
      options: [
        opt("-o=", "file written", { is: ["write"] }),
        opt("-wrapper -B -fplugin -specs=", "program run", { code: "command" }),
        opt("-x=", "language"),
        ...flags("-I=, -L=, -D=, -U=, -l=, -include=, -T="),
        ...helps,
      ],
      operands: { each: ["read"] },
    },
  ),
];

const system: readonly ProgramTable[] = [
  ...["apt", "apt-get", "aptitude", "nala"].map((name) =>
    program(name, "system packages", {
      partial: true,
      style: "posix",
      globalsAnywhere: true,
      globals: [
        opt("-o --option=", "setting; hooks among them run text", { code: "shell" }),
        opt("-c --config-file=", "configuration", { code: "script", is: ["read"] }),
        dryRun("-s --simulate --dry-run --just-print --no-act --recon"),
        ...flags(
          "-y --yes --assume-yes, -q --quiet?, -f --fix-broken, -t --target-release=, --no-install-recommends, --purge, --allow-downgrades, --allow-unauthenticated, --reinstall, -d --download-only, -m, -V, --force-yes, --auto-remove",
        ),
        ...helps,
      ],
      subcommands: byName(
        ...alike(
          "install update upgrade full-upgrade dist-upgrade remove purge autoremove autopurge clean autoclean source build-dep download search show list policy changelog edit-sources check reinstall satisfy depends rdepends madison dselect-upgrade",
          "system packages",
          { partial: true },
        ),
      ),
    }),
  ),
  ...[
    "dnf",
    "yum",
    "microdnf",
    "zypper",
    "pacman",
    "yay",
    "paru",
    "apk",
    "brew",
    "port",
    "snap",
    "flatpak",
    "emerge",
    "xbps-install",
    "xbps-remove",
    "pkg",
    "pkg_add",
    "eopkg",
    "winget",
    "choco",
    "scoop",
    "rpm",
    "dpkg",
    "urpmi",
    "swupd",
    "tdnf",
    "mas",
    "opkg",
    "slackpkg",
  ].map((name) =>
    program(name, "system packages", {
      partial: true,
      external: "task",
      options: [...helps, ...flags("-y --assumeyes --yes --noconfirm, -q --quiet")],
    }),
  ),
];

const tasks: readonly ProgramTable[] = [
  program("make", "runs targets", {
    aliases: ["gmake", "bmake", "remake"],
    external: "task",
    options: [
      opt("-C --directory=", "goes to a folder first", { cwd: true }),
      opt("-f --file --makefile=", "file of rules", { code: "script", is: ["read"] }),
      opt("-E --eval=", "rules", { code: "inline" }),
      dryRun("-n --just-print --dry-run --recon"),
      opt("-q --question", "only tests", { meaning: "dry-run" }),
      ...flags(
        "-B --always-make, -d, --debug?, -e --environment-overrides, -i --ignore-errors, -I --include-dir=, -j --jobs?, -k --keep-going, -l --load-average?, -L, -o --old-file=, -O --output-sync?, -p --print-data-base, -r --no-builtin-rules, -R --no-builtin-variables, -s --silent --quiet, -S --no-keep-going, -t --touch, --trace, -w --print-directory, --no-print-directory, -W --what-if=, --warn-undefined-variables",
      ),
      help("-h --help"),
      help("-v --version"),
    ],
    operands: { each: [] },
  }),
  program("just", "runs recipes", {
    external: "task",
    partial: true,
    style: "posix",
    options: [
      opt("-f --justfile=", "file of recipes", { code: "script", is: ["read"] }),
      opt("-d --working-directory=", "goes to a folder first", { cwd: true }),
      opt("-c --command;", "command", { code: "words" }),
      opt("--shell=", "program run", { code: "command" }),
      dryRun("-n --dry-run"),
      ...flags("-q --quiet, -v --verbose, --set=, -l --list, --evaluate, --choose"),
      ...helps,
    ],
  }),
  program("task", "runs tasks", {
    external: "task",
    partial: true,
    aliases: ["go-task"],
    options: [
      opt("-t --taskfile=", "file of tasks", { code: "script", is: ["read"] }),
      opt("-d --dir=", "goes to a folder first", { cwd: true }),
      dryRun("-n --dry"),
      help("-l --list"),
      help("-a --list-all"),
      ...helps,
    ],
  }),
  ...alike("doit earthly dagger act drone tekton buildkite-agent jenkins circleci travis concourse", "runs tasks", {
    partial: true,
    external: "task",
    options: [...helps, dryRun("-n --dryrun --dry-run")],
  }),
];

export const packages: readonly ProgramTable[] = [...javascript, ...python, ...otherLanguages, ...system, ...tasks];
