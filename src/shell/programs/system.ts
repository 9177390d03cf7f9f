// The machine: services, schedules, disks, network rules, users, processes, keys, and the environment.

import {
  alike,
  byName,
  codeOption,
  codeVariables,
  dryRun,
  flags,
  gnuHelp,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
} from "./table/program-table.ts";

const services: readonly ProgramTable[] = [
  program("systemctl", "services", {
    codeVariables: [codeVariables("command", "SYSTEMD_PAGER SYSTEMD_EDITOR")],
    partial: true,
    globalsAnywhere: true,
    globals: [
      ...flags(
        "--user, --system, -H --host=, -M --machine=, --now, -f --force, -q --quiet, --no-block, --no-pager, -t --type=, --state=, -p --property=, -a --all, -l --full, --root=, --runtime, -s --signal=, --no-ask-password",
      ),
      help("-h --help"),
      help("--version"),
    ],
    subcommands: byName(
      ...alike(
        "start stop restart reload try-restart kill enable disable mask unmask link revert edit set-property daemon-reload daemon-reexec poweroff reboot halt suspend hibernate isolate emergency rescue kexec switch-root preset set-default import-environment set-environment unset-environment",
        "changes services",
        { partial: true, options: [dryRun("--dry-run")] },
      ),
      ...alike(
        "status show cat list-units list-unit-files list-timers list-sockets is-active is-enabled is-failed list-dependencies get-default show-environment help list-jobs reset-failed",
        "shows services",
        { partial: true },
      ),
    ),
  }),
  ...alike("service rc-service initctl sv s6-rc rc-update update-rc.d chkconfig supervisorctl monit", "services", {
    partial: true,
  }),
  program("crontab", "schedule of a user", {
    operandCode: "crontab",
    interpreter: { language: "other", operand: "script", stdin: "never" },
    options: [
      opt("-r", "deletes the schedule"),
      opt("-e", "edits the schedule"),
      opt("-l", "prints the schedule"),
      opt("-u=", "another user"),
      ...flags("-i, -s, -x=, -T="),
    ],
    operands: { each: ["read"] },
  }),
  program("dmesg", "messages of the kernel", {
    partial: true,
    options: [
      opt("-C --clear", "removes the messages"),
      opt("-c --read-clear", "prints and removes the messages"),
      opt("-D --console-off", "switches them off"),
      opt("-F --file=", "file read", { is: ["read"] }),
      ...flags("-T --ctime, -H --human, -w --follow, -l --level=, -f --facility=, -n --console-level=, -k, -x, -t"),
      help("-h --help"),
      help("-V --version"),
    ],
  }),
  ...alike("shutdown reboot halt poweroff init telinit", "ends the system", {
    partial: true,
    options: [help("--help"), opt("-c", "cancels")],
  }),
  program("loginctl", "sessions", { partial: true }),
];

/** `-n` is for the ext tools and that of NTFS, `-N` for those of XFS and BSD; elsewhere `-n` takes a name or a size. */
const newFileSystem = (names: string, dry: OptionRow): readonly ProgramTable[] =>
  alike(names, "makes a file system: all data is lost", {
    partial: true,
    options: [
      dry,
      ...flags("-t --type=, -L=, -F, -f, -q, -b=, -m=, -i=, -O=, -U=, -E=, -I="),
      help("-V --version"),
      help("--help"),
    ],
    operands: { each: ["write"] },
  });

const disks: readonly ProgramTable[] = [
  ...newFileSystem("mkfs.ext2 mkfs.ext3 mkfs.ext4 mke2fs mkfs.ntfs mkntfs", dryRun("-n --no-action")),
  ...newFileSystem("mkfs.xfs newfs", dryRun("-N")),
  ...newFileSystem(
    "mkfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.exfat mkfs.f2fs mkswap mkdosfs newfs_apfs",
    opt("-n=", "a name or a size"),
  ),
  ...alike(
    "fdisk cfdisk gdisk blkdiscard lvremove vgremove pvremove lvcreate vgcreate pvcreate tune2fs resize2fs badblocks diskutil zpool zfs btrfs sg_format partprobe e2fsck fsck xfs_repair",
    "changes disks",
    { partial: true, options: [help("-l --list"), dryRun("-n --no-act"), ...gnuHelp], operands: { each: ["write"] } },
  ),
  program("wipefs", "removes the signs of file systems; without an option it shows them", {
    options: [
      ...["-a --all", "-o --offset=", "-t --types="].map((flag) => opt(flag, "removes signs", { makes: ["write"] })),
      dryRun("-n --no-act"),
      ...flags("-f --force, -b --backup?, -i --noheadings, -J --json, -O --output=, -p --parsable, -q --quiet"),
      ...gnuHelp,
    ],
    operands: { each: [] },
  }),
  ...[
    { name: "hdparm", looks: "-I -i -t -T -C -g -N" },
    { name: "sfdisk", looks: "-d --dump -l --list -F --list-free -V --verify -J --json -s --show-size" },
    { name: "sgdisk", looks: "-p --print -i --info -v --verify -F --first-in-largest" },
    { name: "mdadm", looks: "-D --detail -E --examine -Q --query --scan" },
  ].map(({ name, looks }) =>
    program(name, "changes disks", {
      partial: true,
      options: [help(looks), ...gnuHelp],
      operands: { each: ["write"] },
    }),
  ),
  ...[
    {
      name: "nvme",
      looks: "list list-subsys smart-log id-ctrl id-ns list-ns error-log fw-log get-log show-regs version",
    },
    { name: "cryptsetup", looks: "luksDump status isLuks luksUUID benchmark" },
  ].map(({ name, looks }) =>
    program(name, "changes disks", {
      partial: true,
      options: gnuHelp,
      operands: { each: ["write"] },
      subcommands: byName(...alike(looks, "looks at a disk", { partial: true })),
    }),
  ),
  program("parted", "changes partitions", { partial: true, options: [help("-l --list"), ...gnuHelp] }),
  program("mount", "mounts", {
    links: true,
    partial: true,
    options: [
      ...flags(
        "-t --types=, -o --options=, -L --label=, -U --uuid=, -a --all, -r --read-only, -w --rw, -B --bind, -R --rbind, -M --move, -v --verbose, -f --fake, -n --no-mtab",
      ),
      help("-l"),
      ...gnuHelp,
    ],
    operands: { each: ["share"], last: ["write"] },
  }),
  ...alike(
    "sshfs mount.nfs mount.cifs mount_nfs mount_smbfs",
    "mounts a folder of another machine",
    {
      partial: true,
      style: "posix",
      options: [opt("-o=", "setting", { code: "shell" }), ...flags("-p=, -C, -f, -d, -v, -t=")],
      operands: { first: [["repository"], ["write"]] },
    },
    { sshfs: { replacesHelpers: true } },
  ),
  ...alike(
    "umount losetup swapon swapoff kpartx fusermount fusermount3 bindfs lsblk blkid findmnt dmsetup eject sync udevadm",
    "mounts",
    { partial: true },
  ),
  ...alike(
    "insmod modprobe rmmod kmod depmod sysctl kexec grub-install update-grub grub-mkconfig efibootmgr bootctl fwupdmgr flashrom ldconfig",
    "the kernel",
    {
      partial: true,
      options: [opt("-p --load=", "settings", { is: ["read"] }), dryRun("-n --dry-run"), ...gnuHelp],
      operands: { each: [] },
    },
    { sysctl: { operandCode: "core" } },
  ),
];

const networkRules: readonly ProgramTable[] = [
  ...alike("iptables ip6tables ebtables arptables iptables-legacy iptables-nft", "rules for packets", {
    partial: true,
    options: [
      opt("-F --flush", "removes all rules"),
      opt("-X --delete-chain", "removes a chain"),
      opt("-D --delete", "removes a rule"),
      opt("-P --policy=", "what happens to the rest"),
      opt("-Z --zero", "resets counters"),
      help("-L --list"),
      help("-S --list-rules"),
      help("-h --help"),
      help("-V --version"),
      ...flags(
        "-A --append=, -I --insert=, -R --replace=, -N --new-chain=, -E --rename-chain=, -C --check=, -t --table=, -p --protocol=, -s --source=, -d --destination=, -j --jump=, -i --in-interface=, -o --out-interface=, -m --match=, --dport --destination-port=, --sport --source-port=, -n --numeric, -v --verbose, --line-numbers, -w --wait?",
      ),
    ],
    operands: { each: [] },
  }),
  ...alike("iptables-restore ip6tables-restore iptables-save ip6tables-save", "rules for packets", {
    partial: true,
    options: [opt("-f --file=", "file written", { is: ["write"] }), dryRun("-t --test")],
    operands: { each: ["read"] },
  }),
  program("nft", "rules for packets", {
    partial: true,
    style: "posix",
    options: [
      opt("-f --file=", "file of rules", { is: ["read"] }),
      dryRun("-c --check"),
      help("-h --help"),
      help("-v --version"),
    ],
    subcommands: byName(
      ...alike("flush delete destroy reset add insert replace create rename", "changes rules", { partial: true }),
      ...alike("list monitor describe", "shows rules", { partial: true }),
    ),
  }),
  program("ufw", "firewall", {
    partial: true,
    options: [
      opt("--force", "does not ask for confirmation"),
      dryRun("--dry-run"),
      help("-h --help"),
      help("--version"),
    ],
    subcommands: byName(
      ...alike(
        "disable enable reset reload allow deny reject limit delete insert default logging route",
        "changes rules",
        {
          partial: true,
        },
      ),
      ...alike("status show app version", "shows rules", { partial: true }),
    ),
  }),
  program("firewall-cmd", "firewall", {
    partial: true,
    options: [
      ...flags(
        "--permanent, --zone=, --reload, --complete-reload, --panic-on, --panic-off, --add-port=, --remove-port=, --add-service=, --remove-service=, --add-rich-rule=, --remove-rich-rule=, --set-default-zone=, --add-masquerade, --remove-masquerade",
      ),
      help("-h --help"),
      help("--state"),
      help("--list-all"),
    ],
  }),
  program("ip", "network rules", {
    partial: true,
    subcommands: byName(
      ...["netns", "vrf"].map((name) =>
        program(name, "networks apart", {
          partial: true,
          subcommands: byName(
            program("exec", "runs a command there", { style: "posix", wrapper: { inner: "operands", skip: 1 } }),
          ),
        }),
      ),
    ),
  }),
  ...alike(
    "pfctl ipfw route ifconfig iw iwconfig nmcli netplan tc hostnamectl brctl ethtool networksetup scutil resolvconf",
    "network rules",
    {
      partial: true,
      options: [opt("-f=", "file of rules", { is: ["read"] }), opt("-d", "switches off"), opt("-F=", "removes rules")],
    },
    { networksetup: { style: "words" } },
  ),
  ...alike("tshark dumpcap", "shows packets", {
    partial: true,
    options: [
      opt("-w=", "file written", { is: ["write"] }),
      opt("-r -F=", "file read", { is: ["read"] }),
      ...flags("-i=, -c=, -s=, -f=, -Y=, -z=, -T=, -e=, -d=, -o=, -n, -q, -V, -x, -l"),
      ...gnuHelp,
    ],
    operands: { each: [] },
  }),
  program("tcpdump", "shows packets", {
    codeOptions: [codeOption("-z", "command")],
    partial: true,
    options: [
      opt("-w=", "file written", { is: ["write"] }),
      opt("-r -F=", "file read", { is: ["read"] }),
      opt("-z=", "program run for each file", { code: "command" }),
      ...flags("-i=, -c=, -s=, -C=, -G=, -W=, -Z=, -n, -v, -A, -X, -e, -l, -q"),
      ...gnuHelp,
    ],
    operands: { each: [] },
  }),
  ...alike(
    "ss netstat wireshark arp lsmod lspci lsusb lscpu uptime free vmstat iostat mpstat sar w who last lastlog users hostname uname nproc getconf locale tty sw_vers dmidecode lshw sensors numastat",
    "shows the machine",
    { partial: true, options: gnuHelp },
    {
      nproc: { prints: "number", outputShape: "[0-9]*" },
      sw_vers: { prints: "data" },
      hostname: { outputShape: "[a-zA-Z0-9]*" },
      uname: { outputShape: "[a-zA-Z0-9]*" },
    },
  ),
];

const users: readonly ProgramTable[] = [
  ...alike(
    "useradd usermod userdel adduser deluser addgroup delgroup groupadd groupmod groupdel gpasswd chage chpasswd passwd chsh chfn newusers vipw vigr visudo dscl sysadminctl pam-auth-update authselect sudoedit sudoreplay",
    "users and rights",
    { partial: true, options: [help("--help"), dryRun("--dry-run")] },
    { chpasswd: { keepsInput: [""] }, passwd: { keepsInput: [""] }, dscl: { style: "words" } },
  ),
  ...alike(
    "id groups whoami logname getent finger newgrp",
    "shows users",
    { partial: true },
    { id: { prints: "data" }, whoami: { outputShape: "[a-zA-Z0-9]*" } },
  ),
  program("auditctl", "records of the system", {
    partial: true,
    options: [
      opt("-e=", "switches the records on or off"),
      opt("-D", "removes all rules"),
      ...flags("-a=, -A=, -d=, -w=, -W=, -k=, -p=, -S=, -F=, -b=, -f="),
      help("-l"),
      help("-s"),
      help("-h"),
    ],
  }),
  ...alike(
    "setenforce semanage setsebool getenforce aa-disable aa-complain aa-enforce aa-teardown apparmor_parser spctl csrutil tccutil",
    "security of the system",
    { partial: true },
  ),
];

const processes: readonly ProgramTable[] = [
  ...alike("kill pkill killall skill snice xkill killall5", "ends processes", {
    partial: true,
    options: [
      help("-l --list"),
      help("-L --table"),
      opt("-9 -KILL -SIGKILL", "at once"),
      ...flags(
        "-s --signal=, -15 -TERM -SIGTERM, -1 -HUP -SIGHUP, -2 -INT -SIGINT, -0, -STOP -SIGSTOP, -CONT -SIGCONT, -USR1, -USR2, -f --full, -u --euid=, -x --exact, -n --newest, -o --oldest, -q --queue=, -t --terminal=, -P --parent=, -g --pgroup=",
      ),
    ],
  }),
  program("ps", "shows processes; `e` also their environment", {
    partial: true,
    printsEnvironment: true,
    options: flags(
      "-o --format=, -O=, -C=, -p --pid=, -q --quick-pid=, -u --user=, -U --User=, -g --group=, -G --Group=, -t --tty=, -s --sid=, --ppid=, --sort -k=, --cols --columns --width=, --lines --rows=",
    ),
  }),
  ...alike(
    "top htop btop atop pgrep pidof pstree pidstat jobs fg bg disown wait renice schedtool iotop nethogs glances",
    "shows processes",
    { partial: true },
    { pgrep: { prints: "number" }, pidof: { prints: "number" } },
  ),
];

const keys: readonly ProgramTable[] = [
  program("gpg", "keys", {
    keepsInput: [""],
    aliases: ["gpg2"],
    partial: true,
    options: [
      opt("-o --output --status-file --logger-file=", "file written", { is: ["write"] }),
      opt("--passphrase-file --secret-keyring --keyring=", "file used"),
      opt("--export-secret-keys --export-secret-subkeys --export-secret-key", "prints private keys"),
      opt("--delete-secret-keys --delete-secret-key --delete-keys --delete-key", "deletes keys"),
      opt("--keyserver=", "address", { is: ["url"] }),
      opt("--photo-viewer --agent-program --dirmngr-program=", "program run", { code: "command" }),
      ...flags(
        "-e --encrypt, -d --decrypt, -s --sign, -b --detach-sign, -c --symmetric, --clear-sign, --verify, --import, --export, -a --armor, -r --recipient=, -u --local-user=, --homedir=, --batch, --yes, --passphrase=, --pinentry-mode=, --gen-key, --full-generate-key, -k --list-keys, -K --list-secret-keys, --recv-keys, --send-keys, --edit-key, --trust-model=, --passphrase-fd=, -q --quiet",
      ),
      ...gnuHelp,
    ],
    operands: { each: ["read"] },
  }),
  program("ssh-keygen", "keys", {
    codeOptions: [codeOption("-D", "file")],
    options: [
      opt("-f=", "key written or used"),
      opt("-D -w=", "library loaded", { code: "script" }),
      ...flags(
        "-t=, -b=, -C=, -N=, -P=, -q, -y, -l, -E=, -p, -e, -i, -m=, -R=, -F=, -H, -A, -a=, -B, -c, -I=, -s=, -n=, -O=, -V=, -z=, -k, -K, -L, -M=, -Q, -U, -u, -v, -Y=, -Z=, -r=, -g, -h, -W=",
      ),
    ],
    operands: { each: [] },
  }),
  program("ssh-add", "keys of the agent", {
    keepsInput: [""],
    partial: true,
    options: [
      opt("-s -S=", "library loaded", { code: "script" }),
      ...flags("-l, -L, -d, -D, -x, -X, -t=, -c, -K, -k, -q, -E=, -e="),
    ],
    operands: { each: [] },
  }),
  ...alike("age rage minisign signify cosign keytool certutil certbot step mkcert", "keys", {
    partial: true,
    options: [
      opt("-o --output=", "file written", { is: ["write"] }),
      opt("-i --identity=", "key used"),
      ...flags("-r --recipient=, -R=, -p, -d --decrypt, -e --encrypt, -a --armor"),
      opt("--deploy-hook --pre-hook --post-hook=", "shell text", { code: "shell" }),
    ],
    operands: { each: ["read"] },
  }),
  ...alike(
    "lpass secret-tool keyring security keepassxc-cli credstash",
    "keeps passwords",
    { partial: true },
    { "secret-tool": { keepsInput: ["store"] } },
  ),
  program("op", "keeps passwords", {
    partial: true,
    style: "posix",
    globals: [help("-h --help"), ...flags("--account=, --vault=, --format=, --session=, --config=, --no-color")],
    globalsAnywhere: true,
    subcommands: byName(
      program("read", "prints a password", {
        partial: true,
        options: [opt("-o --out-file=", "file written", { is: ["write"] })],
      }),
      program("run", "runs with passwords", {
        style: "posix",
        wrapper: { inner: "operands", after: "--" },
        options: [opt("--env-file=", "variables used"), ...flags("--no-masking")],
      }),
      program("inject", "fills in passwords", {
        partial: true,
        options: [
          opt("-i --in-file=", "file read", { is: ["read"] }),
          opt("-o --out-file=", "file written", { is: ["write"] }),
        ],
      }),
      program("item", "items", {
        partial: true,
        options: flags("--fields=, --reveal"),
        subcommands: byName(
          ...alike("get list create edit delete share template move", "items", {
            partial: true,
            options: flags("--fields=, --reveal"),
          }),
        ),
      }),
      program("document", "documents", {
        partial: true,
        subcommands: byName(...alike("get list create edit delete", "documents", { partial: true })),
      }),
      ...alike("signin signout whoami vault account user group connect service-account", "passwords", {
        partial: true,
      }),
    ),
  }),
  ...alike(
    "pass gopass",
    "keeps passwords",
    {
      partial: true,
      style: "posix",
      options: flags("-c --clip?, -q --qrcode?"),
      subcommands: byName(
        ...alike("show otp", "prints a password", {
          partial: true,
          options: flags("-c --clip?, -q --qrcode?, -o --password"),
        }),
        ...alike("insert edit generate rm remove delete mv cp init add", "changes passwords", { partial: true }),
        ...alike("ls list find search grep git version help", "names", { partial: true }),
      ),
    },
    { pass: { keepsInput: ["insert"] } },
  ),
  ...alike("bw rbw", "keeps passwords", {
    partial: true,
    subcommands: byName(
      ...alike("get export", "prints passwords", {
        partial: true,
        options: [opt("--output=", "file written", { is: ["write"] })],
      }),
      ...alike("list login unlock lock logout sync status create edit delete send generate", "passwords", {
        partial: true,
      }),
    ),
  }),
];

/** Programs and builtins that print or change the environment. */
const environment: readonly ProgramTable[] = [
  program("printenv", "prints the environment", {
    printsEnvironment: true,
    options: [...flags("-0 --null"), ...gnuHelp],
    operands: { each: [] },
  }),
  program("export", "sets variables; `-p` prints them", {
    style: "posix",
    printsEnvironment: true,
    special: "variables",
    options: flags("-f, -n, -p"),
  }),
  program("set", "shell options; alone it prints all variables", { style: "none", printsEnvironment: true }),
  ...alike("declare typeset local readonly", "sets variables; `-p` prints them", {
    style: "posix",
    printsEnvironment: true,
    special: "variables",
    options: flags("-a, -A, -f, -F, -g, -i, -I, -l, -n, -r, -t, -u, -x, -p"),
  }),
  program("compgen", "prints names", { partial: true }),
  program("unset", "unsets variables", { style: "posix", options: flags("-f, -v, -n") }),
];

export const system: readonly ProgramTable[] = [
  ...services,
  ...disks,
  ...networkRules,
  ...users,
  ...processes,
  ...keys,
  ...environment,
];
