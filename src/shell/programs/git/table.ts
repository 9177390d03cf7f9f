// git: its global options and every subcommand. Option lists are complete where a pattern is likely to name one.

import {
  alike,
  byName,
  codeVariables,
  dryRun,
  flags,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
  words,
} from "../table/program-table.ts";

const shared: readonly OptionRow[] = [help("-h --help"), ...flags("-q --quiet, -v --verbose")];
const diffOptions = flags(
  "-p -u --patch, -s --no-patch, -U --unified=, --raw, --stat?, --numstat, --shortstat, --summary, --name-only, --name-status, --color?, --no-color, -M --find-renames?, -C --find-copies?, -R, -a --text, -b --ignore-space-change, -w --ignore-all-space, --word-diff?, --diff-filter=, -S=, -G=, --no-ext-diff, --ext-diff, --textconv, --exit-code, --check, --relative?, --full-index, --binary, -z, --no-renames, --minimal, --histogram, --patience, --compact-summary, --dirstat?",
);
const output = opt("--output=", "file written", { is: ["write"] });
const logOptions = flags(
  "-n --max-count=, --oneline, --graph, --all, --decorate?, --since --after=, --until --before=, --author=, --committer=, --grep=, -i --regexp-ignore-case, --merges, --no-merges, --first-parent, --reverse, --follow, -L=, --format --pretty?, --abbrev-commit, --date=, --branches?, --tags?, --remotes?, --skip=, --left-right, --cherry-pick, --topo-order, --date-order, -g --walk-reflogs, --full-history, --simplify-by-decoration, --show-signature, --no-walk?, -E --extended-regexp, -F --fixed-strings, -P --perl-regexp, --invert-grep, --source, --notes?, -c, --cc, -m",
);
const mergeOptions: readonly OptionRow[] = [
  ...flags(
    "--commit, --no-commit, -e --edit, --no-edit, --ff, --no-ff, --ff-only, -S --gpg-sign?, --no-gpg-sign, --log?, --no-log, --signoff, --no-signoff, --stat, -n --no-stat, --squash, --no-squash, -s --strategy=, -X --strategy-option=, --verify-signatures, --summary, --autostash, --no-autostash, --allow-unrelated-histories, -m --message=, --rerere-autoupdate, --overwrite-ignore, --cleanup=, --into-name=, --progress",
  ),
  opt("--no-verify", "skips hooks"),
  opt("-F --file=", "message file", { is: ["read"] }),
  opt("--abort", "drops the merge under way"),
  opt("--quit", "forgets the merge under way"),
  opt("--continue", "continues"),
];
const transport: readonly OptionRow[] = [
  opt("--upload-pack=", "program on the other side; an `ext::` or local remote runs it here", { code: "shell" }),
  ...flags(
    "--depth=, --deepen=, --shallow-since=, --shallow-exclude=, --unshallow, -4 --ipv4, -6 --ipv6, -j --jobs=, --recurse-submodules?, --no-recurse-submodules, --server-option=, --filter=",
  ),
];

/** Sends commits. */
const push = program("push", "sends commits to a remote", {
  connects: true,
  special: "git",
  options: [
    opt("-f --force", "overwrites remote history"),
    opt("--force-with-lease?", "overwrites only what was seen"),
    opt("--force-if-includes", "with a lease: only what was integrated"),
    opt("--mirror", "makes the remote equal, deletes and overwrites"),
    opt("-d --delete", "deletes remote refs"),
    opt("--prune", "deletes remote branches that no longer exist locally"),
    opt("--all --branches", "all branches"),
    opt("--tags", "all tags"),
    opt("--follow-tags", "tags that point at what is sent"),
    opt("--no-verify", "skips the pre-push hook"),
    opt("--receive-pack --exec=", "program on the other side", { code: "shell" }),
    opt("-o --push-option=", "text for the server"),
    opt("--repo=", "remote", { is: ["repository"] }),
    dryRun("-n --dry-run"),
    ...flags(
      "-u --set-upstream, --signed?, --no-signed, --atomic, --no-atomic, --thin, --no-thin, --progress, --porcelain, --recurse-submodules=, --no-recurse-submodules, -4 --ipv4, -6 --ipv6",
    ),
    ...shared,
  ],
  sends: true,
  operands: { first: [["repository"]], each: [] },
});

const commit = program("commit", "records changes", {
  options: [
    opt("-n --no-verify", "skips hooks"),
    opt("--amend", "replaces the last commit"),
    opt("-F --file=", "message file", { is: ["read"] }),
    opt("-t --template=", "message file", { is: ["read"] }),
    opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
    dryRun("--dry-run"),
    ...flags(
      "-a --all, -p --patch, -C --reuse-message=, -c --reedit-message=, --fixup=, --squash=, --reset-author, --short, --branch, --porcelain, --long, -z --null, --author=, --date=, -m --message=, -s --signoff, --no-signoff, --trailer=, --allow-empty, --allow-empty-message, --cleanup=, -e --edit, --no-edit, --no-post-rewrite, -i --include, -o --only, --pathspec-file-nul, -u --untracked-files?, --status, --no-status, -S --gpg-sign?, --no-gpg-sign",
    ),
    ...shared,
  ],
  operands: { each: [] },
});

const working: readonly ProgramTable[] = [
  program("reset", "moves the branch; with --hard the files too", {
    options: [
      opt("--hard", "uncommitted work is lost"),
      opt("--merge", "uncommitted work in merged files is lost"),
      opt("--keep", "keeps local changes or stops"),
      opt("--soft", "keeps index and files"),
      opt("--mixed", "keeps files"),
      opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
      ...flags(
        "-N --intent-to-add, -p --patch, --pathspec-file-nul, --refresh, --no-refresh, --recurse-submodules?, --no-recurse-submodules",
      ),
      ...shared,
    ],
  }),
  program("checkout", "switches branches or restores files", {
    options: [
      opt("-f --force", "throws away local changes"),
      opt("-B=", "creates or resets a branch"),
      opt("-b=", "creates a branch"),
      opt("--ours -2", "our side of a conflict"),
      opt("--theirs -3", "their side of a conflict"),
      opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
      ...flags(
        "-t, --track?, --no-track, --guess, --no-guess, -l, -d --detach, --orphan=, --ignore-skip-worktree-bits, -m --merge, --conflict=, -p --patch, --ignore-other-worktrees, --overwrite-ignore, --no-overwrite-ignore, --recurse-submodules?, --no-recurse-submodules, --overlay, --no-overlay, --pathspec-file-nul, --progress, -U --unified=, --inter-hunk-context=",
      ),
      ...shared,
    ],
    special: "git",
  }),
  program("switch", "switches branches", {
    options: [
      opt("-f --force --discard-changes", "throws away local changes"),
      opt("-C --force-create=", "creates or resets a branch"),
      ...flags(
        "-c --create=, -d --detach, --guess, --no-guess, -m --merge, --conflict=, -t, --track?, --no-track, --orphan=, --ignore-other-worktrees, --recurse-submodules?, --progress",
      ),
      ...shared,
    ],
  }),
  program("restore", "restores files", {
    options: [
      opt("-S --staged", "the index"),
      opt("-W --worktree", "the files: local changes are lost"),
      opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
      ...flags(
        "-s --source=, -p --patch, --ours, --theirs, -m --merge, --conflict=, --ignore-unmerged, --ignore-skip-worktree-bits, --recurse-submodules, --overlay, --no-overlay, --pathspec-file-nul, --progress",
      ),
      ...shared,
    ],
    operands: { each: ["write"] },
  }),
  program("clean", "deletes untracked files", {
    options: [
      opt("-f --force", "deletes"),
      opt("-d", "folders too"),
      opt("-x", "ignored files too", { walk: "ignored" }),
      opt("-X", "ignored files only", { walk: "ignored" }),
      opt("-e --exclude=", "names that are left out", { walk: "exclude" }),
      ...flags("-i --interactive"),
      dryRun("-n --dry-run"),
      ...shared,
    ],
    operands: {
      each: ["delete"],
      tree: { gitignore: true },
      someOfTree: true,
      none: { text: ".", roles: ["delete"] },
    },
  }),
  program("rm", "deletes tracked files", {
    options: [
      opt("--cached", "only from the index", { unmakes: ["delete"] }),
      ...flags("-f --force, -r, --ignore-unmatch, --sparse, --pathspec-file-nul"),
      opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
      dryRun("-n --dry-run"),
      ...shared,
    ],
    operands: { each: ["delete"] },
  }),
  program("mv", "moves tracked files", {
    options: [...flags("-f --force, -k, --sparse"), dryRun("-n --dry-run"), ...shared],
    operands: { each: ["delete"], last: ["write"] },
  }),
  program("add", "stages files", {
    aliases: ["stage"],
    options: [
      ...flags(
        "-f --force, -i --interactive, -p --patch, -e --edit, -u --update, -A --all, --no-all, --ignore-removal, -N --intent-to-add, --refresh, --ignore-errors, --ignore-missing, --sparse, --renormalize, --chmod=, --pathspec-file-nul",
      ),
      opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
      dryRun("-n --dry-run"),
      ...shared,
    ],
    operands: { each: [] },
  }),
  program("stash", "sets changes aside", {
    options: flags(
      "-p --patch, -S --staged, -k --keep-index, --no-keep-index, -u --include-untracked, -a --all, -m --message=, -q --quiet",
    ),
    operands: { each: ["write"] },
    subcommands: byName(
      program("push", "sets changes aside", {
        options: [
          ...flags(
            "-p --patch, -S --staged, -k --keep-index, --no-keep-index, -u --include-untracked, -a --all, -m --message=",
          ),
          opt("--pathspec-from-file=", "file of paths", { is: ["read"] }),
          ...shared,
        ],
        operands: { each: ["write"] },
      }),
      program("drop", "throws one away", { options: shared }),
      program("clear", "throws all away", { options: shared }),
      ...alike("pop apply branch list save create store", "works with what was set aside", {
        options: [...shared, ...flags("--index, -u --include-untracked, -m --message=")],
      }),
      program("show", "prints what was set aside", { special: "git-show", options: [...shared, ...diffOptions] }),
    ),
  }),
  program("apply", "applies a patch", {
    options: [
      ...flags(
        "--stat, --numstat, --summary, --check, --apply, --index, --cached, --intent-to-add, -3 --3way, -R --reverse, --reject, -z, -p=, -C=, --recount, --exclude=, --include=, --whitespace=, --directory=, --unsafe-paths, --allow-empty, --ignore-whitespace",
      ),
      ...shared,
    ],
    special: "patch",
    operands: { each: ["read"] },
  }),
  program("am", "applies mails", {
    options: [
      ...flags(
        "-s --signoff, -k --keep, -3 --3way, --abort, --continue, --skip, --quit, -i --interactive, -C=, -p=, --directory=, -S --gpg-sign?",
      ),
      opt("-n --no-verify", "skips hooks"),
      ...shared,
    ],
    special: "patch",
    operands: { each: ["read"] },
  }),
];

const history: readonly ProgramTable[] = [
  program("merge", "joins histories", { options: [...mergeOptions, ...shared] }),
  program("pull", "fetches and joins", {
    connects: true,
    special: "git",
    options: [
      opt("-f --force", "overwrites local refs"),
      opt("-r --rebase?", "rebases"),
      ...flags("--no-rebase, -a --append, -p --prune, -t --tags, --no-tags, --all, -k --keep, --set-upstream"),
      dryRun("--dry-run"),
      ...mergeOptions.filter(({ flags: [first] }) => first !== "--abort"),
      ...transport,
      ...shared,
    ],
    downloads: true,
    operands: { first: [["repository"]], each: [] },
  }),
  program("rebase", "replays commits", {
    options: [
      opt("-x --exec=", "shell text after each commit", { code: "shell" }),
      opt("--no-verify", "skips hooks"),
      opt("-f --force-rebase --no-ff", "replays all"),
      opt("--abort", "restores the previous state"),
      ...flags(
        "--onto=, --keep-base, --continue, --skip, --quit, --edit-todo, --show-current-patch, --apply, --empty=, --keep-empty, --no-keep-empty, --reapply-cherry-picks, --no-reapply-cherry-picks, --allow-empty-message, -m --merge, -s --strategy=, -X --strategy-option=, --rerere-autoupdate, -S --gpg-sign?, --no-gpg-sign, --stat, -n --no-stat, -C=, --ignore-whitespace, --whitespace=, --committer-date-is-author-date, --reset-author-date, --signoff, -i --interactive, -r --rebase-merges?, --autosquash, --no-autosquash, --autostash, --no-autostash, --reschedule-failed-exec, --fork-point, --no-fork-point, --root, --update-refs",
      ),
      ...shared,
    ],
  }),
  program("cherry-pick", "copies commits", {
    options: [
      ...flags(
        "-e --edit, --cleanup=, -x, -m --mainline=, -n --no-commit, -s --signoff, -S --gpg-sign?, --ff, --allow-empty, --allow-empty-message, --keep-redundant-commits, --strategy=, -X --strategy-option=, --continue, --skip, --quit, --abort, --rerere-autoupdate",
      ),
      ...shared,
    ],
  }),
  program("revert", "undoes commits", {
    options: [
      ...flags(
        "-e --edit, --no-edit, -m --mainline=, -n --no-commit, -S --gpg-sign?, -s --signoff, --strategy=, -X --strategy-option=, --continue, --skip, --quit, --abort, --cleanup=, --reference",
      ),
      ...shared,
    ],
  }),
  program("branch", "branches", {
    options: [
      opt("-d --delete", "deletes a merged branch"),
      opt("-D", "deletes a branch, merged or not"),
      opt("-f --force", "overwrites a branch"),
      opt("-M", "renames over another"),
      opt("-C", "copies over another"),
      ...flags(
        "-m --move, -c --copy, --color?, --no-color, -i --ignore-case, --column?, --no-column, -r --remotes, -a --all, -l --list, --show-current, --abbrev?, --no-abbrev, -t, --track?, --no-track, --recurse-submodules, -u --set-upstream-to=, --unset-upstream, --edit-description, --contains?, --no-contains?, --merged?, --no-merged?, --sort=, --points-at=, --format=, --create-reflog, --omit-empty",
      ),
      ...shared,
    ],
  }),
  program("tag", "tags", {
    options: [
      opt("-f --force", "moves a tag"),
      opt("-d --delete", "deletes a tag"),
      opt("-F --file=", "message file", { is: ["read"] }),
      ...flags(
        "-a --annotate, -s --sign, --no-sign, -u --local-user=, -v --verify, -n?, -l --list, --sort=, --color?, -i --ignore-case, --column?, --contains?, --no-contains?, --merged?, --no-merged?, --points-at=, -m --message=, -e --edit, --cleanup=, --create-reflog, --format=, --omit-empty, --trailer=",
      ),
      help("-h --help"),
    ],
  }),
  program("filter-branch", "rewrites history", {
    options: [
      ...[
        "--env-filter",
        "--tree-filter",
        "--index-filter",
        "--parent-filter",
        "--msg-filter",
        "--commit-filter",
        "--tag-name-filter",
        "--setup",
      ].map((flag) => opt(`${flag}=`, "shell text", { code: "shell" as const })),
      ...flags(
        "-f --force, --subdirectory-filter=, --prune-empty, --original=, -d=, --remap-to-ancestor, --state-branch=",
      ),
    ],
  }),
  program("filter-repo", "rewrites history", {
    partial: true,
    options: [
      ...flags("-f --force, --path=, --invert-paths, --path-glob=, --path-regex=, --strip-blobs-bigger-than=, --refs="),
      opt("--replace-text=", "file read", { is: ["read"] }),
      dryRun("--dry-run --analyze"),
      ...["--filename-callback", "--message-callback", "--blob-callback", "--commit-callback"].map((flag) =>
        opt(`${flag}=`, "Python text", { code: "inline" as const }),
      ),
    ],
  }),
  program("update-ref", "changes a ref directly", {
    special: "git",
    options: [opt("-d", "deletes a ref"), ...flags("--no-deref, --create-reflog, -m=, --stdin, -z"), ...shared],
  }),
  program("symbolic-ref", "changes a symbolic ref", {
    options: [...flags("-d --delete, --short, --recurse, -m="), ...shared],
  }),
  program("reflog", "history of refs", {
    subcommands: byName(
      program("expire", "forgets history of refs", {
        options: [
          ...flags("--expire=, --expire-unreachable=, --updateref, --rewrite, --stale-fix, --all, --single-worktree"),
          dryRun("-n --dry-run"),
          ...shared,
        ],
      }),
      program("delete", "forgets history of refs", {
        options: [...flags("--updateref, --rewrite"), dryRun("-n --dry-run"), ...shared],
      }),
      ...alike("show list exists drop write", "history of refs", { partial: true }),
    ),
    partial: true,
  }),
  program("gc", "removes what nothing refers to", {
    options: [
      opt("--prune?", "removes at once"),
      ...flags("--aggressive, --auto, --no-prune, --force, --keep-largest-pack, --cruft, --detach, --no-detach"),
      ...shared,
    ],
  }),
  program("prune", "removes what nothing refers to", {
    options: [...flags("--expire=, --progress"), dryRun("-n --dry-run"), ...shared],
  }),
  program("replace", "replaces objects", {
    options: [
      ...flags("-f --force, -d --delete, --edit, --graft, --convert-graft-file, -l --list, --format="),
      ...shared,
    ],
  }),
  program("notes", "notes", { partial: true }),
  program("bisect", "searches for a commit", {
    partial: true,
    subcommands: byName(
      program("run", "runs a command for each commit", { style: "posix", wrapper: { inner: "operands" } }),
      ...alike("start good bad old new skip reset log replay visualize view terms next", "search", { partial: true }),
    ),
  }),
];

const remotes: readonly ProgramTable[] = [
  program("remote", "remotes", {
    options: shared,
    subcommands: byName(
      program("add", "adds a remote", {
        options: [...flags("-t=, -m=, -f, --tags, --no-tags, --mirror?"), ...shared],
        special: "git",
        operands: { first: [[], ["repository"]] },
      }),
      program("set-url", "changes a remote", {
        options: [...flags("--push, --add, --delete"), ...shared],
        special: "git",
        operands: { first: [[], ["repository"]] },
      }),
      ...alike("rename remove rm set-head set-branches get-url show prune update", "remotes", {
        options: [
          ...shared,
          ...flags("-n --dry-run, -p --prune, --all, --push, -a --auto, -d --delete, --add, --progress, --no-progress"),
        ],
      }),
    ),
  }),
  program("clone", "copies a repository", {
    connects: true,
    special: "git",
    downloads: true,
    options: [
      opt("-u=", "program on the other side", { code: "shell" }),
      opt("-c --config=", "configuration; some settings run programs", { code: "command" }),
      opt("--template=", "folder with hooks", { code: "script", is: ["read"] }),
      opt("--separate-git-dir=", "folder written", { is: ["write"] }),
      ...flags(
        "-l --local, --no-hardlinks, -s --shared, --reference=, --reference-if-able=, --dissociate, --progress, -n --no-checkout, --reject-shallow, --bare, --sparse, --also-filter-submodules, --mirror, -o --origin=, -b --branch=, --single-branch, --no-single-branch, --tags, --no-tags, --shallow-submodules, --remote-submodules, --bundle-uri=, --ref-format=, --recursive?",
      ),
      ...transport,
      ...shared,
    ],
    operands: { first: [["repository"], ["write"]] },
  }),
  program("fetch", "fetches commits", {
    connects: true,
    special: "git",
    downloads: true,
    options: [
      opt("-f --force", "overwrites local refs"),
      dryRun("--dry-run"),
      ...flags(
        "--all, --no-all, -a --append, --atomic, -k --keep, -m --multiple, -n --no-tags, -p --prune, -P --prune-tags, --refetch, --refmap=, -t --tags, --auto-gc, --no-auto-gc, --auto-maintenance, --write-fetch-head, --no-write-fetch-head, --set-upstream, -u --update-head-ok, -o=, --progress, --show-forced-updates, --stdin, --negotiation-tip=, --update-shallow, --porcelain",
      ),
      ...transport,
      ...shared,
    ],
    operands: { first: [["repository"]], each: [] },
  }),
  program("ls-remote", "lists remote refs", {
    connects: true,
    special: "git",
    options: [
      ...flags("-b --heads --branches, -t --tags, --refs, --exit-code, --get-url, --sort=, --symref"),
      ...transport,
      ...shared,
    ],
    operands: { first: [["repository"]], each: [] },
  }),
  program("submodule", "repositories within", {
    special: "git",
    options: shared,
    subcommands: byName(
      program("foreach", "runs shell text in each", {
        style: "posix",
        wrapper: { inner: "operands", joined: true },
        options: flags("--recursive, -q --quiet"),
      }),
      program("add", "adds a repository", {
        special: "git",
        options: [...flags("-b=, -f --force, --name=, --reference=, --depth="), ...shared],
        operands: { first: [["repository"], ["write"]] },
      }),
      program("deinit", "removes the files", {
        options: [...flags("-f --force, --all"), ...shared],
        operands: { each: ["delete"] },
      }),
      program("set-url", "another address", {
        options: shared,
        operands: { first: [[], ["repository"]] },
      }),
      ...alike("init update status summary sync set-branch absorbgitdirs", "repositories within", {
        partial: true,
      }),
    ),
  }),
  program("subtree", "merges a repository into a folder", {
    partial: true,
    special: "git",
    options: [opt("-f --force", "overwrites remote history"), ...flags("-P --prefix=, -m --message=, -b --branch=")],
  }),
  program("archive", "packs files", {
    special: "git-show",
    downloads: true,
    options: [
      opt("-o --output=", "file written", { is: ["write"] }),
      opt("--remote=", "repository", { is: ["repository"] }),
      opt("--exec=", "program on the other side", { code: "shell" }),
      opt("--add-file=", "file packed", { is: ["read"] }),
      ...flags("--format=, -l --list, --prefix=, --worktree-attributes, --add-virtual-file=, --mtime="),
      ...shared,
    ],
  }),
  program("bundle", "packs history", {
    subcommands: byName(
      program("create", "packs history", {
        partial: true,
        special: "git",
        operands: { first: [["write"]] },
      }),
      ...alike("verify list-heads unbundle", "reads a pack", { partial: true, operands: { first: [["read"]] } }),
    ),
  }),
  program("request-pull", "requests a pull", { partial: true, operands: { first: [[], []] } }),
  program("send-email", "sends patches", {
    partial: true,
    sends: true,
    options: [
      opt("--smtp-server=", "host or program", { is: ["host"] }),
      opt("--sendmail-cmd --to-cmd --cc-cmd=", "command", { code: "shell" }),
      dryRun("--dry-run"),
      opt("--to --cc --bcc=", "recipients", { is: ["host"] }),
      ...flags("--from=, --subject="),
    ],
    operands: { each: ["upload"] },
  }),
  program("daemon", "serves repositories", { partial: true }),
  program("svn", "Subversion", { partial: true }),
  program("lfs", "large files", {
    partial: true,
    special: "git",
    subcommands: byName(
      program("migrate", "moves files into large ones or back", {
        partial: true,
        subcommands: byName(
          ...alike("import export", "rewrites history", {
            partial: true,
            options: flags(
              "--everything, --include -I=, --exclude -X=, --include-ref=, --exclude-ref=, --no-rewrite, -m --message=, --above=, --fixup, -y --yes, --object-map=, --verbose, --remote=",
            ),
          }),
          program("info", "counts", { partial: true }),
        ),
      }),
    ),
  }),
];

const looking: readonly ProgramTable[] = [
  program("show", "prints commits and files", {
    special: "git-show",
    options: [...diffOptions, ...logOptions, output, ...shared],
  }),
  program("log", "prints history", {
    special: "git-show",
    aliases: ["whatchanged"],
    options: [...logOptions, ...diffOptions, output, ...shared],
  }),
  program("diff", "prints differences", {
    special: "git-show",
    options: [
      ...diffOptions,
      ...flags("--cached --staged, --merge-base, --no-index, -1 --base, -2 --ours, -3 --theirs, -0, -n"),
      output,
      opt("-O=", "order file", { is: ["read"] }),
      ...shared,
    ],
  }),
  program("cat-file", "prints objects", {
    special: "git-show",
    options: [
      ...flags(
        "-t, -s, -e, -p, --textconv, --filters, --path=, --batch?, --batch-check?, --batch-command?, --batch-all-objects, --buffer, --unordered, --follow-symlinks, --allow-unknown-type, -Z, -z",
      ),
      ...shared,
    ],
  }),
  program("grep", "searches files", {
    options: [
      opt("-O --open-files-in-pager?", "program that opens the files", { code: "command" }),
      opt("-f=", "patterns", { is: ["read"] }),
      opt("-l --files-with-matches --name-only", "prints names", { unmakes: ["read"] }),
      opt("-L --files-without-match", "prints names", { unmakes: ["read"] }),
      opt("-c --count", "prints counts", { unmakes: ["read"] }),
      opt("-q --quiet", "prints nothing", { unmakes: ["read"] }),
      ...flags(
        "-e=, -a --text, -i --ignore-case, -I, -w --word-regexp, -v --invert-match, -h, -H, --full-name, -E --extended-regexp, -G --basic-regexp, -P --perl-regexp, -F --fixed-strings, -n --line-number, --column, -z --null, -o --only-matching, --color?, -p --show-function, -A --after-context=, -B --before-context=, -C --context=, -W --function-context, --threads=, --and, --or, --not, --all-match, --cached, --untracked, --no-index, --no-exclude-standard, --exclude-standard, --recurse-submodules, -r --recursive, --max-depth=, -m --max-count=",
      ),
      help("--help"),
    ],
    operands: {
      first: [[]],
      firstUnless: ["-e", "-f"],
      each: ["read"],
      tree: { gitignore: true },
      here: ["read"],
    },
  }),
  program("blame", "prints who wrote each line", {
    aliases: ["annotate"],
    special: "git-show",
    partial: true,
    options: [
      ...flags(
        "-L=, -l, -t, -S=, -p --porcelain, --line-porcelain, -c, -s, -e --show-email, -w, -M?, -C?, --reverse=, --date=, --since=, --ignore-rev=",
      ),
      opt("--contents=", "file read", { is: ["read"] }),
      ...shared,
    ],
    operands: { each: ["read"] },
  }),
  program("status", "prints what changed", {
    options: [
      ...flags(
        "-s --short, -b --branch, --show-stash, --porcelain?, --long, -u --untracked-files?, --ignore-submodules?, --ignored?, -z, --column?, --no-column, --ahead-behind, --no-ahead-behind, --renames, --no-renames, --find-renames?",
      ),
      ...shared,
    ],
    operands: { each: [] },
  }),
  program("shortlog", "prints history", { partial: true }),
  program("describe", "names a commit", { partial: true }),
  program("difftool", "shows differences in a program", {
    partial: true,
    options: [opt("-x --extcmd=", "command", { code: "shell" }), ...flags("-t --tool=, -y --no-prompt, -d --dir-diff")],
  }),
  program("mergetool", "merges in a program", { partial: true, options: flags("-t --tool=, -y --no-prompt") }),
  program("format-patch", "writes patches", {
    partial: true,
    options: [
      opt("-o --output-directory=", "folder written", { is: ["write"] }),
      output,
      ...flags(
        "--stdout, -n --numbered, -k, --cover-letter, -v --reroll-count=, --start-number=, --subject-prefix=, --thread?, -s --signoff",
      ),
      help("-h --help"),
    ],
  }),
  program("hash-object", "digests a file", {
    partial: true,
    options: flags("-t=, -w, --stdin, --path="),
    operands: { each: ["read"] },
  }),
  program("checkout-index", "writes files", {
    partial: true,
    options: [...flags("-f --force, -a --all, -u --index"), opt("--prefix=", "folder written", { is: ["write"] })],
  }),
  program("read-tree", "reads a tree into the index, with -u into the files", {
    options: [
      opt("--reset", "local changes are lost"),
      ...flags(
        "-m, -u, -i, --trivial, --aggressive, --prefix=, --index-output=, --recurse-submodules, --no-sparse-checkout, --empty",
      ),
      dryRun("-n --dry-run"),
      ...shared,
    ],
  }),
  program("ls-files", "lists files", { partial: true }),
  program("ls-tree", "lists files", { partial: true }),
  program("check-ignore", "tests names", { partial: true }),
];

const settings: readonly ProgramTable[] = [
  program("config", "reads and changes settings", {
    foldOperands: true,
    options: [
      opt("-f --file=", "configuration file", { is: ["read"] }),
      ...flags(
        "--global, --system, --local, --worktree, --blob=, --replace-all, --append, --comment=, --get, --get-all, --get-regexp, --get-urlmatch, --get-color, --get-colorbool, --add, --unset, --unset-all, --rename-section, --remove-section, --all, --regexp, --url=, --value=, --fixed-value, -l --list, -t --type=, --bool, --int, --bool-or-int, --bool-or-str, --path, --expiry-date, --no-type, -z --null, --name-only, --show-names, --show-origin, --show-scope, -e --edit, --default=, --includes, --no-includes",
      ),
      ...shared,
    ],
    subcommands: byName(
      ...["set", "unset", "get", "list", "edit", "rename-section", "remove-section"].map((name) =>
        program(name, "settings", {
          foldOperands: true,
          options: [
            opt("-f --file=", "configuration file", { is: ["read"] }),
            ...flags(
              "--global, --system, --local, --worktree, --all, --append, --replace-all, --value=, --fixed-value, --type=, --show-origin, --show-scope, --name-only, --default=, --url=, --regexp, -z --null, --comment=",
            ),
            ...shared,
          ],
        }),
      ),
    ),
  }),
  program("worktree", "working trees", {
    options: shared,
    subcommands: byName(
      program("add", "adds a tree", {
        options: [
          ...flags(
            "-f --force, -b=, -B=, -d --detach, --checkout, --no-checkout, --lock, --reason=, --orphan, --guess-remote, --track",
          ),
          ...shared,
        ],
        operands: { first: [["write"]] },
      }),
      // Without `--force` it refuses to remove a tree with changes, so nothing is lost that is not in the repository.
      program("remove", "removes a tree", {
        options: [opt("-f --force", "removes changes too", { makes: ["delete"] }), ...shared],
        operands: { each: [] },
      }),
      program("move", "moves a tree", {
        options: [...flags("-f --force"), ...shared],
        operands: { first: [["delete"], ["write"]] },
      }),
      ...alike("list lock unlock prune repair", "working trees", { partial: true }),
    ),
  }),
  program("init", "makes a repository", {
    partial: true,
    options: [
      opt("--template=", "folder with hooks", { code: "script", is: ["read"] }),
      ...flags("--bare, -b --initial-branch=, --shared?, --separate-git-dir="),
    ],
    operands: { each: ["write"] },
  }),
  program("update-index", "changes the index", {
    options: [
      ...flags(
        "--assume-unchanged, --no-assume-unchanged, --skip-worktree, --no-skip-worktree, --add, --remove, --force-remove, --refresh, --really-refresh, --chmod=, --cacheinfo=, --index-info, --stdin, -z, --replace, --again -g, --unresolve, --info-only, --ignore-missing, --index-version=, --fsmonitor, --no-fsmonitor, --untracked-cache, --split-index",
      ),
      ...shared,
    ],
  }),
  program("credential", "passwords", {
    subcommands: byName(
      program("fill", "prints a password", {}),
      ...alike("approve reject capability", "passwords", {}),
    ),
  }),
  program("hook", "hooks", { subcommands: byName(program("run", "runs a hook", { partial: true })) }),
  program("maintenance", "upkeep", { partial: true }),
  program("for-each-repo", "runs git in repositories", {
    style: "posix",
    wrapper: { inner: "operands", program: "git" },
    options: flags("--config=, --keep-going"),
  }),
  program("instaweb", "serves the repository", {
    partial: true,
    options: [opt("-d --httpd=", "command", { code: "shell" }), opt("-b --browser=", "command", { code: "command" })],
  }),
  program("help", "prints help", { options: [help("-a --all")] }),
  program("version", "prints the version", {}),
];

/** Subcommands without options that matter to a rule. */
const rest = alike(
  "bugreport backfill cherry citool column commit-graph commit-tree count-objects credential-cache credential-store cvsimport cvsserver diagnose diff-files diff-index diff-tree fast-export fast-import fetch-pack fmt-merge-msg for-each-ref fsck get-tar-commit-id gui http-fetch http-push imap-send index-pack interpret-trailers mailinfo mailsplit merge-base merge-file merge-index merge-one-file merge-tree mktag mktree multi-pack-index name-rev p4 pack-objects pack-redundant pack-refs patch-id prune-packed quiltimport range-diff receive-pack refs repack replay rerere rev-list rev-parse scalar send-pack sh-i18n show-branch show-index show-ref sparse-checkout stripspace unpack-file unpack-objects update-server-info upload-archive upload-pack var verify-commit verify-pack verify-tag write-tree gitk flow crypt town absorb",
  "plumbing and helpers",
  { partial: true },
);

export const git: readonly ProgramTable[] = [
  program("git", "version control", {
    lists: [
      { by: "^ls-files$", names: "operands", without: ["-o", "--others", "-i", "--ignored", "-s", "-u", "-k"] },
      { by: "^ls-tree$", names: "any", with: ["--name-only", "--name-status"] },
      { by: "^(?:diff|show|diff-tree)$", names: "any", with: ["--name-only"] },
      { by: "^status$", names: "any", with: ["--porcelain", "-s"] },
      { by: "^grep$", names: "any", with: ["-l"] },
      { by: "^(?:branch|tag|remote|for-each-ref|rev-list)$", names: "any" },
    ],
    replacesHelpers: true,
    operandCode: "patch",
    codeVariables: [
      codeVariables(
        "command",
        "GIT_PAGER GIT_EDITOR GIT_SEQUENCE_EDITOR GIT_SSH_COMMAND GIT_SSH GIT_PROXY_COMMAND GIT_ASKPASS GIT_EXTERNAL_DIFF",
      ),
      codeVariables("folders", "GIT_EXEC_PATH GIT_TEMPLATE_DIR"),
      codeVariables(
        "settings",
        "GIT_CONFIG_COUNT GIT_CONFIG_KEY_* GIT_CONFIG_VALUE_* GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG GIT_ALLOW_PROTOCOL",
      ),
      codeVariables("places", "GIT_DIR"),
    ],
    serverVariables: words("GIT_PROXY_SSH GIT_HTTP_PROXY"),
    images: ["git"],
    aliases: ["hub"],
    closed: true,
    globals: [
      opt("-C=", "changes to a folder first", { cwd: true }),
      opt("-c=", "setting for this call; aliases, pagers, editors, hooks and helpers run programs", {
        code: "command",
      }),
      opt("--config-env=", "setting from a variable", { code: "command" }),
      opt("--exec-path?", "folder of git's programs", { code: "script" }),
      opt("--git-dir=", "repository"),
      opt("--work-tree=", "working tree"),
      ...flags(
        "-p --paginate, -P --no-pager, --namespace=, --super-prefix=, --bare, --no-replace-objects, --no-lazy-fetch, --no-optional-locks, --no-advice, --literal-pathspecs, --glob-pathspecs, --noglob-pathspecs, --icase-pathspecs, --attr-source=, --html-path, --man-path, --info-path, --list-cmds=",
      ),
      help("-h --help"),
      help("-v --version"),
    ],
    style: "posix",
    subcommands: byName(push, commit, working, history, remotes, looking, settings, rest),
  }),
  program("gitk", "shows history", { partial: true }),
  program("tig", "shows history", { codeVariables: [codeVariables("command", "TIG_EDITOR")], partial: true }),
  program("bfg", "rewrites history", { images: ["bfg-repo-cleaner"], partial: true }),
];
