// Containers, clusters and infrastructure: docker and its kin, kubectl, helm, terraform.

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

const runOptions: readonly OptionRow[] = [
  opt("-v --volume --mount=", "a folder of this machine inside; may give the whole machine away"),
  opt("--privileged", "no isolation"),
  opt("--env-file --label-file=", "file read", { is: ["read"] }),
  opt("--cidfile=", "file written", { is: ["write"] }),
  opt("--entrypoint=", "program run inside"),
  ...flags(
    "--pid=, --ipc=, --uts=, --userns=, --network --net=, --cap-add=, --cap-drop=, --security-opt=, --device=, -u --user=, -w --workdir=, -e --env=, -p --publish=, -P --publish-all, --name=, -h --hostname=, -l --label=, -m --memory=, --cpus=, -c --cpu-shares=, --restart=, --platform=, --pull=, --gpus=, --add-host=, --dns=, --link=, --log-driver=, --log-opt=, --shm-size=, --tmpfs=, --ulimit=, --runtime=, --health-cmd=, --stop-signal=, --stop-timeout=, --group-add=, --volumes-from=, --sysctl=, --ip=, --mac-address=, --expose=, -a --attach=, --detach-keys=, -d --detach, -i --interactive, -t --tty, --rm, --init, --read-only, --oom-kill-disable, --sig-proxy, -q --quiet, --no-healthcheck, --pod=, --replace, --tls-verify",
  ),
  help("--help"),
];
const removing = flags("-f --force, -a --all, -v --volumes, -l --link, --filter=, -q --quiet, --no-prune");
const prune = program("prune", "removes what is not used", { options: [...removing, help("--help")] });
const inside = { inner: "operands", skip: 1, elsewhere: true } as const;

const run = program("run", "runs an image", {
  style: "posix",
  options: runOptions,
  wrapper: inside,
  external: "image",
});
const create = program("create", "makes a container", { style: "posix", options: runOptions, external: "image" });
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
    ...flags(
      "-t --tag=, --build-arg=, --target=, --platform=, --label=, --network=, --cache-from=, --cache-to=, --progress=, --no-cache, --pull, -q --quiet, --load, --squash, --rm, -m --memory=, --build-context=",
    ),
    help("--help"),
  ],
});
const push = program("push", "sends an image", {
  sends: true,
  options: [...flags("-a --all-tags, --disable-content-trust, -q --quiet, --platform="), help("--help")],
  operands: { first: [["repository"]] },
  special: "container-copy",
});
const pull = program("pull", "fetches an image", {
  options: [...flags("-a --all-tags, --disable-content-trust, -q --quiet, --platform="), help("--help")],
});
const cp = program("cp", "copies in and out", {
  special: "container-copy",
  options: [...flags("-a --archive, -L --follow-link, -q --quiet"), help("--help")],
});
const compose = program("compose", "services of a file", {
  style: "posix",
  external: "image",
  globals: [
    opt("-f --file --env-file=", "file read", { is: ["read"] }),
    dryRun("--dry-run"),
    ...flags(
      "-p --project-name=, --profile=, --project-directory=, --ansi=, --progress=, --parallel=, --compatibility",
    ),
    help("-h --help"),
    help("-v --version"),
  ],
  subcommands: byName(
    program("down", "removes services", { options: flags("-v --volumes, --rmi=, --remove-orphans, -t --timeout=") }),
    program("rm", "removes services", { options: flags("-f --force, -s --stop, -v --volumes") }),
    program("exec", "runs in a service", {
      style: "posix",
      wrapper: inside,
      options: flags("-d --detach, -e --env=, --index=, -T --no-TTY, --privileged, -u --user=, -w --workdir="),
    }),
    program("run", "runs in a new service", {
      style: "posix",
      wrapper: inside,
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
const objects = (name: string): ProgramTable =>
  program(name, `${name}s`, {
    subcommands: byName(
      rm,
      prune,
      ...alike("ls list inspect create connect disconnect update", name, { partial: true }),
    ),
  });

const docker = (name: string, aliases: readonly string[]): ProgramTable =>
  program(name, "containers", {
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
          ...alike(
            "ls list ps inspect logs start stop kill restart pause unpause attach commit diff export port rename stats top update wait",
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
          ...alike("ls list inspect history tag import", "images", { partial: true }),
        ),
      }),
      objects("volume"),
      objects("network"),
      program("system", "the whole", {
        subcommands: byName(
          prune,
          program("reset", "removes everything", { options: flags("-f --force") }),
          ...alike("df info events", "the whole", { partial: true }),
        ),
      }),
      program("builder", "build cache", { subcommands: byName(prune, build) }),
      program("buildx", "builds", {
        partial: true,
        subcommands: byName(
          build,
          prune,
          ...alike("ls create use inspect rm stop bake imagetools du", "builds", { partial: true }),
        ),
      }),
      program("login", "signs in", {
        partial: true,
        options: flags("-u --username=, -p --password=, --password-stdin"),
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
      ...alike(
        "ps images logs inspect start stop kill restart pause unpause attach commit diff port rename stats top update wait tag history info version search events context plugin manifest logout pod play generate machine unshare",
        "containers",
        { partial: true },
      ),
    ),
  });

const kubeGlobals: readonly OptionRow[] = [
  opt("--kubeconfig=", "configuration", { is: ["read"] }),
  opt("-s --server=", "address", { is: ["url"] }),
  ...flags(
    "-n --namespace=, --context=, --cluster=, --user=, --as=, --as-group=, --token=, --request-timeout=, -v --v=, --certificate-authority=, --client-certificate=, --client-key=, --insecure-skip-tls-verify?, --cache-dir=, --tls-server-name=, --password=, --username=, --profile=, --match-server-version, --warnings-as-errors, --log-flush-frequency=",
  ),
  help("-h --help"),
];
const kubeDry = opt("--dry-run?", "only says what would be done", { meaning: "dry-run", offValues: ["none", "false"] });
const kubeFile = opt("-f --filename=", "file or address read", { is: ["read"] });
const kube = flags(
  "-o --output=, -l --selector=, --field-selector=, -A --all-namespaces, --all, -R --recursive, -k --kustomize=, --show-labels, -w --watch, -c --container=, --field-manager=, --template=, --sort-by=, --no-headers, --overwrite, --resource-version=, --local, --list, --record",
);

const kubectl = program("kubectl", "Kubernetes", {
  aliases: ["oc", "k3s-kubectl", "microk8s.kubectl", "k"],
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
    program("debug", "runs beside a pod", {
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
      "describe logs top explain diff wait port-forward proxy attach label annotate taint cordon uncordon expose autoscale set api-resources api-versions cluster-info version certificate completion events kustomize plugin options adm login logout project new-project whoami rsh start-build new-app",
      "Kubernetes",
      { partial: true, options: [kubeDry, kubeFile, ...kube] },
    ),
  ),
});

const helmDry = opt("--dry-run?", "only says what would be done", { meaning: "dry-run", offValues: ["none", "false"] });
const helm = program("helm", "Kubernetes packages", {
  partial: true,
  style: "posix",
  globals: [
    opt("--kubeconfig=", "configuration", { is: ["read"] }),
    ...flags("-n --namespace=, --kube-context=, --debug, --registry-config=, --repository-config="),
    help("-h --help"),
  ],
  globalsAnywhere: true,
  subcommands: byName(
    program("uninstall", "removes a release", {
      aliases: ["delete", "del", "un"],
      options: [
        dryRun("--dry-run"),
        ...flags("--keep-history, --no-hooks, --wait, --timeout=, --cascade=, --ignore-not-found"),
      ],
    }),
    ...alike("install upgrade rollback template", "changes a release", {
      partial: true,
      options: [
        helmDry,
        opt("-f --values --set-file=", "file read", { is: ["read"] }),
        opt("--post-renderer=", "program run", { code: "command" }),
        ...flags(
          "--set=, --set-string=, --version=, --force, -i --install, --wait, --atomic, --timeout=, --create-namespace, --reuse-values, --reset-values, --no-hooks, --repo=",
        ),
      ],
    }),
    program("push", "sends a package", { partial: true, sends: true, operands: { first: [["upload"], ["url"]] } }),
    ...alike(
      "list ls status get history show search repo pull dependency lint package test env version plugin registry create verify",
      "packages",
      { partial: true },
    ),
  ),
});

const tfOptions = flags(
  "-auto-approve, -input=, -lock=, -lock-timeout=, -no-color, -parallelism=, -refresh=, -refresh-only, -target=, -replace=, -var=, -compact-warnings, -json, -force, -destroy, -detailed-exitcode",
);
const tfFiles = [
  opt("-var-file -backend-config=", "file read", { is: ["read"] }),
  opt("-state=", "state", { is: ["read"] }),
  opt("-out -state-out -backup=", "file written", { is: ["write"] }),
];
const terraform = program("terraform", "infrastructure", {
  aliases: ["tofu", "terragrunt"],
  style: "words",
  partial: true,
  globals: [opt("-chdir=", "goes to a folder first", { cwd: true }), help("-help"), help("-version")],
  subcommands: byName(
    program("destroy", "destroys everything", { style: "words", options: [...tfOptions, ...tfFiles] }),
    program("apply", "changes everything", { style: "words", options: [...tfOptions, ...tfFiles] }),
    program("plan", "says what would change", { style: "words", options: [...tfOptions, ...tfFiles] }),
    program("state", "state", {
      style: "words",
      subcommands: byName(
        program("rm", "forgets objects", {
          style: "words",
          options: [...tfOptions, opt("-dry-run", "only says", { meaning: "dry-run" })],
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
      "init validate fmt import output show taint untaint refresh providers version console graph get test login logout force-unlock metadata modules run-all",
      "infrastructure",
      { style: "words", partial: true, options: [...tfOptions, ...tfFiles] },
    ),
  ),
});

export const containers: readonly ProgramTable[] = [
  docker("docker", ["podman", "nerdctl", "docker.io", "finch"]),
  { ...compose, name: "docker-compose", aliases: ["podman-compose"] },
  kubectl,
  helm,
  terraform,
  program("pulumi", "infrastructure", {
    partial: true,
    subcommands: byName(
      program("destroy", "destroys everything", {
        options: flags("-y --yes, -f --skip-preview, -s --stack=, -t --target=, --preview-only, -C --cwd="),
      }),
      program("up", "changes everything", {
        partial: true,
        aliases: ["update"],
        external: "script",
        options: flags("-y --yes, -f --skip-preview, -s --stack="),
      }),
      ...alike("preview refresh stack config cancel state import new", "infrastructure", { partial: true }),
    ),
  }),
  program("cdk", "infrastructure", {
    partial: true,
    subcommands: byName(
      program("destroy", "destroys a stack", { partial: true, options: flags("--all, -f --force, --profile=") }),
      ...alike("deploy synth diff list ls bootstrap watch init", "infrastructure", {
        partial: true,
        external: "script",
      }),
    ),
  }),
  program("ansible", "runs on other machines", {
    partial: true,
    aliases: ["ansible-playbook", "ansible-pull"],
    external: "script",
    options: [
      opt("-i --inventory=", "file read", { is: ["read"] }),
      opt("-a --args=", "shell text there"),
      ...flags("-m --module-name=, -b --become, -u --user=, -e --extra-vars=, -l --limit=, -t --tags="),
      dryRun("-C --check"),
    ],
  }),
  ...alike(
    "kustomize skaffold tilt argocd flux istioctl k9s minikube kind k3d eksctl kops crictl ctr buildah skopeo crane velero stern kubectx kubens packer vault consul nomad sops",
    "clusters",
    { partial: true },
  ),
  program("buildctl", "builds", { partial: true }),
];
