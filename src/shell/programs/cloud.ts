// Clouds and code hosts: subcommands that delete, upload and publish.

import {
  alike,
  byName,
  type Columns,
  codeVariables,
  dryRun,
  flags,
  help,
  type OptionRow,
  opt,
  type ProgramTable,
  program,
  words,
} from "./table/program-table.ts";

const awsGlobals: readonly OptionRow[] = [
  opt("--endpoint-url=", "address", { is: ["url"] }),
  ...flags(
    "--profile=, --region=, --output=, --query=, --debug, --no-verify-ssl, --no-paginate, --no-sign-request, --ca-bundle=, --cli-read-timeout=, --cli-connect-timeout=, --color=, --no-cli-pager, --cli-input-json=, --generate-cli-skeleton?",
  ),
  // For EC2; most other services do not have it and refuse it.
  dryRun("--dry-run"),
  help("help --help"),
  ...flags("--version"),
];
const s3Options = [
  opt("--dryrun", "only prints what would be done", { meaning: "dry-run" as const }),
  opt("--recursive", "folders with all they hold", { tree: true }),
  opt("--exclude=", "what is left out", { walk: "exclude" }),
  opt("--include=", "what is taken all the same", { walk: "keep" }),
  ...flags(
    "--acl=, --delete, --force, --quiet, --follow-symlinks, --no-follow-symlinks, --storage-class=, --sse?, --sse-kms-key-id=, --content-type=, --cache-control=, --metadata=, --expires-in=, --only-show-errors, --no-progress, --page-size=, --size-only, --exact-timestamps, --grants=, --website-redirect=, --source-region=",
  ),
];
const s3 = (name: string, doc: string, columns: Columns = {}): ProgramTable =>
  program(name, doc, { special: "bucket", sends: true, downloads: true, options: s3Options, ...columns });

const ghFile = opt("-F --body-file --notes-file=", "file sent", { is: ["upload"] });
/** Free text; without these rows `--body` would be taken for an abbreviation of `--body-file`. */
const ghTexts = [ghFile, ...flags("-b --body=, -n --notes=, -t --title --subject=, -c --comment=")];

export const cloud: readonly ProgramTable[] = [
  program("aws", "Amazon", {
    packages: ["awscli"],
    keepsInput: ["ecr"],
    codeVariables: [codeVariables("command", "AWS_PAGER"), codeVariables("places", "AWS_CONFIG_FILE")],
    serverVariables: words("AWS_ENDPOINT_URL AWS_ENDPOINT_URL_*"),
    images: ["aws-cli"],
    partial: true,
    helpWord: "help",
    style: "gnu",
    globals: awsGlobals,
    globalsAnywhere: true,
    subcommands: byName(
      program("s3", "buckets", {
        subcommands: byName(
          s3("cp", "copies"),
          s3("mv", "moves"),
          s3("sync", "makes equal", { operands: { tree: {} } }),
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
        "ec2 rds iam eks ecr ecr-public dynamodb cloudformation route53 kms logs sns sqs sts cloudfront elasticache elb elbv2 autoscaling efs glue kinesis redshift batch apigateway apigatewayv2 events sso organizations backup opensearch docdb neptune cloudtrail guardduty config stepfunctions cognito-idp codebuild codepipeline codecommit amplify lightsail elasticbeanstalk emr sagemaker bedrock wafv2 acm resourcegroupstaggingapi cloudwatch ses sesv2 appsync",
        "service",
        {
          partial: true,
          options: [
            opt("--zip-file --template-body --policy-document --payload --body=", "text or file", { is: ["data"] }),
            ...flags("--desired-capacity=, --desired-count=, --min-size=, --max-size=, --change-batch=, --policy-arn="),
          ],
        },
      ),
      program("athena", "queries of buckets", {
        partial: true,
        subcommands: byName(
          program("start-query-execution", "runs SQL", {
            partial: true,
            special: "sql",
            options: [
              opt("--query-string=", "SQL text", { code: "inline" }),
              ...flags("--work-group=, --result-configuration=, --query-execution-context="),
            ],
          }),
        ),
      }),
      ...alike("rds-data redshift-data", "databases", {
        partial: true,
        subcommands: byName(
          ...alike("execute-statement batch-execute-statement", "runs SQL", {
            partial: true,
            special: "sql",
            options: [
              opt("--sql --sqls=", "SQL text", { code: "inline" }),
              ...flags(
                "--database=, --resource-arn=, --secret-arn=, --cluster-identifier=, --workgroup-name=, --schema=, --db-user=",
              ),
            ],
          }),
        ),
      }),
      program("ecs", "service", {
        partial: true,
        options: flags("--desired-count=, --cluster=, --task=, --service="),
        subcommands: byName(
          program("execute-command", "runs in a container", {
            partial: true,
            wrapper: { inner: "options", elsewhere: true },
            options: [
              opt("--command=", "shell text there", { code: "shell" }),
              ...flags("--cluster=, --task=, --container=, --interactive"),
            ],
          }),
        ),
      }),
      program("lambda", "functions", {
        partial: true,
        sends: true,
        options: [opt("--zip-file --payload=", "text or file", { is: ["data"] }), ...flags("--function-name=")],
      }),
      program("secretsmanager", "secrets", {
        partial: true,
        subcommands: byName(
          ...alike("get-secret-value batch-get-secret-value", "prints a secret", { partial: true }),
          ...alike(
            "create-secret put-secret-value update-secret delete-secret restore-secret list-secrets describe-secret rotate-secret",
            "secrets",
            {
              partial: true,
              options: flags("--secret-id=, --name=, --secret-string=, --force-delete-without-recovery"),
            },
          ),
        ),
      }),
      program("ssm", "machines and parameters", {
        partial: true,
        subcommands: byName(
          ...alike("get-parameter get-parameters get-parameters-by-path", "prints parameters", {
            partial: true,
            options: flags("--name=, --names=, --path=, --with-decryption, --recursive"),
          }),
          ...alike(
            "put-parameter delete-parameter delete-parameters describe-parameters start-session",
            "machines and parameters",
            {
              partial: true,
            },
          ),
          program("send-command", "runs on other machines", {
            partial: true,
            external: "remote",
            options: [
              opt("--parameters=", "holds shell text", { code: "inline" }),
              ...flags("--document-name=, --instance-ids=, --targets="),
            ],
          }),
        ),
      }),
      program("configure", "settings", {
        partial: true,
        subcommands: byName(
          ...alike("get set list import export-credentials list-profiles sso", "settings", { partial: true }),
        ),
      }),
    ),
  }),
  program("gcloud", "Google", {
    keepsInput: ["secrets create", "secrets versions add"],
    partial: true,
    globalsAnywhere: true,
    globals: [
      help("-h --help"),
      ...flags(
        "-q --quiet, --project=, --zone=, --region=, --format=, --filter=, --account=, --configuration=, --impersonate-service-account=, --verbosity=, --async, --limit=",
      ),
      opt("--flags-file=", "file of options", { is: ["read", "options-file"] }),
    ],
    subcommands: byName(
      program("auth", "sign-in", {
        partial: true,
        subcommands: byName(
          ...alike("print-access-token print-identity-token", "prints a token", { partial: true }),
          program("activate-service-account", "signs in", {
            partial: true,
            options: [opt("--key-file=", "key used"), ...flags("--password-file=")],
          }),
          program("application-default", "sign-in of programs", {
            partial: true,
            subcommands: byName(
              ...alike("print-access-token login revoke set-quota-project", "sign-in", { partial: true }),
            ),
          }),
          ...alike("login list revoke configure-docker", "sign-in", { partial: true }),
        ),
      }),
      program("secrets", "secrets", {
        partial: true,
        subcommands: byName(
          program("versions", "versions of a secret", {
            partial: true,
            options: [opt("--data-file=", "file sent", { is: ["upload"] })],
            subcommands: byName(
              program("access", "prints a secret", { partial: true, options: flags("--secret=") }),
              program("add", "adds a version", {
                partial: true,
                options: [opt("--data-file=", "file sent", { is: ["upload"] })],
              }),
              ...alike("destroy disable enable list describe", "versions of a secret", { partial: true }),
            ),
          }),
          program("create", "makes a secret", {
            partial: true,
            options: [opt("--data-file=", "file sent", { is: ["upload"] })],
          }),
          ...alike("delete list describe update", "secrets", { partial: true }),
        ),
      }),
      program("storage", "buckets", {
        partial: true,
        subcommands: byName(
          ...alike("cp mv rsync rm ls cat du hash", "buckets", {
            partial: true,
            special: "bucket",
            sends: true,
            downloads: true,
            options: [
              opt("-r -R --recursive", "folders with all they hold", { tree: true }),
              ...flags("--all-versions"),
              opt("--delete-unmatched-destination-objects", "deletes"),
              dryRun("--dry-run"),
            ],
          }),
          program("buckets", "buckets", {
            partial: true,
            subcommands: byName(...alike("create delete list describe update", "buckets", { partial: true })),
          }),
        ),
      }),
      program("compute", "machines", {
        partial: true,
        subcommands: byName(
          program("ssh", "connects to a machine", {
            partial: true,
            wrapper: { inner: "operands", after: "--", skip: 1, elsewhere: true },
            options: [opt("--command=", "shell text there", { code: "shell" }), ...flags("--tunnel-through-iap")],
          }),
          program("scp", "copies to and from a machine", {
            partial: true,
            special: "copy-remote",
            options: flags("--recurse, --compress"),
          }),
        ),
      }),
      ...alike(
        "projects sql container functions run app builds config iam services pubsub dns logging bigtable spanner firestore artifacts redis deploy kms organizations info components version init",
        "Google",
        {
          partial: true,
        },
      ),
    ),
  }),
  program("az", "Azure", {
    packages: ["azure-cli"],
    keepsInput: ["login"],
    partial: true,
    globalsAnywhere: true,
    globals: [
      help("-h --help"),
      ...flags(
        "-g --resource-group=, -n --name=, --subscription=, -o --output=, --query=, -l --location=, -y --yes, --no-wait, --ids=, --verbose, --debug, --only-show-errors, --vault-name=, --account-name=, -f --file=, -s --source=, -d --destination=, -c --container-name=",
      ),
      dryRun("--dryrun --what-if"),
      opt("--scripts=", "shell text on a machine", { code: "shell" }),
    ],
    subcommands: byName(
      program("account", "sign-in", {
        partial: true,
        subcommands: byName(
          program("get-access-token", "prints a token", { partial: true }),
          ...alike("show list set clear lock", "sign-in", { partial: true }),
        ),
      }),
      program("keyvault", "secrets", {
        partial: true,
        subcommands: byName(
          program("secret", "secrets", {
            partial: true,
            subcommands: byName(
              ...alike("show download backup", "prints a secret", { partial: true }),
              ...alike("set delete list purge recover", "secrets", { partial: true }),
            ),
          }),
          ...alike("delete create list show purge update key certificate", "secrets", { partial: true }),
        ),
      }),
      program("storage", "storage", {
        partial: true,
        subcommands: byName(
          program("blob", "files", {
            partial: true,
            subcommands: byName(
              program("upload", "sends a file", {
                partial: true,
                sends: true,
                options: [opt("-f --file=", "file sent", { is: ["upload"] })],
              }),
              program("upload-batch", "sends files", {
                partial: true,
                sends: true,
                options: [opt("-s --source=", "folder sent", { is: ["upload"] })],
              }),
              program("download", "fetches a file", {
                partial: true,
                downloads: true,
                options: [opt("-f --file=", "file written", { is: ["write"] })],
              }),
              ...alike("delete delete-batch list copy sync url generate-sas", "files", { partial: true }),
            ),
          }),
          ...alike("account container share file queue table", "storage", { partial: true }),
        ),
      }),
      ...alike(
        "group vm aks acr webapp functionapp sql cosmosdb network deployment resource ad role login logout postgres mysql redis container monitor disk snapshot identity policy lock rest extension config version find configure feedback",
        "Azure",
        {
          partial: true,
        },
      ),
    ),
  }),
  ...alike(
    "doctl linode-cli hcloud oci ibmcloud aliyun scw vultr-cli exo upctl civo",
    "cloud",
    {
      partial: true,
      options: [
        help("--help -h"),
        ...flags(
          "-q --quiet, -y --yes, -f --force, --project=, -g --resource-group=, -n --name=, --subscription=, --zone=, --region=, --format=, -o --output=",
        ),
        dryRun("--dry-run --what-if"),
      ],
    },
    { "linode-cli": { packages: ["linode-cli"] }, doctl: { images: ["doctl"] }, hcloud: { images: ["hcloud"] } },
  ),
  program("gh", "GitHub", {
    keepsInput: ["auth login", "secret set", "variable set"],
    codeVariables: [
      codeVariables("command", "GH_PAGER GH_EDITOR GH_BROWSER"),
      codeVariables("places", "GH_CONFIG_DIR"),
    ],
    serverVariables: words("GH_HOST"),
    images: ["gh"],
    partial: true,
    contacts: "github.com",
    globalsAnywhere: true,
    globals: [help("-h --help"), ...flags("-R --repo=")],
    subcommands: byName(
      program("release", "releases", {
        subcommands: byName(
          program("create", "publishes a release", {
            aliases: ["new"],
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
              opt("-p --pattern=", "files written", { is: ["write"] }),
              ...flags("-A --archive=, --clobber, --skip-existing"),
            ],
          }),
          ...alike("edit view list delete-asset verify", "releases", { partial: true, options: ghTexts }),
        ),
      }),
      program("gist", "gists", {
        subcommands: byName(
          program("create", "publishes files", {
            aliases: ["new"],
            contacts: "gist.github.com",
            sends: true,
            options: flags("-d --desc=, -f --filename=, -p --public, -w --web"),
            operands: { each: ["upload"] },
          }),
          program("edit", "changes a gist", {
            partial: true,
            sends: true,
            options: [opt("-a --add=", "file sent", { is: ["upload"] })],
          }),
          program("view", "prints a gist", { partial: true, downloads: true }),
          ...alike("delete list clone rename", "gists", { partial: true }),
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
          program("clone", "fetches a repository", {
            partial: true,
            downloads: true,
            operands: { first: [["image"]], each: [] },
          }),
          ...alike("view list fork rename set-default deploy-key unarchive", "repositories", { partial: true }),
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
            { partial: true, options: ghTexts },
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
          opt("--hostname=", "host", { is: ["host"] }),
          ...flags(
            "-X --method=, -f --raw-field=, -H --header=, -q --jq=, -t --template=, --paginate, -i --include, --silent, --cache=, -p --preview=",
          ),
        ],
        operands: { each: [] },
      }),
      program("auth", "sign-in", {
        subcommands: byName(
          program("token", "prints the token", {}),
          program("status", "prints who is signed in", {
            partial: true,
            options: flags("-t --show-token, -h --hostname="),
          }),
          ...alike("login logout refresh setup-git switch", "sign-in", { partial: true }),
        ),
      }),
      program("workflow", "workflows", {
        subcommands: byName(...alike("run enable disable view list", "workflows", { partial: true })),
      }),
      program("run", "runs", {
        subcommands: byName(...alike("cancel delete rerun view list watch download", "runs", { partial: true })),
      }),
      program("extension", "extensions", { partial: true, external: "script" }),
      program("codespace", "machines", {
        partial: true,
        aliases: ["cs"],
        options: ghTexts,
        subcommands: byName(
          program("ssh", "runs in a machine", {
            style: "posix",
            partial: true,
            wrapper: { inner: "operands", after: "--", elsewhere: true, joined: true },
            options: flags("-c --codespace=, -R --repo=, -d --debug, --profile=, --server-port="),
          }),
        ),
      }),
      program("alias", "aliases", { partial: true }),
      ...alike(
        "issue label variable ssh-key gpg-key cache ruleset browse status search org project config attestation",
        "GitHub",
        { partial: true, options: ghTexts },
      ),
    ),
  }),
  program("glab", "GitLab", {
    serverVariables: words("GITLAB_HOST"),
    partial: true,
    options: [opt("--hostname=", "host", { is: ["host"] })],
  }),
  ...alike(
    "vercel netlify firebase railway render surge now supabase amplify sls serverless eb cf",
    "deploys",
    {
      partial: true,
      sends: true,
      options: [help("--help"), dryRun("--dry-run")],
    },
    {
      amplify: { packages: ["@aws-amplify/cli"] },
      railway: { packages: ["@railway/cli"] },
      firebase: { packages: ["firebase-tools"] },
      netlify: { packages: ["netlify-cli"] },
      vercel: { packages: ["vercel-cli"], keepsInput: ["env add"] },
    },
  ),
  program("wrangler", "deploys", {
    packages: ["@cloudflare/wrangler"],
    keepsInput: ["secret"],
    partial: true,
    sends: true,
    options: [help("--help"), dryRun("--dry-run")],
    subcommands: byName(
      program("d1", "databases", {
        partial: true,
        subcommands: byName(
          program("execute", "runs SQL", {
            partial: true,
            special: "sql",
            options: [
              opt("--command=", "SQL text", { code: "inline" }),
              opt("--file=", "file of SQL text", { code: "script", is: ["read"] }),
              ...flags("--local, --remote, -y --yes, --json, --env -e=, --config -c="),
            ],
          }),
        ),
      }),
    ),
  }),
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
