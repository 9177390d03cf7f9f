// Containers, clusters and infrastructure: docker and related tools, kubectl, helm, terraform.

import {
  alike,
  byName,
  codeOption,
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

const runOptions: readonly OptionRow[] = [
  opt("-v --volume --mount=", "mounts a folder of this machine; may expose the whole machine"),
  opt("--privileged", "no isolation"),
  opt("--env-file --label-file=", "variables used inside"),
  opt("--cidfile=", "file written", { is: ["write"] }),
  opt("--entrypoint=", "program run inside"),
  ...flags(
    "--pid=, --ipc=, --uts=, --userns=, --cgroupns=, --network --net=, --cap-add=, --cap-drop=, --security-opt=, --device=, --device-cgroup-rule=, -u --user=, -w --workdir=, -e --env=, -p --publish=, -P --publish-all, --name=, -h --hostname=, -l --label=, -m --memory=, --cpus=, -c --cpu-shares=, --restart=, --platform=, --pull=, --gpus=, --add-host=, --dns=, --link=, --log-driver=, --log-opt=, --shm-size=, --tmpfs=, --ulimit=, --runtime=, --health-cmd=, --stop-signal=, --stop-timeout=, --group-add=, --volumes-from=, --sysctl=, --ip=, --mac-address=, --expose=, -a --attach=, --detach-keys=, -d --detach, -i --interactive, -t --tty, --rm, --init, --read-only, --oom-kill-disable, --sig-proxy, -q --quiet, --no-healthcheck, --pod=, --replace, --tls-verify",
  ),
  help("--help"),
];
const removing = flags("-f --force, -a --all, -v --volumes, -l --link, --filter=, -q --quiet, --no-prune");
const prune = program("prune", "removes what is not used", { options: [...removing, help("--help")] });
const inside = { inner: "operands", skip: 1, elsewhere: true } as const;
const insideImage = { ...inside, image: true } as const;

const run = program("run", "runs an image", {
  style: "posix",
  options: runOptions,
  wrapper: insideImage,
  external: "image",
  operands: { first: [["image"]], each: [] },
});
const create = program("create", "makes a container", {
  style: "posix",
  options: runOptions,
  external: "image",
  operands: { first: [["image"]], each: [] },
});
const exec = program("exec", "runs in a container", {
  style: "posix",
  wrapper: inside,
  options: flags(
    "-d --detach, --detach-keys=, -e --env=, --env-file=, -i --interactive, --privileged, -t --tty, -u --user=, -w --workdir=, -l --latest",
  ),
});
const rm = program("rm", "removes containers", { aliases: ["remove"], options: [...removing, help("--help")] });
const rmi = program("rmi", "removes images", { options: [...removing, help("--help")] });
const build = program("build", "builds an image", {
  external: "image",
  options: [
    opt("-f --file=", "build file", { is: ["read"] }),
    opt("-o --output=", "files written"),
    opt("--secret --ssh=", "secret used"),
    opt("--iidfile --metadata-file=", "file written", { is: ["write"] }),
    opt("--push", "sends the image"),
    opt("--allow=", "rights of the build"),
    opt("--security-opt=", "rights of the build"),
    ...flags(
      "-t --tag=, --build-arg=, --target=, --platform=, --label=, --network=, --cache-from=, --cache-to=, --progress=, --no-cache, --pull, -q --quiet, --load, --squash, --rm, -m --memory=, --build-context=",
    ),
    help("--help"),
  ],
});
const push = program("push", "sends an image", {
  sends: true,
  options: [...flags("-a --all-tags, --disable-content-trust, -q --quiet, --platform="), help("--help")],
  operands: { first: [["image"]] },
  special: "container-copy",
});
const pull = program("pull", "fetches an image", {
  options: [...flags("-a --all-tags, --disable-content-trust, -q --quiet, --platform="), help("--help")],
  operands: { each: ["image"] },
});
const cp = program("cp", "copies in and out", {
  special: "container-copy",
  options: [...flags("-a --archive, -L --follow-link, -q --quiet"), help("--help")],
});
const compose = program("compose", "services of a file", {
  style: "posix",
  external: "image",
  globals: [
    opt("-f --file=", "file read", { is: ["read"] }),
    opt("--env-file=", "variables used inside"),
    dryRun("--dry-run"),
    ...flags(
      "-p --project-name=, --profile=, --project-directory=, --ansi=, --progress=, --parallel=, --compatibility",
    ),
    help("-h --help"),
    help("-v --version"),
  ],
  subcommands: byName(
    program("down", "removes services", {
      options: [...flags("-v --volumes, --rmi=, --remove-orphans, -t --timeout="), help("--help")],
    }),
    program("rm", "removes services", { options: flags("-f --force, -s --stop, -v --volumes") }),
    program("exec", "runs in a service", {
      style: "posix",
      wrapper: inside,
      options: flags("-d --detach, -e --env=, --index=, -T --no-TTY, --privileged, -u --user=, -w --workdir="),
    }),
    program("run", "runs in a new service", {
      style: "posix",
      wrapper: insideImage,
      external: "image",
      options: flags(
        "-d --detach, -e --env=, --entrypoint=, --name=, --no-deps, -p --publish=, --rm, -T --no-TTY, -u --user=, -v --volume=, -w --workdir=, --service-ports, --build",
      ),
    }),
    ...alike("up start restart create build watch", "starts services", { partial: true, external: "image" }),
    ...alike(
      "stop kill pause unpause logs ps top pull push images config port events version ls cp wait scale",
      "services",
      { partial: true },
    ),
  ),
});
const inspect = program("inspect", "shows settings", { options: flags("-f --format=, -s --size, --type=") });

const objects = (name: string): ProgramTable =>
  program(name, `${name}s`, {
    subcommands: byName(
      rm,
      prune,
      inspect,
      ...alike("ls list create connect disconnect update", name, { partial: true }),
    ),
  });

const docker = (name: string, aliases: readonly string[]): ProgramTable =>
  program(name, "containers", {
    lists: [{ by: "(?:^| )(?:ps|ls|images)$", names: "any", with: ["-q"] }],
    codeOptions: [codeOption("-e --env", "variable")],
    keepsInput: ["login"],
    codeVariables: [codeVariables("places", "DOCKER_CONFIG")],
    serverVariables: words("DOCKER_HOST CONTAINER_HOST BUILDKIT_HOST"),
    aliases,
    style: "posix",
    partial: true,
    globals: [
      opt("--config=", "configuration folder"),
      opt("-H --host=", "daemon", { is: ["url"] }),
      ...flags(
        "-c --context=, -D --debug, -l --log-level=, --tls, --tlscacert=, --tlscert=, --tlskey=, --tlsverify, --root=, --runroot=, -n --namespace=, --address=, -a=",
      ),
      help("--help"),
      help("-v --version"),
    ],
    subcommands: byName(
      run,
      create,
      exec,
      rm,
      rmi,
      build,
      push,
      pull,
      cp,
      compose,
      program("container", "containers", {
        subcommands: byName(
          run,
          create,
          exec,
          rm,
          prune,
          cp,
          inspect,
          ...alike(
            "ls list ps logs start stop kill restart pause unpause attach commit diff export port rename stats top update wait",
            "containers",
            { partial: true },
          ),
        ),
      }),
      program("image", "images", {
        subcommands: byName(
          build,
          push,
          pull,
          program("rm", "removes images", { aliases: ["remove"], options: removing }),
          prune,
          program("save", "writes an image", { options: [opt("-o --output=", "file written", { is: ["write"] })] }),
          program("load", "reads an image", { options: [opt("-i --input=", "file read", { is: ["read"] })] }),
          inspect,
          ...alike("ls list history tag import", "images", { partial: true }),
        ),
      }),
      objects("volume"),
      objects("network"),
      program("system", "the whole installation", {
        subcommands: byName(
          prune,
          program("reset", "removes everything", { options: flags("-f --force") }),
          ...alike("df info events", "the whole installation", { partial: true }),
        ),
      }),
      program("builder", "build cache", { subcommands: byName(prune, build) }),
      program("buildx", "builds", {
        partial: true,
        subcommands: byName(
          build,
          prune,
          program("bake", "builds images by a file", {
            partial: true,
            external: "image",
            options: [
              opt("-f --file=", "build file", { is: ["read"] }),
              opt("--push", "sends the images"),
              opt("--print", "only prints what would be done", { meaning: "dry-run" }),
              ...flags("--set=, --no-cache, --pull, --load, --progress=, --metadata-file="),
              help("--help"),
            ],
          }),
          ...alike("ls create use inspect rm stop imagetools du", "builds", { partial: true }),
        ),
      }),
      program("login", "signs in", {
        partial: true,
        options: flags("-u --username=, -p --password=, --password-stdin"),
        operands: { each: ["host"] },
      }),
      program("save", "writes an image", { options: [opt("-o --output=", "file written", { is: ["write"] })] }),
      program("export", "writes a container", { options: [opt("-o --output=", "file written", { is: ["write"] })] }),
      program("load", "reads an image", { options: [opt("-i --input=", "file read", { is: ["read"] })] }),
      program("import", "reads an image", { partial: true, operands: { first: [["read"]] } }),
      program("swarm", "cluster", {
        partial: true,
        subcommands: byName(
          program("leave", "leaves", { options: flags("-f --force") }),
          ...alike("init join update ca unlock", "cluster", { partial: true }),
        ),
      }),
      program("stack", "services", {
        partial: true,
        subcommands: byName(
          program("rm", "removes services", { partial: true, aliases: ["down", "remove"] }),
          ...alike("deploy ls ps services config", "services", { partial: true }),
        ),
      }),
      program("service", "services", {
        partial: true,
        subcommands: byName(
          program("rm", "removes services", { partial: true }),
          ...alike("create update ls ps logs scale inspect rollback", "services", { partial: true }),
        ),
      }),
      inspect,
      ...alike(
        "ps images logs start stop kill restart pause unpause attach commit diff port rename stats top update wait tag history info version search events context plugin manifest logout pod play generate machine unshare secret",
        "containers",
        { partial: true },
      ),
    ),
  });

const kubeGlobals: readonly OptionRow[] = [
  opt("--kubeconfig=", "configuration used"),
  opt("-s --server=", "address", { is: ["url"] }),
  ...flags(
    "-n --namespace=, --context=, --cluster=, --user=, --as=, --as-group=, --token=, --request-timeout=, -v --v=, --certificate-authority=, --client-certificate=, --client-key=, --insecure-skip-tls-verify?, --cache-dir=, --tls-server-name=, --password=, --username=, --profile=, --match-server-version, --warnings-as-errors, --log-flush-frequency=",
  ),
  help("-h --help"),
];
const kubeDry = opt("--dry-run?", "only prints what would be done", {
  meaning: "dry-run",
  offValues: ["none", "false"],
});
const kubeFile = opt("-f --filename -k --kustomize=", "file or address read", { is: ["manifest"] });
const kube = flags(
  "-o --output=, -l --selector=, --field-selector=, -A --all-namespaces, --all, -R --recursive, --show-labels, -w --watch, -c --container=, --field-manager=, --template=, --sort-by=, --no-headers, --overwrite, --resource-version=, --local, --list, --record",
);

const kubectl = program("kubectl", "Kubernetes", {
  lists: [{ by: "^get(?: |$)", names: "any" }],
  codeOptions: [codeOption("--env", "variable")],
  keepsInput: ["create", "apply"],
  codeVariables: [codeVariables("command", "KUBE_EDITOR KUBECTL_EXTERNAL_DIFF"), codeVariables("places", "KUBECONFIG")],
  images: ["kubectl"],
  aliases: ["oc", "k3s-kubectl", "microk8s.kubectl", "kubecolor", "k"],
  partial: true,
  style: "posix",
  globals: kubeGlobals,
  globalsAnywhere: true,
  subcommands: byName(
    program("delete", "deletes objects", {
      options: [
        kubeDry,
        kubeFile,
        ...kube,
        ...flags(
          "--force, --grace-period=, --now, --wait?, --cascade?, --ignore-not-found?, --timeout=, --raw=, -i --interactive",
        ),
      ],
    }),
    program("apply", "changes objects", {
      options: [
        kubeDry,
        kubeFile,
        ...kube,
        ...flags(
          "--force, --prune, --server-side?, --force-conflicts, --validate?, --wait, --timeout=, --prune-allowlist=",
        ),
      ],
    }),
    program("create", "makes objects", {
      silentUnless: ["-o"],
      options: [
        kubeDry,
        kubeFile,
        opt("--from-file --from-env-file=", "file read", { is: ["read"] }),
        ...kube,
        ...flags(
          "--save-config, --from-literal=, --image=, --replicas=, --port=, --clusterrole=, --serviceaccount=, --verb=, --resource=, --edit, --validate?",
        ),
      ],
      operands: { each: [] },
    }),
    program("replace", "replaces objects", {
      options: [
        kubeDry,
        kubeFile,
        ...kube,
        ...flags("--force, --cascade?, --grace-period=, --wait, --timeout=, --save-config, --raw=, --validate?"),
      ],
    }),
    program("drain", "empties a node", {
      options: [
        kubeDry,
        ...kube,
        ...flags(
          "--force, --ignore-daemonsets, --delete-emptydir-data, --disable-eviction, --grace-period=, --timeout=, --pod-selector=, --skip-wait-for-delete-timeout=, --chunk-size=",
        ),
      ],
    }),
    program("scale", "sets the number", {
      options: [kubeDry, kubeFile, ...kube, ...flags("--replicas=, --current-replicas=, --timeout=")],
    }),
    program("exec", "runs in a pod", {
      style: "posix",
      globals: kubeGlobals,
      wrapper: { inner: "operands", skip: 1, after: "--", elsewhere: true },
      options: [kubeFile, ...flags("-c --container=, -i --stdin, -t --tty, -q --quiet, --pod-running-timeout=")],
    }),
    program("rsh", "runs in a pod", {
      style: "posix",
      globals: kubeGlobals,
      wrapper: { inner: "operands", skip: 1, elsewhere: true, shell: true },
      options: flags("-c --container=, -t --tty, -T --no-tty, --shell=, --timeout="),
    }),
    program("run", "runs an image", {
      style: "gnu",
      external: "image",
      options: [
        kubeDry,
        ...kube,
        ...flags(
          "--image=, -i --stdin, -t --tty, --rm, --restart=, --env=, --port=, --command, --overrides=, --privileged, -q --quiet, --attach, --expose, --labels=, --image-pull-policy=",
        ),
      ],
      wrapper: { inner: "operands", skip: 1, after: "--", elsewhere: true },
    }),
    program("debug", "runs next to a pod", {
      style: "gnu",
      external: "image",
      options: [
        ...kube,
        ...flags(
          "--image=, -i --stdin, -t --tty, --target=, --copy-to=, --share-processes, --profile=, --env=, -q --quiet, --attach",
        ),
      ],
      wrapper: { inner: "operands", skip: 1, after: "--", elsewhere: true },
    }),
    program("cp", "copies in and out", {
      special: "container-copy",
      sends: true,
      options: flags("-c --container=, --no-preserve, --retries="),
    }),
    program("edit", "changes objects", { options: [kubeFile, ...kube] }),
    program("patch", "changes objects", {
      options: [
        kubeDry,
        kubeFile,
        opt("--patch-file=", "file read", { is: ["read"] }),
        ...kube,
        ...flags("-p --patch=, --type=, --subresource="),
      ],
    }),
    program("config", "configuration", {
      subcommands: byName(
        ...alike(
          "view get-contexts current-context use-context set-context delete-context set-cluster delete-cluster set-credentials delete-user set unset rename-context get-clusters get-users",
          "configuration",
          { partial: true, options: flags("--raw, --flatten, --minify") },
        ),
      ),
    }),
    program("rollout", "rollouts", {
      subcommands: byName(
        ...alike("undo restart pause resume status history", "rollouts", {
          options: [kubeDry, kubeFile, ...kube, ...flags("--to-revision=, --revision=, --timeout=")],
        }),
      ),
    }),
    program("get", "prints objects", {
      options: [
        kubeFile,
        ...kube,
        ...flags(
          "--raw=, --show-kind, --ignore-not-found, --chunk-size=, --watch-only, -L --label-columns=, --server-print, --subresource=",
        ),
      ],
    }),
    program("auth", "rights", { partial: true }),
    ...alike(
      "describe logs top explain diff wait port-forward proxy attach label annotate taint cordon uncordon expose autoscale set api-resources api-versions cluster-info version certificate completion events kustomize plugin options adm login logout project new-project whoami start-build new-app",
      "Kubernetes",
      { partial: true, options: [kubeDry, kubeFile, ...kube] },
    ),
  ),
});

const helmDry = opt("--dry-run?", "only prints what would be done", {
  meaning: "dry-run",
  offValues: ["none", "false"],
});
const helm = program("helm", "Kubernetes packages", {
  codeOptions: [codeOption("--post-renderer", "command")],
  keepsInput: ["registry login"],
  codeVariables: [codeVariables("places", "HELM_PLUGINS")],
  images: ["helm"],
  partial: true,
  style: "posix",
  globals: [
    opt("--kubeconfig=", "configuration used"),
    ...flags("-n --namespace=, --kube-context=, --debug, --registry-config=, --repository-config="),
    help("-h --help"),
  ],
  globalsAnywhere: true,
  subcommands: byName(
    program("uninstall", "removes a release", {
      aliases: ["delete", "del", "un"],
      options: [
        dryRun("--dry-run"),
        ...flags("--keep-history, --no-hooks, --wait, --timeout=, --cascade=, --ignore-not-found, --description="),
      ],
    }),
    ...alike("install upgrade rollback template", "changes a release", {
      partial: true,
      options: [
        helmDry,
        opt("-f --values --set-file=", "file read", { is: ["read"] }),
        opt("--post-renderer=", "program run", { code: "command" }),
        ...flags(
          "--set=, --set-string=, --set-json=, --set-literal=, --version=, --force, -i --install, --wait, --atomic, --timeout=, --create-namespace, --reuse-values, --reset-values, --no-hooks, --description=, --history-max=, -l --labels=, --name-template=",
        ),
        opt("--repo=", "address", { is: ["url"] }),
      ],
      operands: { each: ["package"] },
    }),
    program("push", "sends a package", { partial: true, sends: true, operands: { first: [["upload"], ["url"]] } }),
    program("repo", "places packages come from", {
      partial: true,
      subcommands: byName(
        program("add", "adds a place", {
          partial: true,
          options: flags("--force-update, --username=, --password=, --insecure-skip-tls-verify"),
          operands: { first: [[], ["url"]] },
        }),
        ...alike("list ls update remove rm index", "places packages come from", { partial: true }),
      ),
    }),
    program("pull", "fetches a package", { partial: true, downloads: true, operands: { each: ["package"] } }),
    ...alike(
      "list ls status get history show search dependency lint package test env version plugin registry create verify",
      "packages",
      { partial: true },
    ),
  ),
});

const tfOptions = flags(
  "-auto-approve, -input=, -lock=, -lock-timeout=, -no-color, -parallelism=, -refresh=, -refresh-only, -target=, -replace=, -var=, -compact-warnings, -json, -force, -destroy, -detailed-exitcode",
);
const tfFiles = [
  opt("-var-file=", "values used"),
  opt("-backend-config=", "values used", { is: ["package"] }),
  opt("-state=", "state used"),
  opt("-out -state-out -backup=", "file written", { is: ["write"] }),
];
const terraform = program("terraform", "infrastructure", {
  codeOptions: [codeOption("-plugin-dir", "file")],
  codeVariables: [
    codeVariables("places", "TF_PLUGIN_CACHE_DIR TF_CLI_CONFIG_FILE"),
    codeVariables("options", "TF_CLI_ARGS TF_CLI_ARGS_*"),
  ],
  serverVariables: words("TF_HTTP_ADDRESS TF_CLI_ARGS*"),
  images: ["terraform", "terragrunt=terragrunt", "opentofu=tofu"],
  aliases: ["tofu", "terragrunt", "opentofu"],
  style: "words",
  globalsAnywhere: true,
  partial: true,
  globals: [opt("-chdir=", "changes to a folder first", { cwd: true }), help("-help"), help("-version")],
  subcommands: byName(
    program("destroy", "destroys everything", { style: "words", options: [...tfOptions, ...tfFiles] }),
    program("apply", "changes everything", { style: "words", external: "task", options: [...tfOptions, ...tfFiles] }),
    program("plan", "prints what would change", { style: "words", options: [...tfOptions, ...tfFiles] }),
    ...["run-all", "run", "run_all"].map((name) =>
      program(name, "the same for all modules", {
        style: "words",
        partial: true,
        options: tfOptions,
        subcommands: byName(
          ...alike("destroy apply plan init validate output", "infrastructure", {
            style: "words",
            partial: true,
            options: [...tfOptions, ...tfFiles],
          }),
        ),
      }),
    ),
    program("state", "state", {
      style: "words",
      subcommands: byName(
        program("rm", "forgets objects", {
          style: "words",
          options: [...tfOptions, opt("-dry-run", "only prints what would be done", { meaning: "dry-run" })],
        }),
        ...alike("mv push pull list show replace-provider", "state", { style: "words", partial: true }),
      ),
    }),
    program("workspace", "workspaces", {
      style: "words",
      subcommands: byName(
        program("delete", "removes a workspace", { style: "words", options: tfOptions }),
        ...alike("new select list show", "workspaces", { style: "words", partial: true }),
      ),
    }),
    ...alike(
      "init validate fmt import output show taint untaint refresh providers version console graph get test login logout force-unlock metadata modules",
      "infrastructure",
      { style: "words", partial: true, options: [...tfOptions, ...tfFiles] },
    ),
  ),
});

export const containers: readonly ProgramTable[] = [
  docker("docker", ["podman", "nerdctl", "docker.io", "finch"]),
  {
    ...compose,
    name: "docker-compose",
    aliases: ["podman-compose"],
    codeOptions: [codeOption("-e --env", "variable")],
    serverVariables: words("DOCKER_HOST CONTAINER_HOST BUILDKIT_HOST"),
    images: ["docker-compose"],
  },
  program("crictl", "containers of a cluster", {
    partial: true,
    subcommands: byName(
      program("exec", "runs in a container", { style: "posix", wrapper: inside, options: flags("-i, -t, -s") }),
      ...alike("rm rmp rmi stop stopp", "removes containers", { options: flags("-f --force, -a --all") }),
    ),
  }),
  kubectl,
  helm,
  terraform,
  program("pulumi", "infrastructure", {
    images: ["pulumi"],
    partial: true,
    globals: [
      opt("-C --cwd=", "changes to a folder first", { cwd: true }),
      ...flags(
        "--color=, -v --verbose=, --profiling=, --tracing=, --logtostderr, -e --emoji, -Q --fully-qualify-stack-names",
      ),
      ...flags("--non-interactive, --disable-integrity-checking, --logflow, --memprofilerate="),
      help("-h --help"),
    ],
    globalsAnywhere: true,
    subcommands: byName(
      program("destroy", "destroys everything", {
        aliases: ["down", "dn"],
        options: [
          dryRun("--preview-only"),
          ...flags(
            "-y --yes, -f --skip-preview, -s --stack=, -t --target=, --exclude=, -m --message=, -p --parallel=, -r --refresh?, --remove, --config-file=, --exclude-protected, -d --debug, --diff, -j --json, --suppress-outputs",
          ),
        ],
      }),
      program("up", "changes everything", {
        partial: true,
        aliases: ["update"],
        external: "script",
        options: flags("-y --yes, -f --skip-preview, -s --stack="),
      }),
      program("stack", "stacks", {
        partial: true,
        subcommands: byName(
          program("rm", "removes a stack", {
            partial: true,
            options: flags("-y --yes, -f --force, --preserve-config"),
          }),
          ...alike("ls list select init output export import history rename tag graph", "stacks", { partial: true }),
        ),
      }),
      program("state", "state", {
        partial: true,
        subcommands: byName(
          program("delete", "forgets objects", { partial: true, options: flags("-y --yes, -f --force") }),
          ...alike("edit move rename repair unprotect upgrade", "state", { partial: true }),
        ),
      }),
      program("config", "settings", {
        partial: true,
        options: flags("--show-secrets, --json, -s --stack="),
        subcommands: byName(...alike("get set rm cp env refresh", "settings", { partial: true })),
      }),
      ...alike("preview refresh cancel import new", "infrastructure", { partial: true }),
    ),
  }),
  program("cdk", "infrastructure", {
    packages: ["aws-cdk"],
    partial: true,
    subcommands: byName(
      program("destroy", "destroys a stack", {
        partial: true,
        options: flags("--all, -f --force, --profile=, -a --app=, -c --context=, -o --output=, -e --exclusively"),
      }),
      ...alike("deploy synth diff list ls bootstrap watch init", "infrastructure", {
        partial: true,
        external: "script",
      }),
    ),
  }),
  program("ansible", "runs on other machines", {
    codeOptions: [codeOption("-e --extra-vars", "setting"), codeOption("-M --module-path", "file")],
    packages: ["ansible-core"],
    codeVariables: [codeVariables("places", "ANSIBLE_LIBRARY ANSIBLE_*_PLUGINS ANSIBLE_CONFIG")],
    partial: true,
    external: "script",
    options: [
      opt("-i --inventory=", "file read", { is: ["read"] }),
      opt("-a --args=", "shell text there", { code: "shell" }),
      ...flags("-m --module-name=, -b --become, -u --user=, -e --extra-vars=, -l --limit=, -t --tags="),
      dryRun("-C --check"),
    ],
  }),
  program("ansible-vault", "files with secrets", {
    partial: true,
    options: [help("-h --help")],
    subcommands: byName(
      ...alike("view decrypt", "prints the secrets", { partial: true, operands: { each: ["read"] } }),
      ...alike("encrypt rekey edit create encrypt_string", "changes the file", {
        partial: true,
        operands: { each: ["write"] },
      }),
    ),
  }),
  program("ansible-playbook", "runs a file of tasks on other machines", {
    images: ["ansible-playbook"],
    partial: true,
    aliases: ["ansible-pull"],
    interpreter: { language: "other", operand: "script", stdin: "never" },
    options: [
      opt("-i --inventory=", "file read", { is: ["read"] }),
      opt("-U --url=", "repository", { is: ["repository"] }),
      ...flags(
        "-b --become, -u --user=, -e --extra-vars=, -l --limit=, -t --tags=, --vault-password-file=, -K, -k, -v",
      ),
      dryRun("-C --check"),
      help("--syntax-check"),
      help("-h --help"),
    ],
  }),
  ...alike(
    "kustomize skaffold tilt argocd flux istioctl k9s minikube kind k3d eksctl talosctl kops velero stern kubectx kubens packer nomad vagrant multipass",
    "clusters and machines",
    {
      partial: true,
      options: [
        help("-h --help"),
        dryRun("--dry-run"),
        opt("--kubeconfig=", "configuration used"),
        opt("-f --file --filename=", "file or address read", { is: ["manifest"] }),
        ...flags("-n --namespace=, --context=, -y --yes, --force, --all"),
      ],
    },
    {
      minikube: { prints: "code" },
      nomad: { serverVariables: words("CONSUL_HTTP_ADDR NOMAD_ADDR") },
      argocd: { serverVariables: words("ARGOCD_SERVER"), images: ["argocd"] },
      packer: { images: ["packer"] },
      eksctl: { images: ["eksctl"] },
      velero: { images: ["velero"] },
    },
  ),
  program("ctr", "containers", {
    partial: true,
    options: [help("-h --help")],
    globals: flags("-n --namespace=, -a --address=, --debug, --timeout="),
    subcommands: byName(
      program("run", "runs an image", {
        style: "posix",
        partial: true,
        external: "image",
        wrapper: { inner: "operands", skip: 2, elsewhere: true },
        options: flags(
          "--rm, -t --tty, -d --detach, --privileged, --net-host, --mount=, --env=, --cwd=, --cap-add=, --device=, --user=, --with-ns=, --snapshotter=, --runtime=",
        ),
      }),
      program("task", "processes in containers", {
        aliases: ["tasks", "t"],
        partial: true,
        subcommands: byName(
          program("exec", "runs in a container", {
            style: "posix",
            wrapper: { inner: "operands", skip: 1, elsewhere: true },
            options: flags("--exec-id=, -t --tty, -d --detach, --cwd=, --user=, --fifo-dir="),
          }),
        ),
      }),
    ),
  }),
  program("consul", "services of a cluster", {
    serverVariables: words("CONSUL_HTTP_ADDR NOMAD_ADDR"),
    partial: true,
    style: "words",
    options: [help("-h --help")],
    subcommands: byName(
      program("lock", "runs under a lock", {
        style: "posix",
        partial: true,
        wrapper: { inner: "operands", skip: 1, joined: true },
        options: flags("-n=, -name=, -timeout=, -pass-stdin, -verbose, -token="),
      }),
      program("exec", "runs on other machines", {
        style: "posix",
        partial: true,
        wrapper: { inner: "operands", elsewhere: true, joined: true },
        options: flags("-node=, -service=, -tag=, -prefix=, -verbose"),
      }),
    ),
  }),
  program("skopeo", "copies images", {
    keepsInput: ["login"],
    partial: true,
    options: [help("-h --help")],
    subcommands: byName(
      program("copy", "copies an image", {
        partial: true,
        sends: true,
        downloads: true,
        options: flags("--src-creds=, --dest-creds=, -a --all, --src-tls-verify?, --dest-tls-verify?"),
        operands: { each: ["image"] },
      }),
      ...alike("inspect delete sync list-tags login logout", "images", {
        partial: true,
        operands: { each: ["image"] },
      }),
    ),
  }),
  ...alike(
    "crane buildah ko oras",
    "images",
    {
      partial: true,
      options: [help("-h --help")],
      subcommands: byName(
        ...alike("push copy cp publish append attach", "sends an image", {
          partial: true,
          sends: true,
          operands: { each: ["image"] },
        }),
        ...alike("pull fetch from manifest digest ls", "fetches an image", {
          partial: true,
          downloads: true,
          operands: { each: ["image"] },
        }),
        ...alike("delete rm rmi", "deletes images", { partial: true }),
        program("run", "runs in a container", {
          style: "posix",
          wrapper: inside,
          options: flags("-v --volume=, -t, -e=, --cap-add=, --cap-drop=, --mount=, --isolation=, --network=, --user="),
        }),
        ...alike("bud build commit images inspect login tag unshare config export", "images", { partial: true }),
      ),
    },
    { crane: { keepsInput: ["auth login"] }, oras: { keepsInput: ["login"] } },
  ),
  program("vault", "keeps secrets", {
    keepsInput: ["login", "write"],
    serverVariables: words("VAULT_ADDR"),
    partial: true,
    style: "words",
    globalsAnywhere: true,
    globals: [
      opt("-address=", "address", { is: ["url"] }),
      ...flags("-namespace=, -format=, -field=, -token=, -mount=, -version="),
      help("-help"),
      help("-h"),
    ],
    subcommands: byName(
      ...alike("read unwrap", "prints secrets", { style: "words", partial: true }),
      ...alike("write login", "changes secrets; `name=@file` sends a file", {
        style: "words",
        partial: true,
        operands: { first: [[]], each: ["form"] },
      }),
      program("kv", "secrets", {
        style: "words",
        subcommands: byName(
          program("get", "prints secrets", { style: "words", partial: true }),
          program("put", "writes secrets", {
            style: "words",
            partial: true,
            operands: { first: [[]], each: ["form"] },
          }),
          ...alike("delete destroy undelete patch list metadata rollback enable-versioning", "secrets", {
            style: "words",
            partial: true,
          }),
        ),
      }),
      ...alike("delete list", "secrets", { style: "words", partial: true }),
      program("secrets", "engines", {
        style: "words",
        partial: true,
        subcommands: byName(...alike("enable disable list move tune", "engines", { style: "words", partial: true })),
      }),
      program("token", "tokens", {
        style: "words",
        partial: true,
        subcommands: byName(
          ...alike("create lookup renew revoke capabilities", "tokens", { style: "words", partial: true }),
        ),
      }),
      ...alike("policy auth operator audit lease status server agent ssh print path-help plugin namespace", "vault", {
        style: "words",
        partial: true,
      }),
    ),
  }),
  program("sops", "files with secrets", {
    partial: true,
    options: [
      opt("-d --decrypt", "prints the secrets"),
      opt("-i --in-place", "changes the file", { makes: ["write"] }),
      opt("--output=", "file written", { is: ["write"] }),
      ...flags("-e --encrypt, -r --rotate, --extract=, --input-type=, --output-type=, -k=, -p=, -a=, --set="),
      help("-h --help"),
    ],
    operands: { each: ["read"] },
    subcommands: byName(
      ...alike("exec-env exec-file", "runs shell text with the secrets", {
        style: "posix",
        partial: true,
        wrapper: { inner: "operands", skip: 1, joined: true },
        options: flags("--background, --pristine, --user=, --no-fifo, --filename="),
      }),
    ),
  }),
  program("buildctl", "builds", { partial: true }),
];
