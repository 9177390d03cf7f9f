// What a line may do to a fact before or while a command of it uses it.

import type { LineFact } from "../../language/operators/line-facts.ts";

export interface FactChanges {
  /** Commands that change it for those after them. */
  readonly changedBy: readonly string[];
  /** Commands that use another one than the usual. */
  readonly overriddenBy: readonly string[];
  /** Variables that name another one. */
  readonly variables: readonly string[];
  /** It is read from these files. */
  readonly files: readonly string[];
  /** Each folder may have one of its own. */
  readonly isOfFolder: boolean;
}

const switches: readonly string[] = [
  "git ( switch | checkout | bisect | init | symbolic-ref )",
  "git branch ( -m | -M )",
  "git rebase * *",
  "git stash branch",
  "( gh pr | glab mr | hub pr ) checkout",
  "( gt | git-town )",
];

const branch: FactChanges = {
  changedBy: switches,
  overriddenBy: ["git --git-dir", "git --work-tree"],
  variables: ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"],
  files: ["**/.git", "**/.git/HEAD", "**/.git/worktrees/*/HEAD"],
  isOfFolder: true,
};

export const factChanges: { readonly [F in LineFact]: FactChanges } = {
  git_branch: branch,
  git_upstream: {
    changedBy: [
      ...switches,
      "git branch -u",
      "git branch --unset-upstream",
      "git branch -t",
      "git ( push | pull | fetch ) --set-upstream",
      "git config branch.*",
      "git config --remove-section",
      "git config --rename-section",
      "git config --edit",
      "git config ( remove-section | rename-section | edit )",
      "git remote ( rename | remove | rm )",
    ],
    overriddenBy: [...branch.overriddenBy, "git -c branch.*", "git --config-env"],
    variables: [
      ...branch.variables,
      "GIT_CONFIG_COUNT",
      "GIT_CONFIG_PARAMETERS",
      "GIT_CONFIG_GLOBAL",
      "GIT_CONFIG_SYSTEM",
    ],
    files: [...branch.files, "**/.git/config", "**/.git/config.worktree", "**/.git/worktrees/*/config.worktree"],
    isOfFolder: true,
  },
  kube_context: {
    changedBy: [
      "kubectl config ( use-context | use | rename-context )",
      "kubectl config ( set | unset ) current-context",
      "oc ( login | logout | project | new-project )",
      "( kubectx | kubie | kubeswitch | switcher )",
      "( minikube | kind | k3d | vcluster | eksctl )",
      "aws eks update-kubeconfig",
      "gcloud container clusters ( get-credentials | create )",
      "gcloud container ( fleet | hub ) memberships get-credentials",
      "az aks get-credentials",
      "doctl kubernetes cluster",
      "tsh ( kube login | login )",
      "ibmcloud ( ks | oc ) cluster config",
      "( scw k8s kubeconfig | civo kubernetes | rancher context | rancher login )",
    ],
    overriddenBy: [
      "( kubectl | flux | istioctl | stern | k9s | linkerd | cilium | tilt ) --context",
      "( kubectl | helm | flux | istioctl | stern | k9s | linkerd | cilium | velero | skaffold ) --kubeconfig",
      "( helm | helmfile | skaffold | argocd | werf ) --kube-context",
      "velero --kubecontext",
      "kubectl ( --server | --cluster | --user )",
      "helm --kube-apiserver",
    ],
    variables: ["KUBECONFIG", "HELM_KUBECONTEXT", "HELM_KUBEAPISERVER", "HOME"],
    files: ["**/.kube", "**/.kube/**"],
    isOfFolder: false,
  },
};
