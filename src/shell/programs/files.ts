// Programs that create, change, copy, move and delete files, and those that change their permissions.

import { alike, dryRun, flags, gnuHelp, opt, type ProgramTable, program } from "./table/program-table.ts";

const deleting: readonly ProgramTable[] = [
  program("rm", "deletes", {
    aliases: ["grm"],
    options: [
      opt("-r -R --recursive", "folders with all they hold", { whole: true, tree: true }),
      opt("-f --force", "does not ask for confirmation"),
      opt("-d --dir", "empty folders"),
      opt("--no-preserve-root", "the root folder too"),
      ...flags("-i, -I, --interactive?, --one-file-system, --preserve-root?, -v --verbose, -P, -W, -x"),
      ...gnuHelp,
    ],
    operands: { each: ["delete"] },
  }),
  program("rmdir", "deletes empty folders", {
    aliases: ["grmdir"],
    options: [...flags("-p --parents, -v --verbose, --ignore-fail-on-non-empty"), ...gnuHelp],
    operands: { each: ["delete"] },
  }),
  program("unlink", "deletes a file", { options: gnuHelp, operands: { each: ["delete"] } }),
  program("shred", "overwrites and deletes", {
    aliases: ["gshred"],
    options: [
      opt("-u --remove?", "deletes afterwards", { makes: ["delete"] }),
      ...flags("-f --force, -n --iterations=, -s --size=, -v --verbose, -x --exact, -z --zero"),
      opt("--random-source=", "file read", { is: ["read"] }),
      ...gnuHelp,
    ],
    operands: { each: ["write", "delete"], whole: true },
  }),
  ...alike("srm wipe scrub", "overwrites and deletes", {
    partial: true,
    options: flags("-r, -f, -v, -z, -q"),
    operands: { each: ["delete"], whole: true, tree: {} },
  }),
  ...alike(
    "rip remove_directory send2trash trash trash-put rmtrash del-cli rimraf trash-cli del",
    "deletes",
    {
      partial: true,
      options: [...flags("-r, -R, -f, -v, -i, -g --glob"), dryRun("--dry-run"), ...gnuHelp],
      operands: { each: ["delete"], whole: true, tree: {} },
    },
    { del: { packages: ["del-cli"] }, trash: { packages: ["trash-cli"] } },
  ),
  program("gio", "desktop files", {
    partial: true,
    subcommands: {
      trash: program("trash", "deletes", {
        options: flags("-f --force, --empty"),
        operands: { each: ["delete"], whole: true, tree: {} },
      }),
      remove: program("remove", "deletes", {
        options: flags("-f --force"),
        operands: { each: ["delete"], whole: true, tree: {} },
      }),
      cat: program("cat", "prints", { operands: { each: ["read"] } }),
      copy: program("copy", "copies", { partial: true, operands: { each: ["read"], last: ["write"] } }),
      move: program("move", "moves", {
        partial: true,
        operands: { each: ["read", "delete"], last: ["write"], tree: {} },
      }),
    },
  }),
  program("tmpwatch", "deletes old files", {
    partial: true,
    aliases: ["tmpreaper"],
    options: dryRunOnly(),
    operands: { first: [[]], each: ["delete"], whole: true, tree: {}, someOfTree: true },
  }),
];

function dryRunOnly() {
  return [dryRun("-t --test")];
}

const target = opt("-t --target-directory=", "folder written", { is: ["write"] });
const backup = flags(
  "-b --backup?, -S --suffix=, -v --verbose, -T --no-target-directory, -Z --context?, -i --interactive, -f --force, -n --no-clobber, -u --update?, --debug, --strip-trailing-slashes",
);

const copying: readonly ProgramTable[] = [
  program("mv", "moves", {
    fills: "source",
    links: true,
    aliases: ["gmv"],
    options: [target, ...backup, ...flags("--exchange, --no-copy, -h"), ...gnuHelp],
    special: "copy",
    operands: { each: ["read", "delete"], last: ["write"], lastUnless: ["-t"], tree: {} },
  }),
  program("cp", "copies", {
    fills: "source",
    links: true,
    aliases: ["gcp"],
    options: [
      target,
      ...backup,
      opt("-a --archive", "folders with all they hold", { tree: true }),
      opt("-R -r --recursive", "folders with all they hold", { tree: true }),
      opt("-L --dereference", "follows links", { walk: "follow" }),
      ...flags(
        "--attributes-only, --copy-contents, -d, -H, -l --link, -P --no-dereference, -p, --preserve?, --no-preserve=, --parents, --reflink?, --remove-destination, --sparse=, -s --symbolic-link, -x --one-file-system, --keep-directory-symlink, -c, -X",
      ),
      ...gnuHelp,
    ],
    special: "copy",
    operands: { each: ["read"], last: ["write"], lastUnless: ["-t"] },
  }),
  program("ln", "makes links", {
    fills: "source",
    links: true,
    aliases: ["gln", "link"],
    options: [
      target,
      ...backup,
      ...flags("-d -F --directory, -L --logical, -P --physical, -r --relative, -s --symbolic, -h, --no-dereference"),
      ...gnuHelp,
    ],
    special: "copy",
    operands: { each: ["read"], last: ["write"], lastUnless: ["-t"] },
  }),
  program("install", "copies and sets modes", {
    setsMode: "option",
    fills: "unknown",
    links: true,
    aliases: ["ginstall"],
    options: [
      target,
      opt("-d --directory", "makes folders", { makes: ["write"] }),
      ...flags(
        "-b --backup?, -c, -C --compare, -D, -g --group=, -m --mode=, -o --owner=, -p --preserve-timestamps, -s --strip, -S --suffix=, -T --no-target-directory, -v --verbose",
      ),
      opt("--strip-program=", "program run", { code: "command" }),
      ...gnuHelp,
    ],
    special: "copy",
    operands: { each: ["read"], last: ["write"], lastUnless: ["-t", "-d"] },
  }),
  program("dd", "copies bytes: if=, of=", {
    fills: "unknown",
    style: "none",
    aliases: ["gdd", "dcfldd", "dc3dd"],
    special: "dd",
  }),
  program("ddrescue", "copies bytes", { partial: true, operands: { first: [["read"], ["write"], ["write"]] } }),
  program("tee", "writes standard input to files", {
    prints: "lines",
    fills: "input",
    aliases: ["gtee", "sponge"],
    options: [...flags("-a --append, -i --ignore-interrupts, -p, --output-error?"), ...gnuHelp],
    operands: { each: ["write"] },
  }),
  program("truncate", "cuts files", {
    aliases: ["gtruncate"],
    options: [
      ...flags("-c --no-create, -o --io-blocks, -s --size="),
      opt("-r --reference=", "file measured"),
      ...gnuHelp,
    ],
    operands: { each: ["write"] },
    special: "truncate",
  }),
  program("fallocate", "makes room or holes", {
    options: flags(
      "-l --length=, -o --offset=, -n --keep-size, -c --collapse-range, -d --dig-holes, -i --insert-range, -p --punch-hole, -z --zero-range, -x --posix, -v",
    ),
    operands: { each: ["write"] },
  }),
  program("touch", "makes files, sets times", {
    keepsContent: true,
    aliases: ["gtouch"],
    options: [
      ...flags("-a, -c --no-create, -d --date=, -f, -h --no-dereference, -m, -r --reference=, -t=, --time=, -A="),
      ...gnuHelp,
    ],
    operands: { each: ["write"] },
  }),
  program("mkdir", "makes folders", {
    setsMode: "option",
    aliases: ["gmkdir"],
    options: [...flags("-m --mode=, -p --parents, -v --verbose, -Z --context?"), ...gnuHelp],
    operands: { each: ["write"] },
  }),
  ...alike("mkfifo mknod", "makes special files", {
    setsMode: "option",
    options: [...flags("-m --mode=, -Z --context?"), ...gnuHelp],
    operands: { first: [["write"]], each: [] },
  }),
  program("mktemp", "makes a file in the temporary folder", {
    options: [...flags("-d --directory, -u --dry-run, -q --quiet, --suffix=, -p --tmpdir?, -t"), ...gnuHelp],
    operands: { each: [] },
  }),
  program("split", "cuts a file into pieces", {
    aliases: ["gsplit"],
    options: [
      ...flags(
        "-a --suffix-length=, -b --bytes=, -C --line-bytes=, -d, -e --elide-empty-files, -l --lines=, -n --number=, -t --separator=, -u, --verbose, --additional-suffix=, --numeric-suffixes?, -f --prefix=, -k, -s, -z",
      ),
      opt("--filter=", "shell text per piece", { code: "shell" }),
      ...gnuHelp,
    ],
    operands: { first: [["read"], ["write"]] },
  }),
  program("csplit", "cuts a file into pieces named xx00", {
    options: [
      ...flags(
        "-b --suffix-format=, -f --prefix=, -k --keep-files, -n --digits=, -s --quiet --silent, -z --elide-empty-files, --suppress-matched",
      ),
      ...gnuHelp,
    ],
    operands: { first: [["read"]], each: [] },
  }),
  program("rename", "renames files", {
    partial: true,
    aliases: ["prename", "file-rename"],
    options: [
      ...flags("-v --verbose, -f --force, -o --no-overwrite, -s --symlink, -i --interactive"),
      dryRun("-n --no-act"),
      opt("-e=", "Perl text", { code: "inline" }),
    ],
    operands: { first: [[]], each: ["write", "delete"] },
  }),
  program("mmv", "renames files", { partial: true, operands: { each: ["read", "delete"], last: ["write"] } }),
  program("apply_patch", "changes files by a patch", {
    aliases: ["applypatch", "apply-patch"],
    style: "none",
    special: "patch",
  }),
  program("patch", "changes files by a patch; `!` and `ed` scripts run", {
    operandCode: "patch",
    special: "patch",
    options: [
      opt("-i --input=", "patch", { is: ["read"] }),
      opt("-o --output=", "file written", { is: ["write"] }),
      opt("-r --reject-file=", "file written", { is: ["write"] }),
      opt("-d --directory=", "changes to a folder first", { cwd: true }),
      dryRun("--dry-run"),
      ...flags(
        "-p --strip=, -R --reverse, -N --forward, -b --backup, -f --force, -t --batch, -s --quiet --silent, -E --remove-empty-files, -F --fuzz=, -l --ignore-whitespace, -u --unified, -c --context, -e --ed, -n --normal, -B --prefix=, -z --suffix=, -V --version-control=, --binary, --merge?, --posix, --follow-symlinks, -Z, -T, -D --ifdef=, -g --get=",
      ),
      ...gnuHelp,
    ],
    operands: { first: [["write"], ["read"]] },
  }),
  program("ditto", "copies", {
    partial: true,
    special: "copy",
    operands: { each: ["read"], last: ["write"], tree: {} },
  }),
  program("mkinitcpio", "boot image", { partial: true }),
];

const reference = opt("--reference=", "file whose mode is copied");
const below = opt("-R --recursive", "folders with all they hold", { tree: true });
const walk = flags(
  "-c --changes, -f --silent --quiet, -v --verbose, --preserve-root, --no-preserve-root, -H, -L, -P, -h --no-dereference, --dereference",
);

const permissions: readonly ProgramTable[] = [
  program("chmod", "sets modes", {
    keepsContent: true,
    setsMode: "operand",
    aliases: ["gchmod"],
    options: [reference, below, ...walk, ...gnuHelp],
    special: "mode",
    operands: { first: [[]], firstUnless: ["--reference"], each: ["write"] },
  }),
  program("chown", "sets owners", {
    keepsContent: true,
    aliases: ["gchown"],
    options: [reference, below, ...walk, ...flags("--from="), ...gnuHelp],
    operands: { first: [[]], firstUnless: ["--reference"], each: ["write"] },
  }),
  program("chgrp", "sets groups", {
    keepsContent: true,
    aliases: ["gchgrp"],
    options: [reference, below, ...walk, ...gnuHelp],
    operands: { first: [[]], firstUnless: ["--reference"], each: ["write"] },
  }),
  program("setfacl", "sets access lists", {
    keepsContent: true,
    options: [
      ...flags(
        "-m --modify=, -x --remove=, -b --remove-all, -k --remove-default, --set=, -L --logical, -P --physical, -d --default, -n --no-mask, --mask",
      ),
      below,
      opt("-M --modify-file -X --remove-file --set-file --restore=", "file read", { is: ["read"] }),
      dryRun("--test"),
      ...gnuHelp,
    ],
    operands: { each: ["write"] },
  }),
  program("getfacl", "prints access lists", { partial: true }),
  program("chattr", "sets attributes", {
    keepsContent: true,
    style: "none",
    operands: { first: [[]], each: ["write"] },
  }),
  program("lsattr", "prints attributes", { partial: true }),
  program("setcap", "gives capabilities", {
    options: flags("-q, -v, -r, -f, -n="),
    operands: { first: [[]], each: ["write"] },
  }),
  program("chflags", "sets flags", { partial: true, operands: { first: [[]], each: ["write"] } }),
  program("xattr", "sets attributes", { partial: true }),
  ...alike("chcon restorecon setfattr", "sets attributes", { partial: true }),
];

export const files: readonly ProgramTable[] = [...deleting, ...copying, ...permissions];
