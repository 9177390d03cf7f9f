// Clusters and what runs in them.

import type { KindRows } from "./kind-row.ts";

export const clusters: KindRows = {
  kubectl: {
    "destroys-remote-data": [
      "delete",
      "drain",
      "cordon",
      "adm drain",
      "replace --force",
      "scale --replicas=0",
      "apply --prune",
      "rollout undo",
      "taint",
      "evict",
      "patch *replicas*0*",
      "autoscale --max=0",
      "( cnpg destroy | argo delete )",
    ],
    deploys: ["( apply | create | replace | patch | set )", "rollout restart", "scale"],
    "grants-access": [
      "create ( rolebinding | clusterrolebinding | token )",
      "certificate approve",
      "adm policy ( add-role-to-user | add-cluster-role-to-user | add-scc-to-user )",
    ],
    "opens-tunnel": [
      "port-forward --address=( 0.0.0.0* | * )",
      "proxy --address=0.0.0.0*",
      "expose --type=LoadBalancer",
    ],
  },
  "kubectl-delete k3s-uninstall.sh": { "destroys-remote-data": [""] },
  helm: {
    "destroys-remote-data": ["( uninstall | delete | rollback )"],
    deploys: ["( install | upgrade )"],
    publishes: ["( push | cm-push )"],
  },
  helmfile: { "destroys-remote-data": ["( destroy | delete )"], deploys: ["( apply | sync )"] },
  crictl: { "destroys-remote-data": ["( rm | rmp )"] },
  ctr: {
    "destroys-remote-data": ["( containers | container | tasks | task ) ( rm | remove | delete | kill )"],
    publishes: ["( images | image ) push"],
  },
  "rancher kn kubeless": { "destroys-remote-data": ["* delete", "clusters delete"] },
  "istioctl cilium linkerd": { "destroys-remote-data": ["( uninstall | purge )"], deploys: ["install"] },
  "kyma faas-cli devspace werf": {
    "destroys-remote-data": ["( uninstall | remove | purge | dismiss | cleanup )"],
    deploys: ["( deploy | converge )"],
  },
  velero: { "destroys-remote-data": ["( backup | restore | schedule ) delete", "delete", "uninstall"] },
  "skaffold argo": { "destroys-remote-data": ["delete"], deploys: ["( run | deploy | submit )"] },
  tilt: { "destroys-remote-data": ["down"] },
  argocd: {
    "destroys-remote-data": [
      "( app delete | app delete-resource | app terminate-op | appset delete | cluster rm | proj delete | repo rm )",
      "app sync --prune",
    ],
    "grants-access": ["account ( generate-token | update-password )", "cluster add"],
    deploys: ["app ( sync | create | set | rollback )"],
  },
  "talosctl k0s rke2-uninstall.sh rke k3s-agent-uninstall.sh": { "destroys-remote-data": ["( reset | remove )"] },
  "kapp kluctl tk tanka odo porter okteto garden": {
    "destroys-remote-data": ["( delete | destroy | uninstall | cleanup )"],
    deploys: ["( deploy | apply )"],
  },
  flux: {
    "destroys-remote-data": ["( delete | uninstall | suspend )"],
    deploys: ["( reconcile | bootstrap )"],
    publishes: ["push artifact"],
  },
  "kops eksctl": { "destroys-remote-data": ["delete"], deploys: ["( create | update | upgrade )"] },
  kubeadm: { "destroys-remote-data": ["reset"] },
  "minikube kind": { "destroys-remote-data": ["delete"], "opens-tunnel": ["tunnel"] },
  k3d: { "destroys-remote-data": ["cluster delete"] },
  docker: {
    "destroys-remote-data": ["swarm leave --force", "( stack | service ) ( rm | remove )", "service scale *=0"],
    deploys: ["stack deploy", "service ( create | update )"],
    publishes: [
      "push",
      "image push",
      "manifest push",
      "( build | buildx build | buildx bake | compose build ) --push",
      "( build | buildx build ) --output=*registry*",
      "( build | buildx build ) --output=*push=true*",
      "buildx imagetools create",
      "compose push",
    ],
  },
};
