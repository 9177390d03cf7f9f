// Services with a command line: hosting, code hosts, secrets, backups, payments.

import { DELETES, type KindRows } from "./kind-row.ts";

export const services: KindRows = {
  "vercel now": {
    "destroys-remote-data": ["( remove | rm )", "( domains | dns | env | project | projects ) ( rm | remove )"],
    deploys: ["--prod", "( promote | rollback )"],
  },
  netlify: {
    "destroys-remote-data": ["( sites:delete | blobs:delete | env:unset )"],
    deploys: ["deploy ( --prod | -p )"],
  },
  "fly flyctl": {
    "destroys-remote-data": [
      "destroy",
      "* destroy",
      "scale count 0",
      "( secrets | certs ) ( unset | remove )",
      "( apps | machine | volumes ) destroy",
    ],
    "grants-access": ["tokens create", "orgs invite"],
    deploys: ["deploy !--build-only"],
  },
  heroku: {
    "destroys-remote-data": [
      "( apps:destroy | addons:destroy | domains:remove | config:unset | pg:reset | *:destroy )",
      "ps:scale *=0",
    ],
    "drops-data": ["( pg:reset | pg:restore | redis:cli )"],
    "grants-access": ["( access:add | keys:add | members:add | authorizations:create )"],
    deploys: ["( container:release | container:push | releases:rollback | pipelines:promote )"],
  },
  railway: { "destroys-remote-data": ["( down | delete )", "* delete"], deploys: ["( up | redeploy )"] },
  render: { "destroys-remote-data": ["* delete"], deploys: ["deploys create"] },
  wrangler: {
    "destroys-remote-data": ["delete", "* delete"],
    "drops-data": ["( d1 | kv | r2 ) * delete"],
    deploys: ["( deploy | publish | rollback )", "( pages | versions ) ( deploy | publish )", "deployments rollback"],
  },
  firebase: {
    "destroys-remote-data": ["*:delete", "( hosting:disable | functions:delete )"],
    "drops-data": ["( firestore:delete | database:remove )"],
    deploys: ["( deploy | hosting:clone | appdistribution:distribute )"],
  },
  supabase: {
    "destroys-remote-data": ["( projects | branches | functions | secrets ) ( delete | unset )"],
    "drops-data": ["db reset"],
    deploys: ["functions deploy", "db push"],
  },
  surge: { deploys: [""], "destroys-remote-data": ["teardown"] },
  kamal: {
    "destroys-remote-data": ["remove", "( app | accessory | proxy ) remove"],
    deploys: ["( deploy | redeploy | setup )"],
  },
  dokku: { "destroys-remote-data": ["*:destroy"] },
  deployctl: { deploys: ["deploy"] },
  "clasp convex shopify": {
    "destroys-remote-data": ["( delete | undeploy )", "* delete"],
    "drops-data": ["import ( --replace | --replace-all )"],
    deploys: ["( push | deploy | app deploy | theme push )"],
  },
  "fastly flarectl auth0 okta databricks": {
    "destroys-remote-data": [DELETES, "( delete | purge )"],
    deploys: ["service-version activate", "service version activate"],
  },
  // Without `--live` it works on test data. Money that is paid out is gone as data is.
  stripe: {
    "destroys-remote-data": [
      DELETES,
      "delete",
      "( refunds | payouts | transfers ) create --live",
      "subscriptions cancel --live",
      "api_keys roll",
    ],
  },
  // Topics are joined by colons: `api:core:incoming-phone-numbers:remove`.
  twilio: { "destroys-remote-data": ["*:( remove | delete )", DELETES] },
  sentry: { "destroys-remote-data": [DELETES] },
  gh: {
    "destroys-remote-data": [
      "repo ( delete | archive )",
      "( release | codespace | run | cache | issue | label | gist | secret | variable | ruleset | ssh-key | gpg-key ) delete",
      "release delete-asset",
      "api --method=DELETE ( repos/* | /repos/* | orgs/* | /orgs/* )",
    ],
    "grants-access": [
      "( ssh-key | gpg-key ) add",
      "repo deploy-key add",
      "api --method=( PUT | POST ) ( *collaborators* | *memberships* | *keys* )",
    ],
    publishes: [
      "release ( create | upload | edit )",
      "gist ( create | edit )",
      "api ( gists | /gists | gists/* | /gists/* ) ( -f | -F | --input ) !--method=GET !--method=DELETE",
      "api ( gists | /gists | gists/* | /gists/* ) --method=( POST | PATCH )",
      "repo create --public",
      "repo edit --visibility=public",
      "api */releases* ( -f | -F | --input )",
      "api */releases* --method=( POST | PATCH )",
      "workflow run ( *release* | *publish* | *deploy* )",
    ],
  },
  "glab hub tea": {
    "destroys-remote-data": [
      "repo ( delete | archive )",
      "( release | releases | issue | variable | ssh-key | snippet | label ) delete",
      "api ( -X | --method ) DELETE",
      "api --method=DELETE",
    ],
    "grants-access": ["( ssh-key | deploy-key ) add", "( token | repo members ) ( create | add )"],
    publishes: [
      "( release | releases | gist | snippet ) ( create | new | upload | edit )",
      "api ( POST | PUT ) *releases*",
    ],
  },
  vault: {
    "destroys-remote-data": [
      "( delete | destroy )",
      "( secrets | auth | audit ) disable",
      "kv ( delete | destroy )",
      "kv metadata delete",
      "policy delete",
      "( lease | token ) revoke",
      "namespace delete",
      "plugin deregister",
      "operator ( seal | rekey | step-down )",
      "operator raft remove-peer",
    ],
    "grants-access": ["policy write", "token create", "write auth/*"],
  },
  op: {
    "destroys-remote-data": [
      "( vault | item | document | user | group | service-account ) delete",
      "connect ( server | token | group | vault ) ( delete | revoke )",
    ],
    "grants-access": ["( vault | group ) * grant", "( user | group ) ( provision | invite )", "service-account create"],
  },
  "bw rbw": { "destroys-remote-data": ["( delete | remove | purge )"] },
  "doppler infisical": {
    "destroys-remote-data": ["* delete", "secrets ( delete | unset )"],
    "grants-access": ["configs tokens create", "( service-token | user ) * create"],
  },
  restic: { "destroys-remote-data": ["( forget | prune )", "key remove", "rewrite --forget"] },
  "borg kopia": {
    "destroys-remote-data": [
      "( delete | rdelete | repo-delete | prune | compact | recreate )",
      "( snapshot | repo | manifest | blob | content | policy ) ( delete | rm | remove | expire )",
      "( key | server user | server users ) ( remove | delete )",
    ],
  },
  duplicity: {
    "destroys-remote-data": [
      "( remove-older-than | remove-all-but-n-full | remove-all-inc-of-but-n-full | cleanup ) --force",
    ],
  },
  "huggingface-cli hf": {
    "destroys-remote-data": ["( repo | repos ) delete", "delete-cache"],
    publishes: ["( upload | upload-large-folder )", "( repo | repos ) create"],
  },
  "kaggle wandb": { publishes: ["* ( create | version | push )"] },
};
