// What watches, routes and switches services that run: feature flags, gateways, monitoring, search, names.

import { DELETES, type KindRows } from "./kind-row.ts";

/** `synthetics monitor delete` */
const DELETES_BELOW = "* * ( delete | remove | purge )";

export const operations: KindRows = {
  "ldcli flipt unleash": { "destroys-remote-data": [DELETES, "* ( archive | kill )"] },
  // Also the program that splits files, whose operands are files.
  split: {
    "destroys-remote-data": [
      "( splits | environments | segments | traffic-types | workspaces | flag-sets ) ( delete | kill )",
    ],
  },
  apigeecli: { "destroys-remote-data": [DELETES, "* undeploy"], deploys: ["* deploy"] },
  deck: {
    "destroys-remote-data": ["reset", "gateway reset"],
    deploys: ["( sync | apply )", "gateway ( sync | apply )"],
  },
  "newrelic pd datadog-ci dog": { "destroys-remote-data": [DELETES, DELETES_BELOW, "* ( archive | mute_all )"] },
  splunk: { "destroys-remote-data": ["( clean | remove | delete )"] },
  "grafana-cli grafana grafanactl": {
    "destroys-remote-data": [
      "plugins ( uninstall | remove )",
      "cli plugins ( uninstall | remove )",
      "resources delete",
    ],
    "grants-access": ["admin reset-admin-password", "cli admin reset-admin-password"],
  },
  promtool: { "destroys-remote-data": ["tsdb clean"] },
  algolia: { "destroys-remote-data": ["* ( delete | clear )"], "grants-access": ["apikeys create"] },
  nsupdate: { deploys: [""] },
  square: { "destroys-remote-data": [DELETES] },
  "gitlab-rake gitlab-backup": { "destroys-remote-data": ["( *backup:restore* | restore )"] },
};
