// Clouds and code hosts: what deletes, uploads and publishes.

import {
  alike,
  byName,
  dryRun,
  flags,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
} from "../program-table.ts";

const awsGlobals: readonly OptionRow[] = [
  opt("--endpoint-url=", "address", { is: ["url"] }),
  ...flags(
    "--profile=, --region=, --output=, --query=, --debug, --no-verify-ssl, --no-paginate, --no-sign-request, --ca-bundle=, --cli-read-timeout=, --cli-connect-timeout=, --color=, --no-cli-pager, --cli-input-json=, --generate-cli-skeleton?",
  ),
  help("help --help --version"),
];
const s3Options = [
  opt("--dryrun", "only says what would be done", { meaning: "dry-run" as const }),
  ...flags(
    "--recursive, --exclude=, --include=, --acl=, --delete, --force, --quiet, --follow-symlinks, --no-follow-symlinks, --storage-class=, --sse?, --sse-kms-key-id=, --content-type=, --cache-control=, --metadata=, --expires-in=, --only-show-errors, --no-progress, --page-size=, --size-only, --exact-timestamps, --grants=, --website-redirect=, --source-region=",
  ),
];
const s3 = (name: string, doc: string): ProgramTable =>
  program(name, doc, { special: "bucket", sends: true, downloads: true, options: s3Options });

const ghFile = opt("-F --body-file --notes-file=", "file sent", { is: ["upload"] });

export const cloud: readonly ProgramTable[] = [
  program("aws", "Amazon", {
    partial: true,
    style: "gnu",
    globals: awsGlobals,
    globalsAnywhere: true,
    subcommands: byName(
      program("s3", "buckets", {
        subcommands: byName(
          s3("cp", "copies"),
          s3("mv", "moves"),
          s3("sync", "makes equal"),
          s3("rm", "deletes"),
          s3("rb", "removes a bucket"),
          s3("mb", "makes a bucket"),
          s3("ls", "lists"),
          s3("presign", "makes a link"),
          s3("website", "serves a bucket"),
        ),
      }),
      program("s3api", "buckets", {
        partial: true,
        subcommands: byName(
          program("put-object", "sends a file", {
            partial: true,
            sends: true,
            options: [opt("--body=", "file sent", { is: ["upload"] }), ...flags("--bucket=, --key=, --acl=")],
          }),
          program("get-object", "fetches a file", {
            partial: true,
            downloads: true,
            options: flags("--bucket=, --key="),
            operands: { first: [["write"]] },
          }),
          ...alike(
            "delete-object delete-objects delete-bucket put-bucket-policy put-bucket-acl put-object-acl delete-bucket-policy list-objects list-buckets",
            "buckets",
            { partial: true, options: flags("--bucket=, --key=, --acl=, --policy=, --delete=") },
          ),
        ),
      }),
      ...alike(
        "ec2 rds iam lambda eks ecs ecr dynamodb cloudformation route53 kms logs sns sqs sts ssm secretsmanager cloudfront elasticache elb elbv2 autoscaling efs glue athena kinesis redshift batch apigateway events configure sso organizations backup opensearch",
        "service",
        { partial: true },
      ),
    ),
  }),
  ...alike("gcloud az doctl linode-cli hcloud oci ibmcloud aliyun scw vultr-cli exo upctl", "cloud", {
    partial: true,
    options: [
      help("--help -h"),
      ...flags(
        "-q --quiet, -y --yes, --project=, -g --resource-group=, -n --name=, --subscription=, --zone=, --region=, --format=, -o --output=",
      ),
      dryRun("--dry-run --what-if"),
    ],
  }),
  program("gh", "GitHub", {
    partial: true,
    globalsAnywhere: true,
    globals: [help("-h --help"), ...flags("-R --repo=")],
    subcommands: byName(
      program("release", "releases", {
        subcommands: byName(
          program("create", "publishes a release", {
            sends: true,
            options: [
              ghFile,
              ...flags(
                "-t --title=, -n --notes=, -d --draft, -p --prerelease, --target=, --generate-notes, --latest?, --discussion-category=, --verify-tag, --notes-from-tag, --notes-start-tag=, --fail-on-no-commits",
              ),
            ],
            operands: { first: [[]], each: ["upload"] },
          }),
          program("upload", "adds files to a release", {
            sends: true,
            options: flags("--clobber"),
            operands: { first: [[]], each: ["upload"] },
          }),
          program("delete", "deletes a release", { options: flags("-y --yes, --cleanup-tag") }),
          program("download", "fetches files", {
            partial: true,
            downloads: true,
            options: [
              opt("-O --output=", "file written", { is: ["write"] }),
              opt("-D --dir=", "folder written", { is: ["write"] }),
              ...flags("-p --pattern=, -A --archive=, --clobber, --skip-existing"),
            ],
          }),
          ...alike("edit view list delete-asset verify", "releases", { partial: true, options: [ghFile] }),
        ),
      }),
      program("gist", "gists", {
        subcommands: byName(
          program("create", "publishes files", {
            sends: true,
            options: flags("-d --desc=, -f --filename=, -p --public, -w --web"),
            operands: { each: ["upload"] },
          }),
          program("edit", "changes a gist", {
            partial: true,
            sends: true,
            options: [opt("-a --add=", "file sent", { is: ["upload"] })],
          }),
          ...alike("delete list view clone rename", "gists", { partial: true }),
        ),
      }),
      program("repo", "repositories", {
        subcommands: byName(
          program("delete", "deletes a repository", { options: flags("--yes") }),
          program("archive", "freezes a repository", { options: flags("-y --yes") }),
          program("edit", "changes a repository", {
            partial: true,
            options: flags("--visibility=, --accept-visibility-change-consequences, --delete-branch-on-merge"),
          }),
          program("create", "makes a repository", {
            partial: true,
            sends: true,
            options: flags("--public, --private, --internal, --push, -s --source=, -r --remote="),
          }),
          program("sync", "makes equal", { options: flags("--force, -b --branch=, -s --source=") }),
          ...alike("clone view list fork rename set-default deploy-key unarchive", "repositories", { partial: true }),
        ),
      }),
      program("pr", "pull requests", {
        subcommands: byName(
          program("merge", "merges", {
            options: [
              ghFile,
              ...flags(
                "--admin, --auto, -d --delete-branch, --disable-auto, -m --merge, -r --rebase, -s --squash, -b --body=, -t --subject=, --match-head-commit=, -A --author-email=",
              ),
            ],
          }),
          ...alike(
            "create edit comment review close reopen view list diff checkout checks status ready lock unlock update-branch",
            "pull requests",
            { partial: true, options: [ghFile] },
          ),
        ),
      }),
      program("secret", "secrets", {
        subcommands: byName(
          program("set", "sets a secret", {
            partial: true,
            options: [
              opt("-f --env-file=", "file sent", { is: ["upload"] }),
              ...flags("-b --body=, -e --env=, -o --org="),
            ],
          }),
          ...alike("list delete", "secrets", { partial: true }),
        ),
      }),
      program("api", "any request", {
        partial: true,
        sends: true,
        downloads: true,
        options: [
          opt("--input=", "file sent", { is: ["upload"] }),
          opt("-F --field=", "field or @file sent", { is: ["form"] }),
          ...flags(
            "-X --method=, -f --raw-field=, -H --header=, -q --jq=, -t --template=, --hostname=, --paginate, -i --include, --silent, --cache=, -p --preview=",
          ),
        ],
        operands: { each: [] },
      }),
      program("auth", "sign-in", {
        subcommands: byName(
          program("token", "prints the token", {}),
          ...alike("login logout status refresh setup-git switch", "sign-in", { partial: true }),
        ),
      }),
      program("workflow", "workflows", {
        subcommands: byName(...alike("run enable disable view list", "workflows", { partial: true })),
      }),
      program("run", "runs", {
        subcommands: byName(...alike("cancel delete rerun view list watch download", "runs", { partial: true })),
      }),
      program("extension", "extensions", { partial: true, external: "script" }),
      program("alias", "aliases", { partial: true }),
      ...alike(
        "issue label variable ssh-key gpg-key cache ruleset browse codespace status search org project config attestation",
        "GitHub",
        { partial: true, options: [ghFile] },
      ),
    ),
  }),
  program("glab", "GitLab", { partial: true }),
  ...alike(
    "heroku fly flyctl vercel netlify wrangler firebase railway render surge now supabase amplify sls serverless eb cf",
    "deploys",
    { partial: true, sends: true, options: [help("--help"), dryRun("--dry-run")] },
  ),
  ...alike("twine", "publishes", {
    partial: true,
    subcommands: byName(
      program("upload", "publishes files", {
        partial: true,
        sends: true,
        options: [
          opt("--repository-url=", "address", { is: ["url"] }),
          ...flags("-r --repository=, -u --username=, -p --password=, --skip-existing, --config-file="),
        ],
        operands: { each: ["upload"] },
      }),
    ),
  }),
];
