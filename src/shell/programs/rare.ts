// Rarely used programs that read, write, send or run: the rest of the GTFOBins families.

import { alike, flags, opt, type ProgramTable, program } from "./table/program-table.ts";

const each = { each: ["read"] } as const;

export const rare: readonly ProgramTable[] = [
  ...alike(
    "aspell ispell ascii85 ascii-xfr base58 basez clamscan cowthink cupsfilter enscript efax espeak msgattrib msgcat msgconv msgmerge msguniq redcarpet tic xmore xmodmap xpad yelp zathura zsoelim dvips atobm gimp scrot run-mailcap lp lpr apache2ctl gtester bridge varnishncsa tdbtool",
    "prints files, also in its messages",
    {
      partial: true,
      options: [
        opt("-o --output --output-file=", "file written", { is: ["write"] }),
        opt("-f --file -c --config=", "file read", { is: ["read"] }),
      ],
      operands: each,
    },
  ),
  program("desktop-file-install", "installs a desktop entry that is started or listed", {
    partial: true,
    options: [opt("--dir=", "folder written", { is: ["write"] }), ...flags("--rebuild-mime-info-cache, -m --mode=")],
    operands: each,
  }),
  program("msgfilter", "runs a filter per message", {
    partial: true,
    style: "posix",
    wrapper: { inner: "operands" },
    options: [
      opt("-i --input=", "file read", { is: ["read"] }),
      opt("-o --output-file=", "file written", { is: ["write"] }),
      ...flags("-P --properties-input"),
    ],
  }),
  ...alike("latex pdflatex xelatex lualatex tex pdftex luatex xetex latexmk", "typesets; `\\write18` runs", {
    partial: true,
    style: "words",
    external: "script",
    options: [
      opt("-shell-escape -enable-write18", "the text may run commands"),
      opt("-output-directory -jobname=", "folder written"),
      opt("-e=", "Perl text", { code: "inline" }),
    ],
    operands: each,
    operandCode: "tex",
  }),
  ...alike(
    "aa-exec multitime setlock softlimit pexec tasksh distcc ksu agetty run-one run-one-constantly run-one-until-success run-one-until-failure run-this-one keep-one-running rtk",
    "runs the command in its arguments",
    { partial: true, style: "posix", wrapper: { inner: "operands" } },
  ),
  program("grc", "colours the output of a command", {
    style: "posix",
    wrapper: { inner: "operands" },
    options: [
      ...flags("-e --stderr, -s --stdout, --colour=, --pty"),
      opt("-c --config=", "configuration", { is: ["read"] }),
    ],
  }),
  ...alike("faketime datefudge", "runs a command at another time", {
    style: "posix",
    wrapper: { inner: "operands", skip: 1 },
    options: flags("-f, -m, -p=, --exclude-monotonic, --disable-shm, --date-prog=, -s --static"),
  }),
  ...alike("retry rerun-until", "runs a command again until it succeeds", {
    partial: true,
    style: "posix",
    wrapper: { inner: "operands" },
    options: flags(
      "-t --times --tries=, -d --delay=, -m --max --max-time=, -s --sleep=, -u --until=, -w --while=, -v, -q",
    ),
  }),
  ...alike("mpirun mpiexec orterun prun", "runs a command on several nodes", {
    partial: true,
    style: "words",
    wrapper: { inner: "operands" },
    options: flags(
      "-n -np -c=, -N -ppn -npernode=, -H -host -hosts --host=, -hostfile -machinefile -f --hostfile=, -x -genv -env=, -wdir=, -map-by --map-by=, -bind-to --bind-to=, -mca --mca=, --oversubscribe, --allow-run-as-root, -v -q",
    ),
  }),
  ...alike("srun salloc", "runs a command as a job of a cluster", {
    partial: true,
    style: "posix",
    wrapper: { inner: "operands" },
    options: flags(
      "-n --ntasks=, -N --nodes=, -c --cpus-per-task=, -p --partition=, -t --time=, -A --account=, -w --nodelist=, -x --exclude=, -J --job-name=, -o --output=, -e --error=, -i --input=, -D --chdir=, -G --gpus=, --gres=, --mem=, --jobid=, --qos=, -q=, -u --unbuffered, -l --label, -v --verbose, -Q --quiet, --pty, --exclusive, --overlap",
    ),
  }),
  ...alike(
    "sash slsh byebug pdb ginsh jtag ksshell genie crash scanmem msfconsole volatility debugfs bconsole minicom runscript dosbox knife puppet facter",
    "runs text of its own",
    {
      partial: true,
      interpreter: { language: "other", operand: "script", stdin: "code" },
      options: [
        opt("-c -e --exec --eval --command=", "text that runs", { code: "inline" }),
        opt("-S -r -x --resource=", "file that runs", { code: "script" }),
      ],
    },
  ),
  program("journalctl", "prints logs in a pager", {
    partial: true,
    options: flags(
      "-u --unit=, -n --lines=, -f --follow, -e, -x, --since=, --until=, -o --output=, --no-pager, --vacuum-time=, --vacuum-size=, -p --priority=, -b, -k",
    ),
  }),
  ...alike(
    "busctl neofetch ncdu iftop dstat xdotool cancel virsh systemd-resolve update-alternatives xdg-user-dir ntpdate gcore tmate rtorrent rpmquery rpmverify rpmdb",
    "the system",
    { partial: true, options: [opt("--ssh-command -e --exec=", "command", { code: "shell" })] },
  ),
  ...alike("borg duplicity duplicati kopia", "backs up, also to other machines", {
    partial: true,
    sends: true,
    options: [
      opt("--password-command=", "command", { code: "shell" }),
      opt("--files-from --exclude-file=", "file read", { is: ["read"] }),
      opt("--password-file -p=", "password used"),
      opt("-r --repo=", "destination", { is: ["share"] }),
    ],
    operands: { first: [[]], each: ["upload"] },
  }),
  ...alike(
    "showmount rdate hping3 nbtscan tailscale-ssh psftp lwp-request socket mosquitto_pub alpine sqlmap",
    "connects",
    {
      partial: true,
      sends: true,
      downloads: true,
      options: [opt("-b -f --file=", "file read", { is: ["read"] }), opt("-m=", "text sent")],
      operands: { first: [["host"]], each: [] },
    },
  ),
  ...alike("c89 c99 cobc", "compiles", {
    partial: true,
    options: [opt("-o=", "file written", { is: ["write"] })],
    operands: each,
  }),
];
