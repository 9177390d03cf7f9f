// Archives, compression and backups.

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
} from "./table/program-table.ts";

export const archives: readonly ProgramTable[] = [
  program("tar", "archives", {
    replacesHelpers: true,
    codeVariables: [codeVariables("options", "TAR_OPTIONS")],
    aliases: ["gtar", "bsdtar", "star"],
    style: "old",
    special: "tar",
    options: [
      opt("-c --create", "packs"),
      opt("-x --extract --get", "unpacks"),
      opt("-t --list", "lists"),
      opt("-r --append", "adds"),
      opt("-u --update", "adds what is newer"),
      opt("-A --catenate --concatenate", "adds archives"),
      opt("-d --diff --compare", "compares"),
      opt("--delete", "removes from the archive"),
      opt("-f --file=", "the archive; `host:file` is on another machine"),
      opt("-C --directory --cd=", "changes to a folder first"),
      opt("-I --use-compress-program=", "program run", { code: "shell" }),
      opt("--to-command=", "shell text per file", { code: "shell" }),
      opt("--checkpoint-action=", "`exec=` runs shell text", { code: "shell" }),
      opt("-F --info-script --new-volume-script=", "shell text", { code: "shell" }),
      opt("--rsh-command=", "program run", { code: "shell" }),
      opt("--rmt-command=", "program on the other side", { code: "shell" }),
      opt("-T --files-from=", "file of names", { is: ["read"] }),
      opt("-X --exclude-from=", "file of patterns", { is: ["read"] }),
      opt("-g --listed-incremental=", "file of state", { is: ["write"] }),
      opt("--exclude=", "what is left out", { walk: "exclude" }),
      opt("--no-recursion", "only what is named", { walk: "flat" }),
      opt("-h --dereference", "follows links", { walk: "follow" }),
      opt("--remove-files", "deletes what was packed", { makes: ["delete"] }),
      opt("-O --to-stdout", "prints the files"),
      opt("-P --absolute-names", "keeps leading slashes"),
      opt("-i --ignore-zeros", ""),
      ...flags(
        "-v --verbose, -z --gzip --gunzip --ungzip, -j --bzip2, -J --xz, --zstd, --lzma, --lzip, --lzop, -Z --compress, -a --auto-compress, -p --preserve-permissions --same-permissions, -k --keep-old-files, --overwrite, --overwrite-dir, -m --touch, --hard-dereference, -l --check-links, -n --seek, -w --interactive --confirmation, -W --verify, -S --sparse, -B --read-full-records, -M --multi-volume, -s --preserve-order, -U --unlink-first, -R --block-number, -o --no-same-owner, -G --incremental, -b --blocking-factor=, -H --format=, -K --starting-file=, -L --tape-length=, -N --newer --after-date=, -V --label=",
      ),
      ...flags(
        "--exclude-vcs, --exclude-vcs-ignores, --exclude-caches, --exclude-tag=, --strip-components=, --transform --xform=, --owner=, --group=, --mode=, --mtime=, --numeric-owner, --same-owner, --no-same-permissions, --wildcards, --no-wildcards, --anchored, --no-anchored, --one-file-system, --recursion, --checkpoint?, --sort=, --totals?, --skip-old-files, --keep-newer-files, --recursive-unlink, --null, --no-null, --posix, --xattrs, --acls, --selinux, --add-file=, --occurrence?, --warning=, --show-transformed-names, --force-local, --ignore-failed-read, --keep-directory-symlink, --one-top-level?, --quoting-style=",
      ),
      help("--help -?"),
      help("--version"),
      help("--usage"),
    ],
  }),
  program("zip", "archives", {
    replacesHelpers: true,
    codeVariables: [codeVariables("command", "ZIPOPT")],
    special: "archive",
    partial: true,
    options: [
      opt("-TT --unzip-command=", "shell text", { code: "shell" }),
      opt("-m --move", "deletes what was packed", { makes: ["delete"] }),
      opt("-r --recurse-paths", "folders with all they hold", { tree: true }),
      opt("-x --exclude=", "what is left out", { walk: "exclude" }),
      opt("-i --include=", "names of the files packed", { walk: "include" }),
      opt("-O --output-file=", "file written", { is: ["write"] }),
      opt("-b --temp-path=", "folder written"),
      ...flags(
        "-q --quiet, -9, -0, -1, -j --junk-paths, -e --encrypt, -P --password=, -T --test, -u --update, -f --freshen, -d --delete, -y --symlinks, -v --verbose, -s --split-size=, -n --suffixes=, -@ --names-stdin, -X, -D",
      ),
      help("-h --help"),
    ],
    operands: { first: [["write"]], each: ["read"] },
  }),
  program("unzip", "unpacks", {
    partial: true,
    options: [
      opt("-d=", "folder written", { is: ["write"] }),
      opt("-l -Z", "lists", { unmakes: ["write"] }),
      opt("-p -c", "prints the files"),
      ...flags("-o, -n, -q, -qq, -j, -v, -t, -u, -f, -x=, -P=, -a, -L, -C, -K, -X"),
      help("-h --help"),
    ],
    special: "archive",
    operands: { first: [["read"]], each: [] },
  }),
  ...alike("7z 7za 7zr 7zz p7zip rar unrar arj lha zpaq", "archives", {
    partial: true,
    style: "words",
    special: "archive",
    options: [
      opt("-so", "prints the files"),
      opt("-sdel -df -dw", "deletes what was packed"),
      ...flags("-y, -r, -bd, -si"),
    ],
  }),
  program("ar", "archives", {
    partial: true,
    style: "none",
    special: "archive",
  }),
  ...alike("cpio pax", "archives", {
    replacesHelpers: true,
    partial: true,
    special: "archive",
    options: [
      opt("-F --file -I -O=", "archive", { is: ["read", "write"] }),
      opt("-D --directory=", "changes to a folder first"),
      opt("--rsh-command=", "program run", { code: "shell" }),
      ...flags("-o --create, -i --extract, -t --list, -p --pass-through, -d --make-directories, -v, -u, -m, -H=, -0"),
    ],
    operands: { each: ["read"] },
  }),
  ...alike(
    "gzip bzip2 xz zstd lzma lzip lz4 compress pigz pbzip2 pixz brotli lzop gunzip bunzip2 unxz unzstd unlzma uncompress unpigz unlz4 lunzip",
    "compresses in place",
    {
      partial: true,
      special: "compress",
      options: [
        opt("-c --stdout --to-stdout", "prints", { unmakes: ["write", "delete"] }),
        opt("-k --keep", "keeps the original", { unmakes: ["delete"] }),
        opt("-t --test", "tests", { unmakes: ["write", "delete"] }),
        opt("-l --list", "lists", { unmakes: ["write", "delete"] }),
        opt("-o --output=", "file written", { is: ["write"] }),
        opt("-r --recursive", "folders with all they hold", { tree: true }),
        ...flags(
          "-d --decompress --uncompress, -f --force, -v --verbose, -q --quiet, -n --no-name, -N --name, -S --suffix=, -T --threads=, -1, -2, -3, -4, -5, -6, -7, -8, -9, --fast, --best, --rm, -z, -i, -p=",
        ),
        help("-h --help"),
        help("-V --version"),
      ],
      operands: { each: ["read", "write", "delete"] },
    },
  ),
  program("jar", "archives", {
    partial: true,
    style: "old",
    options: [
      opt("-f --file=", "archive", { is: ["read", "write"] }),
      ...flags("-c --create, -x --extract, -t --list, -u --update, -v, -m=, -C="),
    ],
    operands: { each: ["read"], tree: {} },
  }),
  program("unar", "unpacks", {
    partial: true,
    options: [opt("-o -output-directory=", "folder written", { is: ["write"] })],
    aliases: ["lsar", "atool", "aunpack", "dtrx"],
    operands: { each: ["read"] },
  }),
  ...alike("mksquashfs unsquashfs genisoimage mkisofs xorriso", "images", {
    partial: true,
    options: [opt("-d -dest -o -output=", "file written", { is: ["write"] }), ...gnuHelp],
    operands: { each: ["read"], tree: {} },
  }),
  program("restic", "backs up, also to other machines", {
    partial: true,
    sends: true,
    globalsAnywhere: true,
    images: ["restic"],
    codeVariables: [codeVariables("command", "RESTIC_PASSWORD_COMMAND RESTIC_FROM_PASSWORD_COMMAND")],
    serverVariables: ["RESTIC_REPOSITORY", "RESTIC_FROM_REPOSITORY"],
    codeOptions: [codeOption("-o --option", "setting")],
    globals: [
      opt("-r --repo=", "the repository", { is: ["share"] }),
      opt("--repository-file=", "file that names the repository", { is: ["read"] }),
      opt("-p --password-file=", "password used"),
      opt("--password-command=", "command that prints the password", { code: "shell" }),
      opt("-o --option=", "setting of a backend"),
      ...flags(
        "--key-hint=, --no-lock, --retry-lock=, -q --quiet, -v --verbose?, --json, --cache-dir=, --no-cache, --cleanup-cache, --cacert=, --tls-client-cert=, --insecure-tls, --limit-upload=, --limit-download=, --compression=, --pack-size=",
      ),
      help("-h --help"),
    ],
    subcommands: byName(
      program("backup", "sends files to the repository", {
        sends: true,
        options: [
          opt("--files-from --files-from-verbatim --files-from-raw=", "list of files", { is: ["read"] }),
          opt("--exclude-file --iexclude-file=", "file of patterns", { is: ["read"] }),
          opt("-e --exclude --iexclude=", "what is left out", { walk: "exclude" }),
          ...flags(
            "--exclude-caches, --exclude-larger-than=, -x --one-file-system, --tag=, -H --host=, --stdin, --stdin-filename=, --parent=, -f --force, --time=, --with-atime",
          ),
          dryRun("-n --dry-run"),
        ],
        operands: { each: ["upload"], whole: true, tree: {} },
      }),
      program("restore", "writes the files of a snapshot", {
        downloads: true,
        options: [
          opt("-t --target=", "folder written", { is: ["write"] }),
          opt("--delete", "deletes what the snapshot lacks", { acts: true }),
          ...flags(
            "-i --include=, --iinclude=, -e --exclude=, -H --host=, --tag=, --path=, --sparse, --verify, --overwrite=",
          ),
          dryRun("--dry-run"),
        ],
      }),
      program("forget", "removes snapshots", {
        options: [
          opt("--prune", "deletes what no snapshot needs any more"),
          ...flags(
            "-l --keep-last=, -H --keep-hourly=, -d --keep-daily=, -w --keep-weekly=, -m --keep-monthly=, -y --keep-yearly=, --keep-within=, --keep-tag=, --unsafe-allow-remove-all, --host=, --tag=, --path=, -c --compact, -g --group-by=, --max-unused=",
          ),
          dryRun("-n --dry-run"),
        ],
      }),
      program("prune", "deletes what no snapshot needs any more", {
        options: [
          ...flags("--max-unused=, --max-repack-size=, --repack-cacheable-only, --repack-small"),
          dryRun("-n --dry-run"),
        ],
      }),
      program("rewrite", "removes files from snapshots", {
        options: [
          opt("--forget", "removes the snapshots as they were"),
          ...flags("-e --exclude=, --iexclude=, --exclude-file=, --host=, --tag=, --path=, --new-host=, --new-time="),
          dryRun("-n --dry-run"),
        ],
      }),
      program("key", "passwords of the repository", {
        partial: true,
        subcommands: byName(...alike("add list passwd remove", "passwords of the repository", { partial: true })),
      }),
      program("dump", "prints a file of a snapshot", {
        downloads: true,
        options: [
          opt("-t --target=", "file written", { is: ["write"] }),
          ...flags("-a --archive=, -H --host=, --tag=, --path="),
        ],
        operands: { first: [[]], each: ["read"] },
      }),
      program("mount", "shows snapshots as a folder", {
        partial: true,
        options: flags("--allow-other, --no-default-permissions, --owner-root, -H --host=, --tag=, --path="),
        operands: { each: ["write"] },
      }),
      ...alike(
        "init snapshots stats check diff cat ls list find copy tag unlock recover repair rebuild-index migrate cache options version self-update generate",
        "looks at or looks after the repository",
        { partial: true },
      ),
    ),
  }),
];
