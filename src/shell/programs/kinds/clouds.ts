// Clouds and what sets them up.

import { DELETES, type KindRows } from "./kind-row.ts";

export const clouds: KindRows = {
  aws: {
    "destroys-remote-data": [
      "s3 rb",
      "s3 rm --recursive",
      "s3 sync --delete",
      "* ( delete-* | terminate-* | deregister-* | destroy-* | purge-* | remove-* | batch-delete-* | admin-delete-* )",
      "* ( schedule-key-deletion | release-* | revoke-* | detach-* | disable-* | reboot-* )",
      "* ( stop-instances | stop-db-* | stop-task | stop-cluster | stop-notebook-instance | stop-pipeline )",
      "( ec2 | rds | docdb | neptune | dms | redshift | workspaces | gamelift | appstream | emr ) stop-*",
      "s3api ( put-bucket-lifecycle-configuration | put-bucket-lifecycle )",
      "ecs update-service --desired-count=0",
      "autoscaling ( update-auto-scaling-group | set-desired-capacity ) --desired-capacity=0",
      "autoscaling update-auto-scaling-group --max-size=0",
      "route53 change-resource-record-sets --change-batch=*DELETE*",
      "sns unsubscribe",
    ],
    "grants-access": [
      "iam ( attach-* | put-* | create-access-key | create-login-profile | update-login-profile | create-user )",
      "iam ( add-* | update-assume-role-policy | create-service-specific-credential | upload-ssh-public-key )",
      "s3api ( put-bucket-policy | put-bucket-acl | put-object-acl | put-public-access-block )",
      "kms ( create-grant | put-key-policy )",
      "ec2 ( authorize-security-group-ingress | modify-image-attribute | modify-snapshot-attribute | import-key-pair )",
      "( lambda | sns | sqs | events ) ( add-permission | put-permission )",
      "* ( put-resource-policy | set-repository-policy )",
      "eks ( create-access-entry | associate-access-policy )",
      "ram create-resource-share",
    ],
    deploys: [
      "cloudformation ( deploy | create-stack | update-stack | execute-change-set )",
      "lambda ( update-function-code | create-function )",
      "ecs update-service ( --task-definition | --force-new-deployment )",
      "ecs create-service",
      "( deploy | codedeploy ) create-deployment",
      "elasticbeanstalk update-environment",
      "( amplify | apprunner ) start-deployment",
    ],
    publishes: [
      "codeartifact publish-package-version",
      "lambda ( publish-version | publish-layer-version )",
      "( serverlessrepo | ecr-public ) ( create-application* | put-image )",
    ],
  },
  az: {
    "destroys-remote-data": [
      "* ( delete | delete-* | purge | deallocate | stop )",
      "group delete",
      "storage ( remove | blob delete-batch )",
      "deployment * create --mode=Complete",
    ],
    "grants-access": [
      "role assignment create",
      "ad sp ( create | create-for-rbac )",
      "ad ( app | sp ) credential reset",
      "ad ( app permission admin-consent | group member add )",
      "keyvault ( set-policy | network-rule add )",
      "storage ( account keys renew | container set-permission | * generate-sas )",
      "network nsg rule create",
      "sql server firewall-rule create",
    ],
    deploys: [
      "( webapp | functionapp ) ( up | deploy )",
      "( webapp | functionapp ) deployment source ( config* | sync )",
      "( webapp | functionapp ) deployment slot swap",
      "deployment * create",
      "containerapp ( up | update | create )",
      "spring app deploy",
    ],
    publishes: ["acr ( build | import )", "artifacts universal publish"],
  },
  gcloud: {
    "destroys-remote-data": [
      "* ( delete | destroy | remove-* | undeploy )",
      "storage rm",
      "services disable",
      "compute instances ( stop | reset | suspend )",
      "container clusters resize ( --num-nodes=0 | --size=0 )",
    ],
    "grants-access": [
      "* ( add-iam-policy-binding | set-iam-policy )",
      "iam service-accounts keys create",
      "compute ( firewall-rules create | os-login ssh-keys add | project-info add-metadata )",
    ],
    deploys: [
      "( app | functions | run ) deploy",
      "run services ( replace | update )",
      "deploy releases ( create | promote )",
    ],
  },
  "gsutil s3cmd s4cmd s5cmd": {
    "destroys-remote-data": ["( rm | del | rb )", "rsync -d", "sync ( --delete | --delete-removed )"],
    "grants-access": ["( acl | iam ) ( ch | set )", "setacl --acl-public"],
  },
  mc: {
    "destroys-remote-data": [
      "( rb | rm )",
      "mirror --remove",
      "admin ( user | policy | bucket ) ( remove | rm | delete | disable | unset | detach )",
    ],
    "grants-access": ["anonymous set", "admin ( user | policy ) ( add | attach | set )"],
  },
  azcopy: { "destroys-remote-data": ["( remove | rm )", "sync --delete-destination=( true | prompt )"] },
  b2: {
    "destroys-remote-data": [
      "( delete-bucket | delete_bucket | delete-file-version | rm )",
      "( bucket | file | key ) delete",
    ],
  },
  rclone: {
    "destroys-remote-data": [
      "( purge | delete | deletefile | rmdir | rmdirs | sync | cleanup | move | moveto | dedupe )",
    ],
  },
  terraform: {
    "destroys-remote-data": [
      "destroy",
      "destroy-all",
      "( run-all | run ) destroy",
      "apply -destroy",
      "apply -replace",
      "state ( rm | push )",
      "workspace delete",
      "( taint | force-unlock )",
    ],
    deploys: ["apply", "( run-all | run ) apply"],
  },
  pulumi: { "destroys-remote-data": ["( destroy | down )", "stack rm", "state delete"], deploys: ["up"] },
  cdk: { "destroys-remote-data": ["destroy"], deploys: ["deploy"] },
  "cdktf tf tfenv otf": { "destroys-remote-data": ["destroy"], deploys: ["( deploy | apply )"] },
  "sst serverless sls": { "destroys-remote-data": ["remove"], deploys: ["deploy"] },
  sam: { "destroys-remote-data": ["delete"], deploys: ["deploy"] },
  azd: { "destroys-remote-data": ["down"], deploys: ["( up | deploy )"] },
  copilot: { "destroys-remote-data": ["* delete"], deploys: ["deploy", "* deploy"] },
  amplify: { "destroys-remote-data": ["delete"], deploys: ["( publish | push )"] },
  eb: { "destroys-remote-data": ["terminate"], deploys: ["deploy"] },
  "vultr-cli upctl civo yc exo scw stackit hcloud tencent leaseweb doctl linode-cli oci ovhcloud openstack nova": {
    "destroys-remote-data": [DELETES, "( delete | destroy )"],
    "grants-access": ["* ssh-key* ( create | add | import )"],
  },
  ibmcloud: { "destroys-remote-data": ["* ( *-delete | delete | rm )", "resource service-instance-delete"] },
  "aliyun tccli": { "destroys-remote-data": ["* ( Delete* | Terminate* | Release* | Stop* )"] },
  "cf juju": {
    "destroys-remote-data": ["( delete | delete-* | destroy-* | remove-* | kill-* )"],
    deploys: ["( push | deploy )"],
  },
  "spacectl nixops": {
    "destroys-remote-data": ["( delete | destroy )", "* ( delete | terminate )"],
    deploys: ["deploy"],
  },
  "cloud-nuke aws-nuke azure-nuke gcp-nuke": { "destroys-remote-data": [""] },
  nomad: {
    "destroys-remote-data": ["job stop", "stop", "( volume | namespace | var ) ( delete | purge )", "system gc"],
    deploys: ["( job run | run )"],
  },
  consul: { "destroys-remote-data": ["kv delete", "acl * delete", "leave"] },
  etcdctl: { "destroys-remote-data": ["del"], "grants-access": ["role grant-permission", "user grant-role"] },
  govc: { "destroys-remote-data": ["*.destroy", "*.rm"] },
  ansible: { "destroys-remote-data": ["--args=*state=absent*"] },
};
