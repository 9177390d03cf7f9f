// Programs that read files and print their content, whole or in part: the many ways to `cat`.

import {
  alike,
  codeOption,
  codeVariables,
  flags,
  gnuHelp,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
} from "./table/program-table.ts";

const files0 = opt("--files0-from=", "file of names", { is: ["read"] });
const out = opt("-o --output=", "file written", { is: ["write"] });
const each = { each: ["read"] } as const;

const printing: readonly ProgramTable[] = [
  program("cat", "prints files", {
    prints: "lines",
    aliases: ["gcat", "tac", "gtac"],
    options: [
      ...flags(
        "-A --show-all, -b --number-nonblank, -e, -E --show-ends, -n --number, -s --squeeze-blank, -t, -T --show-tabs, -u, -v --show-nonprinting, --before, --regex, --separator=",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("bat", "prints files", {
    codeVariables: [codeVariables("command", "BAT_PAGER")],
    aliases: ["batcat"],
    partial: true,
    options: [
      ...flags(
        "-l --language=, -n --number, -p --plain, -A --show-all, -r --line-range=, -H --highlight-line=, --color=, --style=, --theme=, --paging=",
      ),
      opt("--pager=", "program run", { code: "command" }),
      help("-h --help"),
      help("-V --version"),
    ],
    operands: each,
  }),
  program("head", "prints the beginning", {
    prints: "lines",
    aliases: ["ghead"],
    options: [
      ...flags("-c --bytes=, -n --lines=, -q --quiet --silent, -v --verbose, -z --zero-terminated"),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("tail", "prints the end", {
    prints: "lines",
    aliases: ["gtail"],
    options: [
      ...flags(
        "-c --bytes=, -f --follow?, -F, -n --lines=, --max-unchanged-stats=, --pid=, -q --quiet --silent, --retry, -s --sleep-interval=, -v --verbose, -z --zero-terminated, -r, -b=",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("less", "pages; `!` runs a command, `s` writes", {
    codeOptions: [codeOption("-k --lesskey-file --lesskey-src --lesskey-content", "any-file")],
    typesPlus: true,
    operandCode: "plus",
    codeVariables: [
      codeVariables("command", "LESSOPEN LESSCLOSE LESSEDIT"),
      codeVariables("options", "LESS"),
      codeVariables("file", "LESSKEY LESSKEYIN LESSKEY_CONTENT"),
    ],
    aliases: ["more", "most", "pg", "lv"],
    partial: true,
    options: [
      opt("-o -O --log-file --LOG-FILE=", "file written", { is: ["write"] }),
      opt("-k --lesskey-file=", "keys that may run commands", { is: ["read"] }),
      ...flags("-N, -S, -R, -F, -X, -i, -I, -n, -p=, -t=, -P=, -x=, -j="),
    ],
    operands: each,
  }),
  program("nl", "numbers lines", {
    options: [
      ...flags(
        "-b --body-numbering=, -d --section-delimiter=, -f --footer-numbering=, -h --header-numbering=, -i --line-increment=, -l --join-blank-lines=, -n --number-format=, -p --no-renumber, -s --number-separator=, -v --starting-line-number=, -w --number-width=",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("od", "prints bytes", {
    options: [
      ...flags(
        "-A --address-radix=, -j --skip-bytes=, -N --read-bytes=, -S --strings?, -t --format=, -v --output-duplicates, -w --width?, --endian=, -a, -b, -c, -d, -f, -i, -l, -o, -s, -x, --traditional",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("xxd", "prints bytes, or with -r makes them", {
    fills: "unknown",
    partial: true,
    options: flags(
      "-c -cols=, -g -groupsize=, -l -len=, -s -seek=, -n -name=, -o=, -R=, -a, -b, -C, -d, -E, -e, -i, -p -ps -plain, -r, -u",
    ),
    operands: { first: [["read"], ["write"]] },
  }),
  ...alike("hexdump hd hexyl", "prints bytes", {
    partial: true,
    options: [
      ...flags("-n --length=, -s --skip=, -e --format=, -b, -c, -C --canonical, -d, -o, -x, -v"),
      opt("-f --format-file=", "format file", { is: ["read"] }),
    ],
    operands: each,
  }),
  program("strings", "prints text in files", {
    options: [
      ...flags(
        "-a --all, -d --data, -f --print-file-name, -n --bytes=, -t --radix=, -e --encoding=, -w --include-all-whitespace, -s --output-separator=, -o, -T --target=",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  ...alike(
    "base64 base32 basenc gbase64 uuencode uudecode",
    "encodes",
    {
      options: [
        ...flags(
          "-d -D --decode, -i --ignore-garbage, -w --wrap=, --base64, --base64url, --base32, --base16, --z85, -m, -b=",
        ),
        opt("-o --output=", "file written", { is: ["write"] }),
        ...gnuHelp,
      ],
      operands: each,
    },
    { base64: { fills: "unknown" } },
  ),
  ...alike("zcat bzcat xzcat zstdcat lz4cat gzcat zless zmore bzless bzmore xzless xzmore", "prints files unpacked", {
    partial: true,
    options: flags("-f --force, -q --quiet, -v --verbose, -l --list, -T=, --single-stream"),
    operands: each,
  }),
  ...alike(
    "rev col colrm ul iconv tsort factor numfmt ptx pygmentize highlight glow mdcat ccat lolcat vipe",
    "prints files changed",
    { partial: true, options: [out, ...flags("-w=, -s --spaces, -t=, -f=, -c, -n, -b")], operands: each },
  ),
  program("pr", "prints pages", {
    partial: true,
    options: flags(
      "-t --omit-header, -T --omit-pagination, -h --header=, -l --length=, -w --width=, -W --page-width=, -o --indent=, -n --number-lines?, -s --separator?, -S?, -d, -m --merge, -a, -F -f, -v, -e?, -i?, -N=, -D=",
    ),
    operands: each,
  }),
  ...alike("fold fmt", "breaks lines", {
    partial: true,
    options: flags(
      "-w --width=, -s --spaces --split-only, -b --bytes, -c --crown-margin, -t --tagged-paragraph, -u, -p --prefix=, -g --goal=",
    ),
    operands: each,
  }),
  ...alike("expand unexpand", "changes tabs", {
    partial: true,
    options: flags("-t --tabs=, -i --initial, -a --all, --first-only"),
    operands: each,
  }),
  program("column", "prints columns", {
    partial: true,
    options: flags(
      "-t --table, -s --separator=, -c --output-width=, -o --output-separator=, -N --table-columns=, -R --table-right=, -H --table-hide=, -J --json, -n --table-name=, -x --fillrows, -l --table-columns-limit=",
    ),
    operands: each,
  }),
  ...alike("dos2unix unix2dos mac2unix", "changes line ends in place", {
    partial: true,
    options: [opt("-O --to-stdout", "prints", { unmakes: ["write"] }), ...flags("-q, -k, -f, -n")],
    operands: { each: ["read", "write"] },
  }),
  program("look", "prints lines that begin so", {
    partial: true,
    options: flags("-d, -f, -a, -t="),
    operands: { first: [[]], each: ["read"] },
  }),
  program("date", "prints or sets the time; `-f` prints what it cannot read", {
    aliases: ["gdate"],
    partial: true,
    options: [
      opt("-f --file=", "file read", { is: ["read"] }),
      opt("-s --set=", "sets the clock"),
      ...flags("-d --date=, -r --reference=, -u --utc --universal, -R --rfc-email, -I --iso-8601?, -j, -v="),
      ...gnuHelp,
    ],
    operands: { each: [] },
  }),
  program("man", "prints manuals", {
    replacesHelpers: true,
    codeVariables: [codeVariables("command", "MANPAGER")],
    partial: true,
    aliases: ["mandoc"],
    options: [
      opt("-P --pager=", "program run", { code: "command" }),
      opt("-H --html?", "program run", { code: "command" }),
      opt("-p --preprocessor=", "preprocessors"),
      opt("-l --local-file", "the operands are files", { makes: ["read"] }),
      opt("-C --config-file=", "file read", { is: ["read"] }),
      ...flags(
        "-k --apropos, -f --whatis, -a --all, -w --where, -M --manpath=, -s -S --sections=, -T --troff-device?, -K",
      ),
      help("-? --help"),
      help("-V --version"),
    ],
    operands: { each: ["topic"] },
  }),
  program("ffmpeg", "converts sound and pictures", {
    partial: true,
    style: "words",
    options: [
      opt("-i=", "file read", { is: ["manifest"] }),
      ...flags(
        "-y, -n, -f=, -c=, -c:v=, -c:a=, -ss=, -t=, -to=, -vf=, -af=, -r=, -s=, -b:v=, -b:a=, -map=, -loglevel=",
      ),
    ],
    operands: { each: ["write"] },
  }),
  ...alike("convert magick", "converts pictures", {
    partial: true,
    style: "words",
    operands: { each: ["read"], last: ["write"] },
  }),
  ...alike(
    "tidy xmllint xsltproc pandoc asciidoctor rst2html markdown cmark groff troff nroff soelim eqn pic tbl readelf objdump nm size ldd pdftotext ps2pdf gs docx2txt antiword catdoc exiftool identify ffprobe mediainfo csvlook csvcut xsv mlr dasel xmlstarlet hxselect pup gron fx jo yamllint jsonlint ajv plutil defaults",
    "reads documents",
    { partial: true, options: [opt("-o --output -out=", "file written", { is: ["write"] })], operands: each },
    { xmllint: { prints: "data" } },
  ),
  program("cut", "prints columns", {
    namesOnly: "cut",
    prints: "column",
    aliases: ["gcut"],
    options: [
      ...flags(
        "-b --bytes=, -c --characters=, -d --delimiter=, -f --fields=, -n, --complement, -s --only-delimited, --output-delimiter=, -z --zero-terminated",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("paste", "joins lines", {
    options: [...flags("-d --delimiters=, -s --serial, -z --zero-terminated"), ...gnuHelp],
    operands: each,
  }),
  program("join", "joins by a field", {
    partial: true,
    options: flags("-1=, -2=, -a=, -e=, -i, -j=, -o=, -t=, -v="),
    operands: each,
  }),
  program("comm", "compares sorted files", {
    options: [
      ...flags("-1, -2, -3, --check-order, --nocheck-order, --output-delimiter=, --total, -z --zero-terminated"),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("sort", "sorts", {
    prints: "lines",
    aliases: ["gsort"],
    options: [
      out,
      opt("--compress-program=", "program run", { code: "command" }),
      files0,
      opt("--random-source=", "file read", { is: ["read"] }),
      ...flags(
        "-b --ignore-leading-blanks, -d --dictionary-order, -f --ignore-case, -g --general-numeric-sort, -i --ignore-nonprinting, -M --month-sort, -h --human-numeric-sort, -n --numeric-sort, -R --random-sort, -r --reverse, --sort=, -V --version-sort, --batch-size=, -c --check?, -C, --debug, -k --key=, -m --merge, -s --stable, -S --buffer-size=, -t --field-separator=, -T --temporary-directory=, --parallel=, -u --unique, -z --zero-terminated",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("uniq", "drops repeated lines", {
    prints: "lines",
    aliases: ["guniq"],
    options: [
      ...flags(
        "-c --count, -d --repeated, -D, --all-repeated?, -f --skip-fields=, --group?, -i --ignore-case, -s --skip-chars=, -u --unique, -z --zero-terminated, -w --check-chars=",
      ),
      ...gnuHelp,
    ],
    operands: { first: [["read"], ["write"]] },
  }),
  program("shuf", "shuffles", {
    prints: "lines",
    options: [
      out,
      opt("--random-source=", "file read", { is: ["read"] }),
      ...flags("-e --echo, -i --input-range=, -n --head-count=, -r --repeat, -z --zero-terminated"),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("tr", "replaces characters", {
    aliases: ["gtr"],
    options: [...flags("-c -C --complement, -d --delete, -s --squeeze-repeats, -t --truncate-set1"), ...gnuHelp],
  }),
  program("envsubst", "fills in variables", { options: flags("-v --variables"), printsEnvironment: true }),
];

/** With these options a search prints names and counts, and no file content. */
const namesOnly: readonly OptionRow[] = [
  opt("-c --count", "prints counts", { unmakes: ["read"] }),
  opt("-l --files-with-matches", "prints names", { unmakes: ["read"] }),
  opt("-L --files-without-match", "prints names", { unmakes: ["read"] }),
];

const searching: readonly ProgramTable[] = [
  program("grep", "searches files", {
    namesOnly: "grep",
    lists: [{ names: "searched", with: ["-l", "-L"] }],
    aliases: ["egrep", "fgrep", "rgrep", "ggrep", "zgrep", "bzgrep", "xzgrep", "zegrep", "zfgrep", "ugrep"],
    options: [
      opt("-f --file=", "patterns", { is: ["read"] }),
      opt("--exclude-from=", "file read", { is: ["read"] }),
      opt("--include=", "names of the files read", { is: ["pattern"], walk: "include" }),
      opt("--exclude --exclude-dir=", "names that are left out", { walk: "exclude" }),
      opt("-r --recursive", "folders with all they hold", { tree: true }),
      opt("-R --dereference-recursive", "the same, and links are followed", { tree: true, walk: "follow" }),
      ...namesOnly,
      opt("-q --quiet --silent", "prints nothing", { unmakes: ["read"] }),
      ...flags(
        "-e --regexp=, -E --extended-regexp, -F --fixed-strings, -G --basic-regexp, -P --perl-regexp, -i -y --ignore-case, --no-ignore-case, -v --invert-match, -w --word-regexp, -x --line-regexp, --color --colour?, -m --max-count=, -o --only-matching, -s --no-messages, -b --byte-offset, -H --with-filename, -h --no-filename, --label=, -n --line-number, -T --initial-tab, -Z --null, -A --after-context=, -B --before-context=, -C --context=, -a --text, --binary-files=, -D --devices=, -d --directories=, --line-buffered, -U --binary, -z --null-data, --group-separator=, --no-group-separator, -I, -u",
      ),
      help("--help"),
      help("-V --version"),
    ],
    operands: { first: [[]], firstUnless: ["-e", "-f"], each: ["read"], here: ["read"] },
  }),
  program("rg", "searches files", {
    lists: [
      { names: "operands", with: ["--files"], without: ["--hidden", "-u"] },
      { names: "searched", with: ["-l", "--files-without-match"], without: ["--hidden", "-u"] },
    ],
    codeVariables: [codeVariables("places", "RIPGREP_CONFIG_PATH")],
    partial: true,
    options: [
      opt("--pre=", "program that filters each file", { code: "command" }),
      opt("--hostname-bin=", "program run", { code: "command" }),
      opt("-f --file=", "patterns", { is: ["read"] }),
      opt("--ignore-file=", "file read", { is: ["read"] }),
      opt("-g --glob --iglob=", "names of the files read", { is: ["pattern"], walk: "glob" }),
      opt("--hidden -.", "names with a dot in front too", { walk: "hidden" }),
      opt("--no-ignore", "ignored files too", { walk: "ignored" }),
      opt("-u --unrestricted", "hidden and ignored files too", { walk: "unrestricted" }),
      opt("-L --follow", "follows links", { walk: "follow" }),
      opt("-d --max-depth=", "levels", { walk: "depth" }),
      opt("-c --count", "prints counts", { unmakes: ["read"] }),
      opt("-l --files-with-matches", "prints names", { unmakes: ["read"] }),
      opt("-q --quiet", "prints nothing", { unmakes: ["read"] }),
      ...flags(
        "-e --regexp=, -A --after-context=, -B --before-context=, -C --context=, -t --type=, -T --type-not=, -m --max-count=, -r --replace=, -j --threads=, -E --encoding=, --sort=, --sortr=, --color=, --colors=, -M --max-columns=, --pre-glob=, --max-filesize=, --engine=, --path-separator=, -i --ignore-case, -S --smart-case, -s --case-sensitive, -v --invert-match, -w --word-regexp, -x --line-regexp, -F --fixed-strings, -P --pcre2, -U --multiline, -n --line-number, -N --no-line-number, -o --only-matching, -z --search-zip, -a --text, -H, -I, -0 --null, --json, --stats, --vimgrep, --heading, -p --pretty",
      ),
      opt("--files", "lists files, no pattern"),
      opt("--type-list", "lists types"),
      help("-h --help"),
      help("-V --version"),
    ],
    operands: {
      first: [[]],
      firstUnless: ["-e", "-f", "--files", "--type-list"],
      each: ["read"],
      tree: { gitignore: true, skipsHidden: true },
      here: ["read"],
    },
  }),
  ...alike(
    "ag ack pt sift",
    "searches files",
    {
      partial: true,
      options: [
        opt("--pager=", "program run", { code: "command" }),
        opt("-p --path-to-ignore=", "file read", { is: ["read"] }),
        ...flags(
          "-A --after=, -B --before=, -C --context=, -G --file-search-regex=, -m --max-count=, -i, -l, -Q, -w, -v, -c, -n",
        ),
        opt("--ignore --ignore-dir=", "names that are left out", { walk: "exclude" }),
        opt("--depth=", "levels", { walk: "depth" }),
        opt("--hidden", "names with a dot in front too", { walk: "hidden" }),
        opt("-u --unrestricted", "hidden and ignored files too", { walk: "unrestricted" }),
      ],
      operands: { first: [[]], each: ["read"], tree: { gitignore: true, skipsHidden: true }, here: ["read"] },
    },
    {
      ack: {
        operands: {
          first: [[]],
          each: ["read"],
          tree: { exclude: [".git", ".hg", ".svn", "node_modules"] },
          here: ["read"],
        },
      },
      sift: { operands: { first: [[]], each: ["read"], tree: {}, here: ["read"] } },
    },
  ),
  program("agrep", "searches files", { partial: true, operands: { first: [[]], each: ["read"] } }),
  program("find", "walks folders", {
    lists: [
      {
        names: "found",
        without: [
          "-printf",
          "-fprintf",
          "-exec",
          "-execdir",
          "-ok",
          "-okdir",
          "-ls",
          "-fls",
          "-delete",
          "-fprint",
          "-fprint0",
        ],
      },
    ],
    aliases: ["gfind"],
    style: "words",
    special: "find",
    wrapper: { inner: "options", item: "{}", appends: "operands" },
    options: [
      opt("-exec -execdir -ok -okdir;", "command per file", { code: "words" }),
      opt("-delete", "deletes what it finds", { acts: true }),
      opt("-fprint -fprint0 -fls=", "file written", { is: ["write"] }),
      opt("-fprintf=", "file written, then a format", { is: ["write"] }),
      opt("-files0-from=", "file of names", { is: ["read"] }),
      opt("-newer -anewer -cnewer -samefile=", "file compared"),
      ...flags(
        "-name=, -iname=, -path -wholename=, -ipath -iwholename=, -regex=, -iregex=, -lname=, -ilname=, -type=, -xtype=, -size=, -mtime=, -atime=, -ctime=, -mmin=, -amin=, -cmin=, -newermt=, -newerat=, -newerct=, -perm=, -user=, -group=, -uid=, -gid=, -maxdepth=, -mindepth=, -links=, -inum=, -fstype=, -printf=, -used=, -context=, -regextype=, -D=",
      ),
      ...flags(
        "-print, -print0, -ls, -prune, -quit, -depth, -d, -xdev, -mount, -follow, -H, -L, -P, -O1, -O2, -O3, -empty, -executable, -readable, -writable, -nouser, -nogroup, -true, -false, -not, -and, -or, -a, -o, -daystart, -warn, -nowarn, -noleaf, -ignore_readdir_race, -E, -X, -s, -x",
      ),
      help("-help --help"),
      help("-version --version"),
    ],
  }),
  program("fd", "walks folders", {
    lists: [{ names: "found", without: ["-x", "-X", "-H", "-u"] }],
    aliases: ["fdfind"],
    partial: true,
    wrapper: { inner: "options", item: "{}", appends: "operands" },
    options: [
      opt("-x --exec;", "command per file", { code: "words" }),
      opt("-X --exec-batch;", "command for all files", { code: "words" }),
      opt("-d --max-depth=", "levels", { walk: "depth" }),
      opt("-E --exclude=", "names that are left out", { walk: "exclude" }),
      opt("-H --hidden", "names with a dot in front too", { walk: "hidden" }),
      opt("-I --no-ignore", "ignored files too", { walk: "ignored" }),
      opt("-u --unrestricted", "hidden and ignored files too", { walk: "unrestricted" }),
      opt("-L --follow", "follows links", { walk: "follow" }),
      ...flags(
        "-e --extension=, -t --type=, -g --glob, -p --full-path, -a --absolute-path, -0 --print0, -j --threads=, -S --size=, -c --color=, --changed-within=, --changed-before=, -o --owner=",
      ),
      opt("--base-directory=", "changes to a folder first", { cwd: true }),
      help("-h --help"),
      help("-V --version"),
    ],
    operands: { each: [] },
  }),
  ...alike("locate plocate mlocate updatedb", "finds names", { partial: true }),
];

const comparing: readonly ProgramTable[] = [
  program("diff", "compares files", {
    codeVariables: [codeVariables("command", "DELTA_PAGER")],
    aliases: ["gdiff", "colordiff", "delta", "sdiff", "diff3", "wdiff", "icdiff", "difft"],
    partial: true,
    options: [
      opt("-o --output=", "file written", { is: ["write"] }),
      opt("-q --brief", "prints names", { unmakes: ["read"] }),
      opt("-r --recursive", "folders with all they hold", { tree: true }),
      opt("-x --exclude=", "names that are left out", { walk: "exclude" }),
      opt("--diff-program=", "program run", { code: "command" }),
      opt("--exclude-from -X=", "file read", { is: ["read"] }),
      ...flags(
        "-u -U --unified?, -i --ignore-case, -w --ignore-all-space, -b, -B, -N --new-file, -y --side-by-side, -c, -a --text, --color?, -I=, -W --width=, -s, -t, -p",
      ),
      ...gnuHelp,
    ],
    operands: each,
  }),
  program("cmp", "compares bytes", {
    options: [
      opt("-s --quiet --silent", "prints nothing", { unmakes: ["read"] }),
      ...flags("-b --print-bytes, -i --ignore-initial=, -l --verbose, -n --bytes="),
      ...gnuHelp,
    ],
    operands: each,
  }),
];

/** They read files but print only counts or digests. */
const measuring: readonly ProgramTable[] = [
  program("wc", "counts", {
    prints: "number",
    aliases: ["gwc"],
    digests: true,
    options: [
      files0,
      ...flags("-c --bytes, -m --chars, -l --lines, -L --max-line-length, -w --words, --total="),
      ...gnuHelp,
    ],
    operands: each,
  }),
  ...alike(
    "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum b3sum cksum sum shasum md5 sha256 xxhsum crc32",
    "digests",
    {
      digests: true,
      partial: true,
      options: flags("-a --algorithm=, -b --binary, -c --check, -t --text, -z --zero, --tag, --quiet, --status"),
      operands: each,
    },
  ),
  ...alike(
    "file stat ls gls dir vdir exa eza lsd tree du df realpath readlink dirname basename namei pathchk test [ access lsof fuser",
    "looks at names and sizes",
    { digests: true, partial: true, options: [help("--help"), help("--version")], operands: { each: [] } },
    {
      stat: { prints: "data", printsUnless: "^(?:-c|-f|--format|--printf)" },
      du: { prints: "data" },
      lsof: { prints: "data" },
      dirname: { prints: "data" },
      readlink: { lists: [{ names: "bare" }] },
      realpath: { lists: [{ names: "bare" }] },
      ls: { lists: [{ names: "bare", without: ["-a", "-A", "--all", "--almost-all", "-l", "-R", "-f"] }] },
    },
  ),
];

export const readers: readonly ProgramTable[] = [...printing, ...searching, ...comparing, ...measuring];
