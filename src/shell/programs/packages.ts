// Package managers, build tools and task runners: what they run is not on the line.

import {
  cpanRegistries,
  dartRegistries,
  hexRegistries,
  npmRegistries,
  nugetRegistries,
  pythonRegistries,
  rubyRegistries,
  rustRegistries,
} from "./registry-variables.ts";
import {
  alike,
  byName,
  codeOption,
  codeVariables,
  dryRun,
  flags,
  help,
  type OptionRow,
  type OwnColumns,
  opt,
  type ProgramTable,
  program,
  words,
} from "./table/program-table.ts";

const helps: readonly OptionRow[] = [help("-h --help"), help("--version")];
const scripts = {
  partial: true,
  external: "task",
  options: [...helps, dryRun("--dry-run")],
  operands: { each: ["address"] },
} as const;
const nodeOptions: readonly OptionRow[] = [
  opt("--registry=", "address", { is: ["registry"] }),
  opt("--ignore-scripts", "package scripts do not run"),
  opt("--strict-ssl?", "certificates are checked"),
  opt("--prefix -C --dir --cwd=", "folder used", { cwd: true }),
  opt("--userconfig --globalconfig=", "configuration used"),
  dryRun("--dry-run"),
  ...flags(
    "-w --workspace=, --workspaces, -g --global, -D --save-dev, -S --save, -E --save-exact, -O --save-optional, -P --save-prod, -f --force, -s --silent, -q --quiet, -y --yes, --legacy-peer-deps, --frozen-lockfile, --no-audit, --no-fund, --omit=, --include=, --tag=, --access=, --otp=, --provenance, --filter=, -r --recursive, --if-present, --production, --loglevel=",
  ),
  ...helps,
];
const runner = { inner: "operands" } as const;
const fetcher = { ...runner, package: true } as const;

const installing = {
  partial: true,
  external: "task",
  downloads: true,
  options: nodeOptions,
  operands: { each: ["package"] },
} as const;
/** The names that npm accepts for `install`. */
const npmInstalls = "i in ins inst insta instal isnt isnta isntal isntall add";

/** Bun itself runs text and files. */
const bunCode = {
  special: "interpreter",
  interpreter: { language: "javascript", code: ["-e"], operand: "script", stdin: "code" },
} as const;

/** Columns for individual programs. */
const ownOfNode: OwnColumns = {
  npm: {
    codeOptions: [
      codeOption("--script-shell --shell --editor --viewer --git --npm-path", "command"),
      codeOption("--node-options", "options"),
      codeOption("--userconfig --globalconfig", "file"),
    ],
    configuresCode: true,
    prints: "data",
    printsUnless: "^(?:run|run-script|rum|urn|exec|x|start|test|t|explore|init|create)$",
    keepsInput: ["login"],
    codeVariables: [
      codeVariables("places", "npm_config_userconfig npm_config_globalconfig NPM_CONFIG_USERCONFIG"),
      codeVariables(
        "command",
        "npm_config_script_shell npm_config_shell npm_config_editor npm_config_node_options NPM_CONFIG_SCRIPT_SHELL",
      ),
    ],
    registryVariables: npmRegistries,
  },
  pnpm: {
    codeOptions: [
      codeOption("--script-shell --shell --editor --viewer --git --npm-path", "command"),
      codeOption("--node-options", "options"),
      codeOption("--userconfig --globalconfig", "file"),
    ],
    configuresCode: true,
    prints: "data",
    printsUnless: "^(?!root$|bin$|config$|get$|list$|ls$|store$|path$|-)",
    codeVariables: [codeVariables("places", "PNPM_HOME")],
    registryVariables: npmRegistries,
  },
  yarn: {
    codeOptions: [
      codeOption("--script-shell --shell --editor --viewer --git --npm-path", "command"),
      codeOption("--node-options", "options"),
      codeOption("--userconfig --globalconfig", "file"),
    ],
    configuresCode: true,
    prints: "data",
    printsUnless: "^(?!bin$|config$|get$|dir$|cache$|-)",
    codeVariables: [codeVariables("places", "YARN_RC_FILENAME")],
    registryVariables: npmRegistries,
  },
  bun: { codeVariables: [codeVariables("options", "BUN_OPTIONS")], registryVariables: npmRegistries },
  cnpm: { registryVariables: npmRegistries },
  tnpm: { registryVariables: npmRegistries },
};

/** One of the managers for JavaScript packages. */
const node = (name: string): ProgramTable =>
  program(name, "JavaScript packages", {
    ...ownOfNode[name],
    partial: true,
    style: "posix",
    external: "task",
    globals:
      name === "bun"
        ? [...nodeOptions, opt("-e --eval -p --print=", "JavaScript text", { code: "inline" })]
        : nodeOptions,
    globalsAnywhere: true,
    ...(name === "npm"
      ? { abbreviates: true, dryRunVariables: ["npm_config_dry_run", "NPM_CONFIG_DRY_RUN"] }
      : {
          wrapper: { inner: "operands", known: true } as const,
          ...(name === "bun" && bunCode),
        }),
    subcommands: byName(
      program("publish", "publishes the package", {
        aliases: ["pub"],
        sends: true,
        options: nodeOptions,
        operands: { each: ["upload"], none: { text: ".", roles: ["upload"] } },
      }),
      program("unpublish", "withdraws a package", { options: nodeOptions }),
      program("stage", "publishes in two steps", {
        partial: true,
        options: nodeOptions,
        subcommands: byName(...alike("publish approve reject list view", "packages", { partial: true })),
      }),
      program("workspaces", "packages of the project", {
        partial: true,
        aliases: ["workspace"],
        external: "task",
        wrapper: { inner: "operands", known: true },
        options: nodeOptions,
        subcommands: byName(
          program("foreach", "runs in each package", {
            partial: true,
            style: "posix",
            external: "task",
            wrapper: { inner: "operands", known: true },
            options: flags(
              "-A --all, -R, -W --worktree, -p --parallel, -t --topological, -v, -i, --include=, --exclude=, --from=, -j=",
            ),
            subcommands: byName(
              program("exec", "runs a command", { style: "posix", wrapper: { inner: "operands", joined: true } }),
            ),
          }),
        ),
      }),
      program("install", "installs packages; their scripts run", {
        ...installing,
        aliases: (name === "npm" ? npmInstalls : "i").split(" "),
      }),
      ...(name === "npm"
        ? []
        : [program("add", "installs packages; their scripts run", { ...installing, aliases: ["a"] })]),
      ...alike(
        "ci update upgrade up link rebuild dedupe install-test it install-ci-test",
        "installs packages; their scripts run",
        installing,
      ),
      program("npm", "commands of npm within yarn", {
        partial: true,
        subcommands: byName(
          program("publish", "publishes the package", { partial: true, sends: true, options: nodeOptions }),
          ...alike("login logout whoami info audit tag", "packages", { partial: true, options: nodeOptions }),
        ),
      }),
      program("global", "packages for all projects", {
        partial: true,
        subcommands: byName(
          ...alike("add remove upgrade list bin dir", "packages", {
            partial: true,
            external: "task",
            options: nodeOptions,
            operands: { each: ["package"] },
          }),
        ),
      }),
      ...alike("run run-script test t start stop restart build dev lint tst rum create init", "runs package scripts", {
        partial: true,
        external: "task",
        options: nodeOptions,
      }),
      program("exec", "runs a package's program", {
        style: "posix",
        aliases: ["x", "dlx"],
        external: "task",
        // Yarn and bun pass the arguments to a shell.
        wrapper: name === "yarn" || name === "bun" ? { ...fetcher, joined: true } : fetcher,
        options: [
          opt("-c --call=", "shell text", { code: "shell" }),
          opt("-p --package=", "package fetched", { is: ["package"] }),
          ...flags("-y --yes, --no, --silent, -s"),
        ],
        operands: { first: [["package"]], each: [] },
      }),
      program("config", "settings", {
        partial: true,
        aliases: ["c"],
        subcommands: byName(
          program("set", "sets a value; an address of a registry among them", {
            partial: true,
            options: nodeOptions,
            operands: { each: ["package"] },
          }),
          ...alike("get delete list ls edit fix", "settings", { partial: true }),
        ),
      }),
      program("set", "sets a value, as `config set` does", {
        partial: true,
        options: nodeOptions,
        operands: { each: ["package"] },
      }),
      program("dist-tag", "moves a tag of a published package", {
        partial: true,
        aliases: ["dist-tags", "tag"],
        options: nodeOptions,
        subcommands: byName(...alike("add rm remove ls list", "tags", { partial: true, options: nodeOptions })),
      }),
      program("owner", "owners of a published package", {
        partial: true,
        aliases: ["author"],
        options: nodeOptions,
        subcommands: byName(...alike("add rm remove ls list", "owners", { partial: true, options: nodeOptions })),
      }),
      program("token", "tokens of the registry", {
        partial: true,
        options: nodeOptions,
        subcommands: byName(...alike("create revoke delete rm list ls", "tokens", { partial: true })),
      }),
      ...alike(
        "uninstall remove rm un unlink prune pack view info show ls list outdated audit whoami login logout adduser access deprecate version cache search help explain why root bin prefix ping doctor fund repo docs bugs pkg profile team hook star stars shrinkwrap query sbom import patch patch-commit store env setup pm completion",
        "packages",
        { partial: true, options: nodeOptions },
      ),
    ),
  });

const javascript: readonly ProgramTable[] = [
  ...["npm", "pnpm", "yarn", "bun", "cnpm", "tnpm"].map(node),
  ...alike(
    "npx bunx pnpx yarnpkg",
    "fetches and runs a package",
    {
      style: "posix",
      external: "task",
      downloads: true,
      wrapper: fetcher,
      options: [
        opt("-c --call --shell-auto-fallback=", "shell text", { code: "shell" }),
        opt("-p --package=", "package fetched", { is: ["package"] }),
        opt("--registry=", "address", { is: ["registry"] }),
        ...flags(
          "-y --yes, --no, --no-install, -q --quiet, --ignore-existing, --prefer-offline, -w --workspace=, --bun",
        ),
        ...helps,
      ],
      operands: { first: [["package"]], each: [] },
    },
    {
      npx: {
        codeOptions: [
          codeOption("--script-shell --shell --editor --viewer --git --npm-path", "command"),
          codeOption("--node-options", "options"),
          codeOption("--userconfig --globalconfig", "file"),
        ],
        configuresCode: true,
        registryVariables: npmRegistries,
      },
      pnpx: { registryVariables: npmRegistries },
      yarnpkg: { registryVariables: npmRegistries },
      bunx: { registryVariables: npmRegistries },
    },
  ),
  program("proto", "versions", { partial: true, external: "task" }),
  program("lerna", "packages", {
    packages: ["@lerna/cli"],
    registryVariables: npmRegistries,
    partial: true,
    external: "task",
    subcommands: byName(
      program("publish", "publishes packages", { partial: true, sends: true }),
      program("exec", "runs shell text in each package", {
        style: "posix",
        wrapper: { inner: "operands", after: "--", joined: true },
      }),
      ...alike("run bootstrap version clean list changed", "packages", { partial: true, external: "task" }),
    ),
  }),
  program("electron-builder", "project tool", {
    ...scripts,
    options: [...scripts.options, ...flags("-p --publish=, -m --mac?, -w --win?, -l --linux?, --dir, -c --config=")],
  }),
  program("nx", "project tool", {
    packages: ["@nrwl/cli"],
    ...scripts,
    subcommands: byName(
      program("exec", "runs a command", { style: "posix", partial: true, wrapper: { inner: "operands", after: "--" } }),
    ),
  }),
  ...alike(
    "turbo gulp grunt vite webpack rollup esbuild parcel rspack jest vitest mocha ava tap c8 nyc cypress playwright karma storybook next nuxt astro svelte-kit remix gatsby ng vue-cli-service react-scripts expo electron ionic cordova tauri changeset semantic-release release-it np standard-version husky lint-staged lefthook pre-commit patch-package",
    "project tool",
    scripts,
    {
      ng: { packages: ["@angular/cli"] },
      changeset: { packages: ["@changesets/cli"] },
      expo: { packages: ["@expo/cli", "expo-cli"] },
      ionic: { packages: ["@ionic/cli"] },
      playwright: { packages: ["@playwright/test"] },
      electron: { codeVariables: [codeVariables("places", "ELECTRON_OVERRIDE_DIST_PATH")] },
    },
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
    {
      eslint: {
        codeOptions: [codeOption("--rulesdir --parser --plugin --resolve-plugins-relative-to -c --config", "file")],
      },
      biome: { packages: ["@biomejs/biome"] },
      tsc: { packages: ["typescript"] },
    },
  ),
];

const pipOptions: readonly OptionRow[] = [
  opt("-r --requirement -c --constraint=", "file read", { is: ["read"], lines: true }),
  opt("-i --index-url --index --extra-index-url=", "address", { is: ["registry"] }),
  opt("-f --find-links=", "address or folder", { is: ["address"] }),
  opt("--proxy=", "proxy", { is: ["url"] }),
  opt("--trusted-host=", "host not checked"),
  opt("-t --target --prefix --root -d --dest -w --wheel-dir=", "folder written", { is: ["write"] }),
  opt("-e --editable=", "project installed", { is: ["package"] }),
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
    operands: { each: ["package"] },
  }),
  ...alike("uninstall freeze list show check search cache index inspect hash debug completion", "packages", {
    partial: true,
    options: pipOptions,
  }),
  program("config", "settings", {
    partial: true,
    options: [...pipOptions, opt("--editor=", "program that edits the settings", { code: "command" })],
  }),
);

const python: readonly ProgramTable[] = [
  program("pip", "Python packages", {
    codeOptions: [codeOption("--python", "file")],
    codeVariables: [codeVariables("places", "PIP_CONFIG_FILE")],
    registryVariables: pythonRegistries,
    aliases: ["pip3", "pip2"],
    partial: true,
    style: "posix",
    globals: pipOptions,
    subcommands: pipCommands,
  }),
  program("pipx", "Python programs", {
    registryVariables: pythonRegistries,
    partial: true,
    subcommands: byName(
      program("run", "fetches and runs", {
        style: "posix",
        external: "task",
        downloads: true,
        wrapper: fetcher,
        options: [
          opt("--spec=", "package fetched", { is: ["package"] }),
          opt("--index-url -i=", "address", { is: ["registry"] }),
          opt("--pip-args=", "options of pip", { is: ["package"] }),
          ...flags("--no-cache, --python="),
        ],
        operands: { first: [["package"]], each: [] },
      }),
      ...alike("install inject upgrade reinstall", "programs", {
        partial: true,
        external: "task",
        downloads: true,
        options: [
          opt("--index-url -i=", "address", { is: ["registry"] }),
          opt("--spec=", "package fetched", { is: ["package"] }),
          opt("--pip-args=", "options of pip", { is: ["package"] }),
          ...flags("--python=, -f --force, -e --editable, --include-deps, --suffix="),
          ...helps,
        ],
        operands: { each: ["package"] },
      }),
      ...alike("uninstall list ensurepath uninstall-all", "programs", { partial: true, external: "task" }),
    ),
  }),
  program("uv", "Python packages", {
    exactOptions: true,
    codeVariables: [codeVariables("places", "UV_PYTHON UV_CONFIG_FILE")],
    registryVariables: pythonRegistries,
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
          opt("--directory=", "changes to a folder first", { cwd: true }),
          opt("--with-requirements=", "file read", { is: ["read"] }),
          opt("--env-file=", "variables used"),
          opt("-m --module=", "module that runs", { code: "inline" }),
          opt("-s --script", "a script"),
        ],
      }),
      program("publish", "publishes packages", {
        partial: true,
        sends: true,
        options: [
          opt("--publish-url=", "address", { is: ["url"] }),
          dryRun("--dry-run"),
          ...flags("-t --token=, -u --username=, -p --password="),
        ],
        operands: { each: ["upload"] },
      }),
      program("tool", "programs", {
        subcommands: byName(
          program("run", "fetches and runs", {
            style: "posix",
            external: "task",
            wrapper: fetcher,
            options: [
              opt("--from --with=", "package fetched", { is: ["package"] }),
              opt("--index --index-url --extra-index-url --default-index -i=", "address", { is: ["registry"] }),
              ...flags("-p --python="),
            ],
            operands: { first: [["package"]], each: [] },
          }),
          program("install", "programs", {
            partial: true,
            external: "task",
            downloads: true,
            options: [
              opt("--from --with=", "package fetched", { is: ["package"] }),
              opt("--index --index-url --extra-index-url --default-index -i=", "address", { is: ["registry"] }),
              ...flags("-p --python=, -U --upgrade, --force, -e --editable"),
            ],
            operands: { each: ["package"] },
          }),
          ...alike("uninstall list upgrade dir", "programs", { partial: true, external: "task" }),
        ),
      }),
      program("add", "adds packages", {
        partial: true,
        external: "task",
        downloads: true,
        options: [
          opt("--index --index-url --extra-index-url --default-index -i=", "address", { is: ["registry"] }),
          opt("-r --requirements=", "file read", { is: ["read"], lines: true }),
          ...flags("--dev, --group=, --optional=, --tag=, --branch=, --rev=, --editable"),
          ...helps,
        ],
        operands: { each: ["package"] },
      }),
      ...alike("remove sync lock init venv build tree python cache self export version format", "packages", {
        partial: true,
        external: "task",
        options: [
          opt("--index --index-url --extra-index-url --default-index -i=", "address", { is: ["registry"] }),
          ...helps,
        ],
      }),
    ),
  }),
  program("uvx", "fetches and runs a Python program", {
    registryVariables: pythonRegistries,
    style: "posix",
    external: "task",
    downloads: true,
    wrapper: fetcher,
    options: [
      opt("--from --with=", "package fetched", { is: ["package"] }),
      opt("--index --index-url --extra-index-url --default-index -i=", "address", { is: ["registry"] }),
      ...flags("-p --python=, -q --quiet"),
    ],
    operands: { first: [["package"]], each: [] },
  }),
  program("poetry", "Python packages", {
    registryVariables: pythonRegistries,
    partial: true,
    aliases: ["pdm", "hatch", "pipenv", "rye", "flit"],
    options: [opt("-C --directory=", "changes to a folder first", { cwd: true }), ...helps],
    subcommands: byName(
      program("publish", "publishes the package", {
        partial: true,
        sends: true,
        options: [dryRun("--dry-run"), ...flags("--build, -r --repository=, -u --username=, -p --password="), ...helps],
      }),
      program("run", "runs in the project", { style: "posix", external: "task", wrapper: runner }),
      ...alike("install add", "installs packages", {
        partial: true,
        external: "task",
        downloads: true,
        options: [
          dryRun("--dry-run"),
          opt("-i --index --pypi-mirror=", "address", { is: ["registry"] }),
          opt("-r --requirements=", "file read", { is: ["read"], lines: true }),
          ...flags("-D --dev, -G --group=, -e --editable, --source="),
          ...helps,
        ],
        operands: { each: ["package"] },
      }),
      ...alike(
        "remove update lock build shell show check config init new version env export sync source self cache",
        "packages",
        { partial: true, external: "task", options: helps },
      ),
    ),
  }),
  ...alike(
    "pytest py.test tox nox coverage mypy pyright sphinx-build jupyter invoke fab scons waf buck pants snakemake luigi airflow dagster prefect dbt celery gunicorn uvicorn hypercorn flask django-admin streamlit mkdocs alembic",
    "project tool",
    scripts,
    {
      flask: { operandCode: "project" },
      "django-admin": { operandCode: "project" },
      pytest: { codeVariables: [codeVariables("file", "PYTEST_PLUGINS"), codeVariables("options", "PYTEST_ADDOPTS")] },
      coverage: { codeVariables: [codeVariables("places", "COVERAGE_PROCESS_START")] },
      tox: { registryVariables: pythonRegistries },
    },
  ),
  program("bazel", "project tool", {
    ...scripts,
    aliases: ["bazelisk"],
    options: [...scripts.options, opt("--run_under=", "command around the program", { code: "shell" })],
  }),
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
    codeOptions: [codeOption("--config", "setting")],
    prints: "data",
    printsUnless: "^(?:run|r|test|t|bench|b|xtask)$",
    keepsInput: ["login"],
    codeVariables: [
      codeVariables("places", "CARGO_HOME"),
      codeVariables(
        "command",
        "RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER CARGO_TARGET_*_LINKER CARGO_TARGET_*_RUNNER",
      ),
    ],
    registryVariables: rustRegistries,
    partial: true,
    toolchain: true,
    style: "posix",
    external: "task",
    globals: [
      ...flags("-q --quiet, -v --verbose, --color=, --frozen, --locked, --offline, --config=, -Z="),
      opt("-C=", "changes to a folder first", { cwd: true }),
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
      program("install", "builds and installs a program", {
        partial: true,
        external: "task",
        downloads: true,
        options: [
          opt("--git --index=", "address", { is: ["registry"] }),
          opt("--path=", "folder read", { is: ["read"] }),
          opt("--root=", "folder written", { is: ["write"] }),
          ...flags("--registry=, --branch=, --tag=, --rev=, --version=, -f --force, --features=, --bin=, --locked"),
          help("-h --help"),
        ],
        operands: { each: [] },
      }),
      program("add", "adds a package", {
        partial: true,
        options: [
          opt("--git --index --registry-index=", "address", { is: ["registry"] }),
          dryRun("-n --dry-run"),
          ...flags("--path=, --registry=, --branch=, --features=, --dev, --build"),
          help("-h --help"),
        ],
      }),
      program("watch", "runs when files change", {
        style: "posix",
        partial: true,
        external: "task",
        wrapper: { inner: "operands", after: "--" },
        options: [
          opt("-s --shell=", "shell text", { code: "shell" }),
          ...flags("-x --exec=, -w --watch=, -i --ignore=, -C --workdir=, -d --delay=, -q --quiet, -c --clear"),
          ...helps,
        ],
      }),
      program("yank", "withdraws a version", { partial: true }),
      program("clean", "deletes build outputs", { partial: true, options: [dryRun("-n --dry-run")] }),
      ...alike(
        "build run test bench check clippy b r t c nextest miri expand xtask update doc fix",
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
    prints: "data",
    printsUnless: "^(?:run|tool|generate|test|-exec)$",
    codeVariables: [
      codeVariables("places", "GOROOT GOPATH"),
      codeVariables("options", "GOFLAGS CGO_CFLAGS CGO_LDFLAGS"),
    ],
    registryVariables: words("GOPROXY GOSUMDB"),
    partial: true,
    style: "posix",
    subcommands: byName(
      program("run", "builds and runs", {
        style: "words",
        partial: true,
        external: "task",
        interpreter: { language: "other", operand: "script", stdin: "never" },
        operands: { first: [["module"]], each: [] },
        options: [
          opt("-exec=", "program run", { code: "command" }),
          opt("-toolexec=", "program run", { code: "command" }),
        ],
      }),
      ...alike("install get", "fetches and builds", {
        style: "words",
        partial: true,
        external: "task",
        downloads: true,
        options: [opt("-exec -toolexec=", "program run", { code: "command" }), ...flags("-u, -t, -d, -v, -x, -tags=")],
        operands: { each: ["module"] },
      }),
      ...alike("test build generate tool", "builds; may run code", {
        style: "words",
        partial: true,
        builds: true,
        special: "compile",
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
      program("vet", "checks", {
        style: "words",
        partial: true,
        options: [opt("-vettool=", "program run", { code: "command" })],
      }),
      ...alike("mod fmt list version doc work fix telemetry bug help", "Go", { style: "words", partial: true }),
    ),
  }),
  program("gem", "Ruby packages", {
    codeVariables: [codeVariables("places", "GEM_PATH GEM_HOME")],
    registryVariables: rubyRegistries,
    partial: true,
    abbreviates: true,
    subcommands: byName(
      program("push", "publishes a package", {
        partial: true,
        sends: true,
        options: [opt("--host=", "address", { is: ["url"] })],
        operands: { each: ["upload"] },
      }),
      program("yank", "withdraws a version", { partial: true }),
      ...alike("install update build exec", "packages; their code runs", {
        partial: true,
        external: "task",
        downloads: true,
        options: [
          opt("-s --source -p --http-proxy=", "address", { is: ["registry"] }),
          ...flags("-v --version=, -N --no-document, -f --force, -i --install-dir=, --user-install, --pre"),
          help("-h --help"),
        ],
        operands: { each: ["package"] },
      }),
      program("sources", "registries", {
        partial: true,
        options: [opt("-a --add=", "address added", { is: ["registry"] }), ...flags("-r --remove=, -l --list, -c, -u")],
      }),
      ...alike("uninstall list search info cleanup outdated environment owner signin", "packages", {
        partial: true,
      }),
    ),
  }),
  program("bundle", "Ruby packages", {
    codeVariables: [codeVariables("command", "BUNDLER_EDITOR"), codeVariables("places", "BUNDLE_GEMFILE")],
    registryVariables: rubyRegistries,
    aliases: ["bundler"],
    partial: true,
    abbreviates: true,
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
  program("composer", "PHP packages", {
    registryVariables: words("COMPOSER_REPO_PACKAGIST COMPOSER_MIRROR"),
    partial: true,
    external: "task",
    options: [
      opt("-d --working-dir=", "changes to a folder first", { cwd: true }),
      opt("--repository --repository-url=", "address", { is: ["package"] }),
      dryRun("--dry-run"),
      ...flags("-n --no-interaction, -q --quiet, --no-scripts, --no-plugins, --dev, -W --with-all-dependencies"),
      ...helps,
    ],
    subcommands: byName(
      ...["require", "install", "update", "create-project", "global", "config", "run-script", "exec", "remove"].map(
        (name) =>
          program(name, `composer ${name}`, {
            partial: true,
            external: "task",
            options: [
              opt("--repository --repository-url=", "address", { is: ["package"] }),
              dryRun("--dry-run"),
              ...helps,
            ],
            operands: { each: ["package"] },
          }),
      ),
    ),
  }),
  program("dotnet", ".NET", {
    codeVariables: [
      codeVariables(
        "library",
        "DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH CORECLR_PROFILER_PATH_* COR_PROFILER_PATH DOTNET_ADDITIONAL_DEPS",
      ),
    ],
    registryVariables: nugetRegistries,
    partial: true,
    external: "task",
    options: helps,
    subcommands: byName(
      program("nuget", "packages", {
        partial: true,
        options: helps,
        subcommands: byName(
          program("push", "publishes a package", {
            partial: true,
            sends: true,
            options: [opt("-s --source=", "address", { is: ["package"] }), ...flags("-k --api-key=, --skip-duplicate")],
            operands: { each: ["upload"] },
          }),
          ...alike("add update", "sources of packages", {
            partial: true,
            options: [opt("-s --source=", "address", { is: ["package"] }), ...flags("-n --name=, -u=, -p=")],
            operands: { each: ["package"] },
          }),
          ...alike("delete remove list locals verify sign trust enable disable", "packages", {
            partial: true,
          }),
        ),
      }),
      ...alike("build test run publish restore pack add new tool clean watch format sln ef msbuild", ".NET", {
        partial: true,
        external: "task",
        options: [
          opt("-s --source=", "address", { is: ["package"] }),
          opt("-o --output=", "folder written", { is: ["write"] }),
          ...helps,
        ],
      }),
    ),
  }),
  program("nuget", ".NET packages", {
    registryVariables: nugetRegistries,
    partial: true,
    options: helps,
    subcommands: byName(
      program("push", "publishes a package", {
        partial: true,
        style: "words",
        sends: true,
        options: [opt("-Source=", "address", { is: ["package"] }), ...flags("-ApiKey=")],
        operands: { first: [["upload"]], each: [] },
      }),
      ...alike("install restore sources update source add", "packages", {
        partial: true,
        style: "words",
        external: "task",
        options: [
          opt("-Source -source -FallbackSource=", "address", { is: ["package"] }),
          ...flags("-Name=, -Version="),
        ],
        operands: { each: ["package"] },
      }),
      ...alike("pack delete list", "packages", { partial: true, external: "task" }),
    ),
  }),
  ...alike(
    "mvn mvnw gradle gradlew",
    "Java builds",
    {
      partial: true,
      external: "task",
      options: [
        ...helps,
        dryRun("-m --dry-run"),
        opt("-f --file -b --build-file -s --settings=", "file read", { is: ["read"] }),
        opt("-p --project-dir=", "changes to a folder first", { cwd: true }),
        opt("-I --init-script=", "script that runs", { code: "script", is: ["read"] }),
        ...flags("-D=, -P=, -q --quiet, -o --offline, -pl=, -am, -x=, -T=, --no-daemon, -i --info, -e, -X"),
      ],
      operands: { each: [] },
    },
    {
      mvn: {
        codeOptions: [codeOption("-D --define", "setting"), codeOption("-s --settings -gs", "file")],
        codeVariables: [codeVariables("options", "MAVEN_OPTS MAVEN_ARGS")],
      },
      mvnw: { codeOptions: [codeOption("-D --define", "setting")] },
      gradle: {
        codeOptions: [codeOption("-D -P", "setting"), codeOption("-I --init-script", "file")],
        codeVariables: [codeVariables("options", "GRADLE_OPTS")],
      },
      gradlew: { codeOptions: [codeOption("-D -P", "setting"), codeOption("-I --init-script", "file")] },
    },
  ),
  ...alike(
    "vsce ovsx web-ext",
    "extensions of editors and browsers",
    {
      partial: true,
      external: "task",
      options: helps,
      subcommands: byName(
        ...alike("publish sign", "publishes", { partial: true, sends: true, options: helps }),
        ...alike("package ls login", "extensions", { partial: true, external: "task", options: helps }),
      ),
    },
    { vsce: { packages: ["@vscode/vsce"] } },
  ),
  ...alike("rake rails thor cap rspec guard hivemind spring", "project tool", scripts, {
    rails: { operandCode: "project" },
  }),
  ...alike("dart flutter", "Dart", {
    registryVariables: dartRegistries,
    partial: true,
    external: "task",
    interpreter: { language: "other", operand: "script", stdin: "never" },
    options: helps,
    subcommands: byName(
      program("pub", "packages", {
        partial: true,
        subcommands: byName(
          program("publish", "publishes the package", {
            partial: true,
            sends: true,
            options: [dryRun("-n --dry-run"), ...flags("-f --force, --skip-validation, -C --directory="), ...helps],
          }),
          ...alike("get upgrade outdated downgrade deps cache login logout token", "packages", { partial: true }),
          ...alike("add global run", "packages", {
            partial: true,
            external: "task",
            options: [opt("--hosted-url --git-url=", "address", { is: ["url"] }), dryRun("-n --dry-run"), ...helps],
          }),
        ),
      }),
      ...alike(
        "run test build compile format analyze fix create doc info devtools clean doctor upgrade devices drive install attach",
        "project tool",
        { partial: true, external: "task" },
      ),
    ),
  }),
  program("pub", "Dart packages", {
    registryVariables: dartRegistries,
    partial: true,
    options: [dryRun("-n --dry-run"), ...helps],
  }),
  ...alike(
    "luarocks cpan cpanm conan vcpkg nimble shards dub guix nix-env nix-build",
    "packages",
    {
      partial: true,
      external: "task",
      options: [
        ...helps,
        dryRun("--dry-run"),
        opt(
          "--server --only-server --mirror --mirror-url --from -M --remote --source --repos --repository --substituters --option=",
          "address",
          { is: ["package"] },
        ),
        opt("-f --file -I=", "file or address", { is: ["package"] }),
        opt("-E --eval=", "an expression"),
        ...flags(
          "-y --yes, -q --quiet, -v --verbose, -i --install, -n --notest, -p --packages, -A --attr=, --run=, --command=",
        ),
      ],
      operands: { each: ["package"] },
    },
    {
      luarocks: { prints: "code" },
      cpan: { registryVariables: cpanRegistries },
      cpanm: { registryVariables: cpanRegistries },
    },
  ),
  program("opam", "packages", {
    prints: "code",
    partial: true,
    external: "task",
    options: [...helps, dryRun("--dry-run --show-actions"), ...flags("-y --yes, --switch=, -q --quiet")],
    subcommands: byName(
      program("exec", "runs with versions", {
        style: "posix",
        wrapper: { inner: "operands", after: "--" },
        options: flags("--switch=, --set-root, --set-switch"),
      }),
    ),
    operands: { each: ["package"] },
  }),
  ...alike(
    "phpunit artisan ant sbt lein mill msbuild mix rebar3 meson ninja ctest autoreconf swiftc xcodebuild pod carthage fastlane zig fpm haxe elm spago psc-package home-manager darwin-rebuild nixos-rebuild west platformio pio arduino-cli",
    "project tool",
    { partial: true, external: "task", options: [...helps, dryRun("--dry-run")] },
    {
      artisan: { operandCode: "project" },
      mix: { operandCode: "project", registryVariables: hexRegistries },
      sbt: { codeVariables: [codeVariables("options", "SBT_OPTS")] },
      ant: { codeVariables: [codeVariables("options", "ANT_OPTS")] },
      lein: { codeVariables: [codeVariables("options", "LEIN_JVM_OPTS")] },
      rebar3: { registryVariables: hexRegistries },
    },
  ),
  program("ghc", "compiles; `-e` runs", {
    partial: true,
    builds: true,
    special: "compile",
    style: "words",
    options: [
      opt("-o=", "file written", { is: ["write"] }),
      opt("-e=", "text in the language", { code: "inline" }),
      opt("-pgmF -pgmc -pgml=", "program run", { code: "command" }),
      ...helps,
    ],
    operands: { each: ["read"] },
  }),
  program("cmake", "project tool; `-E` runs its own and other tools", {
    codeOptions: [codeOption("-D", "setting"), codeOption("-C", "file")],
    codeVariables: [
      codeVariables("places", "CMAKE_TOOLCHAIN_FILE"),
      codeVariables("command", "CMAKE_*_COMPILER_LAUNCHER CMAKE_*_LINKER_LAUNCHER"),
    ],
    partial: true,
    external: "task",
    options: [...helps, opt("-E;", "a tool and its words", { code: "words" })],
  }),
  ...alike(
    "gcc g++ cc c++ clang clang++ ld as rustc javac ocamlopt tcc fpc gfortran nasm yasm protoc flex bison yacc lex swig strip objcopy ranlib",
    "compiles",
    {
      partial: true,
      builds: true,
      special: "compile",
      options: [
        opt("-o=", "file written", { is: ["write"] }),
        opt("-wrapper -B -fplugin -specs=", "program run", { code: "command" }),
        opt("-x=", "language"),
        ...flags("-I=, -L=, -D=, -U=, -l=, -include=, -T="),
        ...helps,
      ],
      operands: { each: ["read"] },
    },
    {
      gcc: {
        codeOptions: [
          codeOption("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
          codeOption("-wrapper -fuse-ld=", "command"),
        ],
        codeVariables: [codeVariables("folders", "GCC_EXEC_PREFIX COMPILER_PATH")],
      },
      "g++": {
        codeOptions: [
          codeOption("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
          codeOption("-wrapper -fuse-ld=", "command"),
        ],
      },
      cc: {
        codeOptions: [
          codeOption("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
          codeOption("-wrapper -fuse-ld=", "command"),
        ],
      },
      "c++": {
        codeOptions: [
          codeOption("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
          codeOption("-wrapper -fuse-ld=", "command"),
        ],
      },
      clang: {
        codeOptions: [
          codeOption("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
          codeOption("-wrapper -fuse-ld=", "command"),
        ],
      },
      "clang++": {
        codeOptions: [
          codeOption("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
          codeOption("-wrapper -fuse-ld=", "command"),
        ],
      },
      rustc: {
        codeOptions: [codeOption("-Clinker=", "command"), codeOption("-C --codegen", "setting")],
        prints: "data",
        codeVariables: [codeVariables("command", "RUSTC"), codeVariables("options", "RUSTFLAGS")],
      },
      ld: { codeOptions: [codeOption("-plugin --plugin", "file")] },
    },
  ),
];

/** Columns for individual programs. */
const ownOfSystem: OwnColumns = {
  apt: { replacesHelpers: true },
  "apt-get": { replacesHelpers: true },
  brew: {
    prints: "code",
    registryVariables: words(
      "HOMEBREW_BOTTLE_DOMAIN HOMEBREW_API_DOMAIN HOMEBREW_ARTIFACT_DOMAIN HOMEBREW_BREW_GIT_REMOTE HOMEBREW_CORE_GIT_REMOTE",
    ),
  },
  flatpak: { codeOptions: [codeOption("--env", "variable")] },
};

const system: readonly ProgramTable[] = [
  ...["apt", "apt-get", "aptitude", "nala"].map((name) =>
    program(name, "system packages", {
      ...ownOfSystem[name],
      partial: true,
      style: "posix",
      globalsAnywhere: true,
      globals: [
        opt("-o --option=", "setting; hooks among them run text", { code: "shell", is: ["package"] }),
        opt("-c --config-file=", "configuration", { code: "script", is: ["read"] }),
        dryRun("-s --simulate --dry-run --just-print --no-act --recon"),
        ...flags(
          "-y --yes --assume-yes, -q --quiet?, -f --fix-broken, -t --target-release=, --no-install-recommends, --purge, --allow-downgrades, --allow-unauthenticated, --reinstall, -d --download-only, -m, -V, --force-yes, --auto-remove",
        ),
        ...helps,
      ],
      subcommands: byName(
        program("install", "installs packages", { partial: true, downloads: true, operands: { each: ["package"] } }),
        ...alike(
          "update upgrade full-upgrade dist-upgrade remove purge autoremove autopurge clean autoclean source build-dep download search show list policy changelog edit-sources check reinstall satisfy depends rdepends madison dselect-upgrade",
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
    "dpkg",
    "urpmi",
    "yum-config-manager",
    "dnf5",
    "swupd",
    "tdnf",
    "mas",
    "opkg",
    "slackpkg",
  ].map((name) =>
    program(name, "system packages", {
      ...ownOfSystem[name],
      partial: true,
      external: "task",
      options: [
        ...helps,
        opt("--repofrompath --repository-url --source --add-repo --from -X --repository --repo=", "address", {
          is: ["package"],
        }),
        dryRun("--dry-run --assumeno --simulate"),
        ...flags(
          "-y --assumeyes --yes --noconfirm, -q --quiet, -i --install, -U --upgrade, -e --erase, -r --remove, -P --purge, --nogpgcheck --no-gpg-checks --allow-untrusted --nodeps, --force",
        ),
      ],
      operands: { each: ["package"] },
    }),
  ),
];

/** `-h` prints progress marks while it installs; with `-q` it only queries. */
const rpm = program("rpm", "system packages", {
  partial: true,
  external: "task",
  options: [
    help("--help"),
    help("--version"),
    dryRun("--test"),
    opt("-E --eval=", "macro text; `%(...)` runs", { code: "inline" }),
    opt("-q --query", "queries packages"),
    opt("-V --verify", "queries packages"),
    opt("-K --checksig", "queries packages"),
    ...flags(
      "-i --install, -U --upgrade, -F --freshen, -e --erase, -h --hash, -v --verbose, -a --all, -f --file, -l --list, -p --package, --import, --nodeps, --force, --nosignature, --nodigest, --root=, --replacepkgs",
    ),
  ],
  operands: { each: ["package"] },
});

const tasks: readonly ProgramTable[] = [
  rpm,
  program("make", "runs targets", {
    codeOptions: [codeOption("--eval -E", "text")],
    assignsPrograms: true,
    operandCode: "make",
    codeVariables: [
      codeVariables("places", "MAKEFILES"),
      codeVariables("options", "MAKEFLAGS MFLAGS GNUMAKEFLAGS"),
      codeVariables("command", "MAKE"),
    ],
    aliases: ["gmake", "bmake", "remake"],
    external: "task",
    options: [
      opt("-C --directory=", "changes to a folder first", { cwd: true }),
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
    codeVariables: [codeVariables("places", "JUST_JUSTFILE")],
    external: "task",
    partial: true,
    style: "posix",
    options: [
      opt("-f --justfile=", "file of recipes", { code: "script", is: ["read"] }),
      opt("-d --working-directory=", "changes to a folder first", { cwd: true }),
      opt("-c --command;", "command", { code: "words" }),
      opt("--shell=", "program run", { code: "command" }),
      dryRun("-n --dry-run"),
      ...flags("-q --quiet, -v --verbose, --set=, -l --list, --evaluate, --choose"),
      ...helps,
    ],
  }),
  program("task", "runs tasks", {
    codeVariables: [codeVariables("places", "TASKFILE")],
    external: "task",
    partial: true,
    aliases: ["go-task"],
    options: [
      opt("-t --taskfile=", "file of tasks", { code: "script", is: ["read"] }),
      opt("-d --dir=", "changes to a folder first", { cwd: true }),
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
