// The machine: services, schedules, disks, network rules, users, processes, keys, and the environment.

import { alike, byName, dryRun, flags, gnuHelp, help, opt, type ProgramTable, program } from "../program-table.ts";

const services: readonly ProgramTable[] = [
  program("systemctl", "services", {
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
  ...alike(
    "service rc-service initctl sv s6-rc rc-update update-rc.d chkconfig launchctl supervisorctl pm2 monit",
    "services",
    { partial: true },
  ),
  program("crontab", "schedule of a user", {
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
  ...alike("shutdown reboot halt poweroff init telinit systemd-inhibit", "ends the system", {
    partial: true,
    options: [help("--help"), opt("-c", "cancels")],
  }),
  program("loginctl", "sessions", { partial: true }),
];

const disks: readonly ProgramTable[] = [
  ...alike(
    "mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.ntfs mkfs.f2fs mke2fs mkswap mkdosfs newfs newfs_apfs",
    "makes a file system: all data is lost",
    {
      partial: true,
      options: [
        dryRun("-n"),
        ...flags("-t --type=, -L=, -F, -f, -q, -b=, -m=, -i=, -O=, -U=, -E=, -I="),
        help("-V --version"),
        help("--help"),
      ],
      operands: { each: ["write"] },
    },
  ),
  ...alike(
    "fdisk sfdisk cfdisk parted gdisk sgdisk wipefs blkdiscard hdparm mdadm cryptsetup lvremove vgremove pvremove lvcreate vgcreate pvcreate tune2fs resize2fs badblocks diskutil zpool zfs btrfs nvme sg_format partprobe e2fsck fsck xfs_repair",
    "changes disks",
    { partial: true, options: [help("-l --list"), dryRun("-n --no-act"), ...gnuHelp], operands: { each: ["write"] } },
  ),
  program("mount", "mounts", {
    partial: true,
    options: [
      ...flags(
        "-t --types=, -o --options=, -L --label=, -U --uuid=, -a --all, -r --read-only, -w --rw, -B --bind, -R --rbind, -M --move, -v --verbose, -f --fake, -n --no-mtab",
      ),
      help("-l"),
      ...gnuHelp,
    ],
    operands: { each: [] },
  }),
  ...alike(
    "umount losetup swapon swapoff kpartx fusermount fusermount3 sshfs bindfs mount.nfs mount.cifs lsblk blkid findmnt dmsetup eject sync udevadm",
    "mounts",
    { partial: true },
  ),
  ...alike(
    "insmod modprobe rmmod kmod depmod sysctl dmesg kexec grub-install update-grub grub-mkconfig efibootmgr bootctl fwupdmgr flashrom ldconfig",
    "the kernel",
    {
      partial: true,
      options: [opt("-p --load=", "settings", { is: ["read"] }), dryRun("-n --dry-run"), ...gnuHelp],
      operands: { each: [] },
    },
  ),
];

const networkRules: readonly ProgramTable[] = [
  ...alike(
    "iptables ip6tables iptables-restore ip6tables-restore nft ufw firewall-cmd ebtables arptables pfctl ipfw ip route ifconfig iw iwconfig nmcli netplan tc hostnamectl brctl ethtool networksetup scutil",
    "network rules",
    { partial: true },
  ),
  ...alike(
    "ss netstat tcpdump tshark wireshark bpftrace arp lsmod lspci lsusb lscpu uptime free vmstat iostat mpstat sar w who last lastlog users hostname uname nproc getconf locale tty sw_vers dmidecode lshw sensors numastat",
    "shows the machine",
    { partial: true, options: [opt("-w --write=", "file written"), opt("-z -Z=", "command or user"), ...gnuHelp] },
  ),
];

const users: readonly ProgramTable[] = [
  ...alike(
    "useradd usermod userdel adduser deluser addgroup delgroup groupadd groupmod groupdel gpasswd chage chpasswd passwd chsh chfn newusers vipw vigr visudo dscl sysadminctl pam-auth-update authselect sudoedit sudoreplay",
    "users and rights",
    { partial: true, options: [help("--help"), dryRun("--dry-run")] },
  ),
  ...alike("id groups whoami logname getent finger newgrp", "shows users", { partial: true }),
  ...alike(
    "setenforce semanage setsebool getenforce aa-disable aa-complain aa-enforce apparmor_parser auditctl spctl csrutil tccutil",
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
      ...flags(
        "-s --signal=, -9, -15, -f --full, -u --euid=, -x --exact, -n --newest, -o --oldest, -q --queue=, -t --terminal=, -P --parent=, -g --pgroup=",
      ),
    ],
  }),
  ...alike(
    "ps top htop btop atop pgrep pidof pstree pidstat jobs fg bg disown wait renice schedtool iotop nethogs glances",
    "shows processes",
    { partial: true },
  ),
];

const keys: readonly ProgramTable[] = [
  program("gpg", "keys", {
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
      opt("--deploy-hook --pre-hook --post-hook=", "shell text", { code: "shell" }),
    ],
    operands: { each: ["read"] },
  }),
  ...alike(
    "pass gopass bw lpass secret-tool keyring security keepassxc-cli chamber doppler infisical aws-okta",
    "keeps passwords",
    { partial: true },
  ),
];

/** Programs and builtins that print or change the environment. */
const environment: readonly ProgramTable[] = [
  program("printenv", "prints the environment", {
    printsEnvironment: true,
    options: [...flags("-0 --null"), ...gnuHelp],
    operands: { each: [] },
  }),
  program("export", "sets variables; `-p` prints them", { style: "posix", options: flags("-f, -n, -p") }),
  program("set", "shell options; alone it prints all variables", { style: "none" }),
  ...alike("declare typeset local readonly", "sets variables; `-p` prints them", {
    style: "posix",
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
