// Programs that talk to other machines: transfer, remote copies, raw connections, mail.

import {
  alike,
  dryRun,
  flags,
  gnuHelp,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
} from "../program-table.ts";

const sshOptions: readonly OptionRow[] = [
  opt("-o=", "setting; ProxyCommand and others run text", { code: "shell" }),
  opt("-S=", "program in place of ssh", { code: "command" }),
  opt("-F=", "configuration, may hold commands", { is: ["read", "options-file"] }),
  opt("-J=", "host in between", { is: ["host"] }),
  opt("-i=", "key used"),
];

const curl = program("curl", "transfers", {
  aliases: ["curlie"],
  special: "curl",
  downloads: true,
  options: [
    opt("-o --output=", "file written", { is: ["write"] }),
    opt("-O --remote-name", "file named like the address"),
    opt("--remote-name-all", "files named like the addresses"),
    opt("-J --remote-header-name", "file named by the server"),
    opt("--output-dir=", "folder written"),
    opt("-T --upload-file=", "file sent", { is: ["upload"] }),
    opt("-d --data --data-ascii --data-binary --data-urlencode --json=", "text or @file sent", { is: ["data"] }),
    opt("--data-raw=", "text sent"),
    opt("-F --form=", "field or @file sent", { is: ["form"] }),
    opt("--form-string=", "text sent"),
    opt("-b --cookie=", "text, or a file that is sent"),
    opt("-H --header --proxy-header=", "text, or @file that is sent", { is: ["data"] }),
    opt("-c --cookie-jar=", "file written", { is: ["write"] }),
    opt("-D --dump-header=", "file written", { is: ["write"] }),
    opt("--trace --trace-ascii --stderr --etag-save --libcurl --hsts --alt-svc=", "file written", { is: ["write"] }),
    opt("--etag-compare -z --time-cond=", "file compared"),
    opt("-K --config=", "file of options", { is: ["read", "options-file"] }),
    opt("-n --netrc", "reads ~/.netrc"),
    opt("--netrc-file=", "passwords used"),
    opt("-E --cert --key --cacert --proxy-cert --proxy-key --crlfile --pubkey=", "key used"),
    opt("--url=", "address", { is: ["url"] }),
    opt("-x --proxy --preproxy --socks4 --socks4a --socks5 --socks5-hostname --proxy1.0=", "proxy", { is: ["url"] }),
    opt("--doh-url=", "address", { is: ["url"] }),
    opt("--resolve=", "host:port:address"),
    opt("--connect-to=", "host:port:host:port"),
    opt("--dns-servers=", "hosts", { is: ["host"] }),
    opt("--unix-socket --abstract-unix-socket=", "socket"),
    opt("-g --globoff", "addresses without braces"),
    opt("-G --get", "data goes into the address"),
    opt("--engine=", "library loaded", { code: "script" }),
    ...flags(
      "-X --request=, -A --user-agent=, -e --referer=, -u --user=, -U --proxy-user=, -m --max-time=, --connect-timeout=, --retry=, --retry-delay=, --retry-max-time=, -r --range=, -C --continue-at=, -w --write-out=, -y --speed-time=, -Y --speed-limit=, --limit-rate=, --max-filesize=, --max-redirs=, --interface=, --local-port=, --ciphers=, --tls-max=, --capath=, --noproxy=, -P --ftp-port=, -Q --quote=, -t --telnet-option=, --proto=, --proto-default=, --proto-redir=, --request-target=, --mail-from=, --mail-rcpt=, --oauth2-bearer=, --aws-sigv4=, --cert-type=, --key-type=, --pass=, --parallel-max=, --rate=, --variable=, --expand-url=, --expand-data=",
    ),
    ...flags(
      "-s --silent, -S --show-error, -f --fail, --fail-with-body, --fail-early, -L --location, --location-trusted, -k --insecure, -i --include --show-headers, -I --head, -v --verbose, -N --no-buffer, -a --append, -B --use-ascii, -l --list-only, -p --proxytunnel, -q --disable, -R --remote-time, -# --progress-bar, -Z --parallel, -0 --http1.0, --http1.1, --http2, --http3, -1 --tlsv1, -2 --sslv2, -3 --sslv3, --tlsv1.2, --tlsv1.3, -4 --ipv4, -6 --ipv6, --compressed, --create-dirs, --raw, --tcp-nodelay, --path-as-is, --post301, --post302, --ssl, --ssl-reqd, --anyauth, --basic, --digest, --negotiate, --ntlm, --no-progress-meter, --no-keepalive, --retry-connrefused, --retry-all-errors, -j --junk-session-cookies, --remove-on-error, --no-clobber, --ca-native, --styled-output, --netrc-optional, --tr-encoding, -: --next",
    ),
    help("-h --help?"),
    help("-V --version"),
    help("-M --manual"),
  ],
  operands: { each: ["url"] },
});

const wget = program("wget", "fetches", {
  aliases: ["wget2"],
  special: "wget",
  downloads: true,
  options: [
    opt("-O --output-document=", "file written", { is: ["write"] }),
    opt("-P --directory-prefix=", "folder written"),
    opt("-o --output-file -a --append-output=", "log written", { is: ["write"] }),
    opt("-i --input-file=", "file of addresses", { is: ["read"] }),
    opt("--post-file --body-file=", "file sent", { is: ["upload"] }),
    opt("--post-data --body-data=", "text sent"),
    opt("--save-cookies --warc-file --rejected-log --hsts-file=", "file written", { is: ["write"] }),
    opt("--load-cookies=", "file used"),
    opt("--use-askpass=", "program run", { code: "command" }),
    opt("--config=", "file of options", { is: ["read", "options-file"] }),
    opt("-e --execute=", "setting; proxies among them"),
    opt("-B --base=", "address", { is: ["url"] }),
    ...flags(
      "-t --tries=, -T --timeout=, --connect-timeout=, --read-timeout=, --dns-timeout=, -w --wait=, --waitretry=, -Q --quota=, --limit-rate=, -U --user-agent=, --header=, --referer=, --user=, --password=, --http-user=, --http-password=, --method=, -l --level=, -A --accept=, -R --reject=, --accept-regex=, --reject-regex=, -D --domains=, --exclude-domains=, -I --include-directories=, -X --exclude-directories=, --cut-dirs=, --default-page=, --certificate=, --private-key=, --ca-certificate=, --secure-protocol=, --bind-address=, --progress=, --start-pos=, --max-redirect=, --restrict-file-names=, --compression=, --report-speed=, --proxy-user=, --proxy-password=, --ftp-user=, --ftp-password=, -S --server-response, --retry-on-http-error=",
    ),
    ...flags(
      "-q --quiet, -v --verbose, -nv --no-verbose, -b --background, -d --debug, -c --continue, -N --timestamping, -nc --no-clobber, -nd --no-directories, -x --force-directories, -nH --no-host-directories, -r --recursive, -np --no-parent, -k --convert-links, -K --backup-converted, -p --page-requisites, -m --mirror, -E --adjust-extension, -H --span-hosts, -L --relative, --no-check-certificate, --no-proxy, --content-disposition, --trust-server-names, --content-on-error, --delete-after, --spider, --show-progress, --no-cookies, --https-only, -4 --inet4-only, -6 --inet6-only, --no-cache, --no-hsts, --no-netrc, --no-config, --random-wait, --ignore-length, --no-glob, --no-dns-cache, --retry-connrefused, -F --force-html",
    ),
    help("-h --help"),
    help("-V --version"),
  ],
  operands: { each: ["url"] },
});

const rsync = program("rsync", "copies, also to other machines", {
  special: "rsync",
  sends: true,
  downloads: true,
  options: [
    opt("-e --rsh=", "program in place of ssh", { code: "shell" }),
    opt("--rsync-path=", "program on the other side", { code: "shell" }),
    opt(
      "--delete --del --delete-before --delete-during --delete-delay --delete-after",
      "deletes what the source lacks",
    ),
    opt("--delete-excluded", "deletes what is excluded"),
    opt("--remove-source-files", "deletes what was sent"),
    opt("--files-from --exclude-from --include-from --password-file=", "file read", { is: ["read"] }),
    opt("--log-file --write-batch --only-write-batch=", "file written", { is: ["write"] }),
    opt("--backup-dir --temp-dir -T --partial-dir=", "folder written"),
    dryRun("-n --dry-run"),
    ...flags(
      "-f --filter=, --exclude=, --include=, -B --block-size=, --max-size=, --min-size=, --timeout=, --contimeout=, --port=, --bwlimit=, --chmod=, --chown=, --usermap=, --groupmap=, --out-format=, --info=, --debug=, --compress-level=, -@ --modify-window=, --suffix=, --compare-dest=, --copy-dest=, --link-dest=, --skip-compress=, --max-delete=, --stop-after=, --iconv=, --address=, --sockopts=, --protocol=, --checksum-seed=, -M --remote-option=, --read-batch=, --outbuf=, --compress-choice --zc=, --checksum-choice --cc=",
    ),
    ...flags(
      "-a --archive, -v --verbose, -q --quiet, -c --checksum, -r --recursive, -R --relative, -b --backup, -u --update, --inplace, --append, -d --dirs, -l --links, -L --copy-links, --copy-unsafe-links, --safe-links, --munge-links, -k --copy-dirlinks, -K --keep-dirlinks, -H --hard-links, -p --perms, -E --executability, -A --acls, -X --xattrs, -o --owner, -g --group, --devices, --specials, -D, -t --times, -O --omit-dir-times, -J, --super, -S --sparse, -W --whole-file, -x --one-file-system, --existing, --ignore-existing, --ignore-errors, --force, --partial, -P, --delay-updates, -m --prune-empty-dirs, --numeric-ids, -I --ignore-times, --size-only, -y --fuzzy, -z --compress, -C --cvs-exclude, -0 --from0, --stats, -8, -h --human-readable, --progress, -i --itemize-changes, --list-only, -4 --ipv4, -6 --ipv6, -s --secluded-args, --mkpath, --fsync, --blocking-io, --no-motd, -U --atimes, -N --crtimes, -F",
    ),
    help("--help"),
    help("-V --version"),
  ],
});

const remoteCopies: readonly ProgramTable[] = [
  program("scp", "copies to and from other machines", {
    special: "copy-remote",
    sends: true,
    downloads: true,
    options: [
      ...sshOptions,
      opt("-D=", "program in place of the server", { code: "command" }),
      ...flags("-3, -4, -6, -A, -B, -C, -O, -p, -q, -R, -r, -s, -T, -v, -c=, -l=, -P=, -X="),
    ],
  }),
  program("sftp", "copies to and from other machines", {
    special: "ssh",
    sends: true,
    downloads: true,
    options: [
      ...sshOptions,
      opt("-b=", "file of commands", { is: ["read"] }),
      opt("-D=", "program in place of the server", { code: "command" }),
      ...flags("-4, -6, -A, -a, -C, -f, -N, -p, -q, -r, -v, -B=, -c=, -l=, -P=, -R=, -s=, -X="),
    ],
  }),
  ...alike("ftp lftp ncftp ncftpput ncftpget tnftp", "transfers", {
    partial: true,
    sends: true,
    downloads: true,
    options: [
      opt("-e -c=", "commands; `!` runs a shell", { code: "inline" }),
      opt("-f=", "file of commands", { is: ["read"] }),
      ...flags("-u=, -p=, -n, -i, -v"),
    ],
    operands: { first: [["url"]], each: ["upload"] },
  }),
  ...alike("tftp smbclient telnet rlogin rsh", "connects", {
    partial: true,
    sends: true,
    downloads: true,
    options: [opt("-c=", "commands", { code: "inline" }), ...flags("-U=, -p=, -N, -l=, -n")],
    operands: { first: [["host"]], each: [] },
  }),
  program("croc", "sends files", {
    partial: true,
    sends: true,
    subcommands: {
      send: program("send", "sends files", { partial: true, sends: true, operands: { each: ["upload"] } }),
    },
  }),
  ...alike("wormhole magic-wormhole ffsend", "sends files", {
    partial: true,
    sends: true,
    operands: { first: [[]], each: ["upload"] },
  }),
  program("rclone", "copies to and from clouds", {
    partial: true,
    special: "rclone",
    sends: true,
    globalsAnywhere: true,
    globals: [
      dryRun("-n --dry-run"),
      opt("--config=", "configuration", { is: ["read"] }),
      opt("--password-command=", "command", { code: "shell" }),
      ...flags(
        "-v --verbose, -q --quiet, -P --progress, --transfers=, --checkers=, --exclude=, --include=, --filter=, --bwlimit=, --max-age=, --min-age=",
      ),
    ],
    subcommands: Object.fromEntries(
      [
        "copy",
        "sync",
        "move",
        "copyto",
        "moveto",
        "copyurl",
        "rcat",
        "cat",
        "delete",
        "purge",
        "rmdir",
        "rmdirs",
        "deletefile",
        "mount",
        "serve",
        "ls",
        "lsd",
        "lsl",
        "lsf",
        "size",
        "check",
        "bisync",
        "config",
        "mkdir",
        "about",
        "touch",
        "link",
        "obscure",
        "listremotes",
      ].map((name) => [name, program(name, `rclone ${name}`, { partial: true, special: "rclone", sends: true })]),
    ),
  }),
  ...alike("s3cmd s4cmd s5cmd mc gsutil azcopy b2", "copies to and from clouds", {
    partial: true,
    special: "bucket",
    sends: true,
    downloads: true,
    options: [dryRun("-n --dry-run --dryrun"), ...flags("-r --recursive, -m, -q")],
  }),
];

const connections: readonly ProgramTable[] = [
  ...alike("nc ncat netcat nc.openbsd nc.traditional", "connects", {
    special: "netcat",
    sends: true,
    downloads: true,
    options: [
      opt("-e --exec=", "program run", { code: "command" }),
      opt("-c --sh-exec=", "shell text", { code: "shell" }),
      opt("--lua-exec=", "script run", { code: "script" }),
      opt("-x --proxy=", "proxy, or a file written", { is: ["host"] }),
      opt("-o --output --hex-dump --append-output=", "file written", { is: ["write"] }),
      opt("-l --listen", "waits for a connection"),
      ...flags(
        "-4, -6, -b, -C --crlf, -D, -d, -F, -k --keep-open, -N, -n --nodns, -r, -S, -t --telnet, -U --unixsock, -u --udp, -v --verbose, -z, -Z, --ssl, --send-only, --recv-only, --chat, --broker, -i --idle-timeout=, -I=, -M=, -m --max-conns=, -O=, -P=, -p --source-port=, -q=, -s --source=, -T=, -V=, -w --wait=, -X --proxy-type=, -g=, -G=, --proxy-auth=, --allow=, --deny=",
      ),
      help("-h --help"),
      help("--version"),
    ],
  }),
  program("socat", "connects two ends; EXEC and SYSTEM run", {
    style: "words",
    partial: true,
    special: "socat",
    sends: true,
    downloads: true,
    options: flags("-d, -v, -x, -u, -U, -t=, -T=, -lf="),
  }),
  program("openssl", "keys and connections", {
    style: "words",
    partial: true,
    special: "openssl",
    sends: true,
    options: [
      opt("-in -inkey -key -kfile -CAfile=", "file read", { is: ["read"] }),
      opt("-out -keyout -writerand=", "file written", { is: ["write"] }),
      opt("-connect -proxy=", "host", { is: ["host"] }),
      opt("-engine=", "library loaded", { code: "script" }),
      opt("-config=", "configuration", { is: ["read"] }),
      ...flags(
        "-pass=, -passin=, -passout=, -k=, -K=, -iv=, -md=, -inform=, -outform=, -subj=, -days=, -newkey=, -servername=, -e, -d, -a, -base64, -A, -nodes, -noout, -text, -x509, -new, -pubout, -pubin, -quiet",
      ),
    ],
  }),
  ...alike("ping ping6 traceroute tracepath mtr nmap masscan arping fping", "probes", {
    partial: true,
    options: [
      opt("-iL=", "file of hosts", { is: ["read"] }),
      opt("--script=", "script run", { code: "script" }),
      opt("-oN -oX -oG -oA=", "file written", { is: ["write"] }),
      ...flags("-c=, -w=, -W=, -i=, -s=, -t=, -p=, -n, -q, -m="),
    ],
    operands: { each: ["host"] },
  }),
  ...alike("dig nslookup host drill kdig dog whois resolvectl", "asks name servers: the name may carry data", {
    partial: true,
    sends: true,
    options: [opt("-f=", "file of names", { is: ["read"] }), ...flags("-t=, -p=, -x=, -q=, -b=, -k=, -h=")],
    operands: { each: ["host"] },
  }),
  ...alike("http https xh httpie wuzz hey ab wrk vegeta k6 siege", "requests", {
    partial: true,
    special: "curl",
    downloads: true,
    options: [
      opt("-o --output=", "file written", { is: ["write"] }),
      opt("--proxy=", "proxy", { is: ["url"] }),
      ...flags("-d --download, -f --form, -j --json, -a --auth=, -b, -h, -v, -p --print=, -n=, -c=, -m=, -H="),
    ],
    operands: { each: ["url"] },
  }),
  ...alike(
    "aria2c axel lwp-download GET lynx links elinks w3m youtube-dl yt-dlp httrack fetch puf prozilla",
    "fetches",
    {
      partial: true,
      special: "wget",
      downloads: true,
      options: [
        opt("-o --out --output=", "file written", { is: ["write"] }),
        opt("-d --dir=", "folder written"),
        opt("-i --input-file=", "file read", { is: ["read"] }),
        opt("--on-download-complete --exec --external-downloader --downloader=", "command", { code: "command" }),
        opt("--all-proxy --proxy=", "proxy", { is: ["url"] }),
        ...flags("-x=, -s=, -j=, -n=, -c, -q, -dump, -source, -dump_source, -T=, -f="),
      ],
      operands: { each: ["url"] },
    },
  ),
  ...alike("mail mailx mutt sendmail msmtp swaks s-nail ssmtp", "sends mail", {
    partial: true,
    sends: true,
    special: "netcat",
    options: [
      opt("-a -A --attach=", "file sent", { is: ["upload"] }),
      opt("-S --server=", "host or setting"),
      ...flags("-s=, -r=, -c=, -b=, -t, -f=, -q=, --to=, --from=, --body=, --data="),
    ],
  }),
  program("ssh-keyscan", "fetches host keys", {
    partial: true,
    options: [...flags("-t=, -p=, -T=, -H, -4, -6"), opt("-f=", "file of hosts", { is: ["read"] })],
    operands: { each: ["host"] },
  }),
  program("ssh-copy-id", "lets a key in", {
    partial: true,
    special: "ssh",
    options: [...flags("-i?, -p=, -f"), opt("-o=", "setting", { code: "shell" })],
  }),
  ...alike("ngrok cloudflared localtunnel lt bore chisel frpc tailscale zerotier-cli wg wg-quick openvpn", "tunnels", {
    partial: true,
    sends: true,
  }),
  ...alike("http-server serve live-server", "serves a folder", { partial: true, external: "task" }),
  program("websocat", "connects", {
    partial: true,
    sends: true,
    downloads: true,
    options: [opt("-e --exec-args;", "command", { code: "words" })],
    operands: { each: ["url"] },
  }),
  program("grpcurl", "requests", {
    partial: true,
    options: [opt("-d=", "text sent", { is: ["data"] }), ...gnuHelp],
    operands: { first: [["host"]], each: [] },
  }),
];

export const network: readonly ProgramTable[] = [curl, wget, rsync, ...remoteCopies, ...connections];
