// Files that programs run by themselves, without an option that names them: `rake` runs the Rakefile. Files that the reader
// knows how to follow task by task (package.json, Makefile, justfile) are not among them.

export interface OwnFiles {
  /** In the folder of the call; those that exist count. */
  readonly files: readonly string[];
  /**
   * `code` of a language, `shell` text, or `lines`: settings some of whose values are commands, as in YAML.
   */
  readonly form: "code" | "shell" | "lines";
  /** The subcommands that run them; omitted: every call does. */
  readonly by?: RegExp;
  /** They are in a folder that an operand or a value names: `pip install -e ./lib`. */
  readonly isNamed?: true;
}

const code = (files: string, by?: RegExp): OwnFiles => row("code", files, by);
const lines = (files: string, by?: RegExp): OwnFiles => row("lines", files, by);
const row = (form: OwnFiles["form"], files: string, by: RegExp | undefined): OwnFiles => ({
  files: files.split(" "),
  form,
  ...(by !== undefined && { by }),
});

/** By the name of the program, or the names of several. A new program is one row. */
const rows: { readonly [programs: string]: OwnFiles } = {
  "task go-task": lines("Taskfile.yml Taskfile.yaml taskfile.yml taskfile.yaml"),
  rake: code("Rakefile rakefile Rakefile.rb"),
  "pytest py.test": code("conftest.py tests/conftest.py test/conftest.py"),
  tox: lines("tox.ini"),
  nox: code("noxfile.py"),
  "invoke inv": code("tasks.py"),
  fab: code("fabfile.py"),
  doit: code("dodo.py"),
  scons: code("SConstruct"),
  waf: code("wscript"),
  "poe pdm hatch": lines("pyproject.toml"),
  "pip pip3 pipx uv": { files: ["setup.py"], form: "code", by: /^(?:pip )?install$/, isNamed: true },
  cargo: code("build.rs", /^(?:build|run|test|bench|check|clippy|b|r|t|c|nextest|doc|install|fix)$/),
  "gradle gradlew": code("build.gradle build.gradle.kts settings.gradle settings.gradle.kts"),
  sbt: code("build.sbt"),
  mix: code("mix.exs"),
  "bundle bundler": code("Gemfile", /^(?:install|update|exec)?$/),
  pod: code("Podfile", /^(?:install|update)$/),
  vagrant: code("Vagrantfile", /^(?:up|reload|provision)$/),
  gulp: code("gulpfile.js gulpfile.mjs gulpfile.ts"),
  grunt: code("Gruntfile.js"),
  jake: code("Jakefile Jakefile.js"),
  "cmake ctest": lines("CMakeLists.txt"),
  meson: code("meson.build"),
  tilt: code("Tiltfile"),
  "foreman honcho overmind hivemind": lines("Procfile"),
  composer: lines("composer.json"),
  lefthook: lines("lefthook.yml lefthook.yaml", /^run$/),
  "pre-commit prek": lines(".pre-commit-config.yaml", /^run$/),
  direnv: row("shell", ".envrc", /^(?:allow|exec|reload|permit|grant)$/),
};

const byProgram: ReadonlyMap<string, OwnFiles> = new Map(
  Object.entries(rows).flatMap(([names, one]) => names.split(" ").map((name) => [name, one] as const)),
);

export const runFilesOf = (program: string): OwnFiles | undefined => byProgram.get(program);

const LONGEST = 64 * 1024;
const MOST_LINES = 512;

/** What may be a command on each line of settings: a value without its key, its mark of a list, and its quotes. */
export function settingValues(text: string): readonly string[] {
  return text
    .slice(0, LONGEST)
    .split("\n", MOST_LINES)
    .flatMap((line) => {
      const bare = line
        .trim()
        .replace(/^(?:-\s+)+/, "")
        .replace(/^["']?[\w.:-]+["']?\s*(?::|=)\s+/, "")
        .replace(/^(?:COMMAND|\[)\s*/, "")
        .replace(/[\],]+$/, "")
        .trim();
      const inner = /^(["'])(.*)\1$/.exec(bare)?.[2] ?? bare;
      return inner === "" || inner.startsWith("#") ? [] : [inner];
    });
}
