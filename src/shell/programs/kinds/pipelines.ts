// Servers that build, and the machines that work for them.

import { DELETES, type KindRows } from "./kind-row.ts";

/** `delete-job`, `delete-node`, `delete-credentials-domain`, `offline-node`, `shutdown`. */
const jenkins = "( delete-* | offline-node | disconnect-node | shutdown | safe-shutdown | quiet-down )";

export const pipelines: KindRows = {
  "jenkins-cli jenkins-cli.jar": { "destroys-remote-data": [jenkins] },
  java: { "destroys-remote-data": [`*jenkins-cli*.jar ${jenkins}`] },
  jx: { "destroys-remote-data": [DELETES, "( delete | uninstall )"] },
  "gitlab-runner gitlab-ci-multi-runner": {
    "destroys-remote-data": ["unregister", "verify --delete", "reset-token"],
  },
  circleci: {
    "destroys-remote-data": [
      "( namespace | context | pipeline | orb | runner | policy | project ) delete",
      "runner ( resource-class | token | instance ) delete",
      "orb unlist",
      "context remove-secret",
    ],
    "grants-access": ["runner token create"],
    publishes: ["orb ( publish | create )"],
  },
  "drone woodpecker-cli": {
    "destroys-remote-data": [
      "( repo | secret | orgsecret | cron | registry | user | server | pipeline | build ) ( rm | remove | delete | purge )",
      "( repo | org | admin | global ) ( secret | registry | cron | user ) ( rm | remove | delete )",
      "repo disable",
    ],
    "grants-access": ["user add"],
    deploys: ["( build promote | pipeline deploy | deploy )"],
  },
  travis: { "destroys-remote-data": ["( disable | env unset | env clear | cache --delete )"] },
  "bk buildkite": { "destroys-remote-data": [DELETES] },
  // Concourse calls its program `fly`, as Fly.io does.
  "fly flyctl": { "destroys-remote-data": ["( destroy-pipeline | destroy-team | prune-worker | clear-task-cache )"] },
  tkn: { "destroys-remote-data": ["* delete"] },
  spin: { "destroys-remote-data": ["( application | pipeline | project | canary-config ) delete"] },
  "octo octopus": {
    "destroys-remote-data": ["( delete-* | * delete )"],
    deploys: ["( deploy-release | release deploy )"],
  },
  gocd: { "destroys-remote-data": ["* delete"] },
  teamcity: { "destroys-remote-data": ["* ( delete | remove )"] },
  "gitea forgejo": { "destroys-remote-data": ["admin ( user | auth ) delete"], "grants-access": ["admin user create"] },
};
