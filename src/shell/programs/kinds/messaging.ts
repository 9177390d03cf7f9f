// Brokers of messages, and who may use them.

import { DELETES, type KindRows } from "./kind-row.ts";

export const messaging: KindRows = {
  "kafka-topics kafka-topics.sh": { "destroys-remote-data": ["--delete"] },
  "kafka-delete-records kafka-delete-records.sh": { "destroys-remote-data": [""] },
  "kafka-acls kafka-acls.sh": { "destroys-remote-data": ["--remove"], "grants-access": ["--add"] },
  "kafka-consumer-groups kafka-consumer-groups.sh": {
    "destroys-remote-data": ["( --delete | --delete-offsets )", "--reset-offsets --execute"],
  },
  "kafka-configs kafka-configs.sh": { "destroys-remote-data": ["--alter --delete-config=*"] },
  "kafka-streams-application-reset kafka-streams-application-reset.sh": { "destroys-remote-data": ["!--dry-run"] },
  "confluent ccloud rpk": {
    "destroys-remote-data": ["* ( delete | terminate )", "* * delete", "topic trim-prefix"],
    "grants-access": ["acl create", "api-key create"],
  },
  rabbitmqctl: {
    "destroys-remote-data": [
      "( reset | force_reset | delete_* | clear_* | purge_* | forget_cluster_node )",
      "( close_all_connections | close_all_user_connections )",
    ],
    "grants-access": ["( add_user | set_permissions | set_topic_permissions | set_user_tags | change_password )"],
  },
  "rabbitmq-queues rabbitmq-streams": { "destroys-remote-data": ["( delete_* | shrink )"] },
  rabbitmqadmin: { "destroys-remote-data": ["( delete | purge )", DELETES] },
  nats: {
    "destroys-remote-data": [
      "( stream | str | st | kv | object | obj | bucket | consumer | con ) ( rm | rmm | del | delete | purge )",
      "stream seal",
      "( account | auth account | auth user ) ( rm | delete )",
      "server ( cluster | raft ) ( peer-remove | step-down )",
    ],
  },
  "pulsar-admin pulsarctl": {
    "destroys-remote-data": [
      "* ( delete | delete-* | remove | terminate | truncate | unsubscribe | clear-backlog | expire-messages )",
      "* ( skip | skip-all | reset-cursor | revoke-permission )",
    ],
    "grants-access": ["* grant-permission"],
  },
  "activemq artemis": {
    "destroys-remote-data": ["( purge | queue delete | queue purge | address delete | user rm )"],
    "grants-access": ["user add"],
  },
  mosquitto_ctrl: {
    "destroys-remote-data": ["dynsec ( delete* | remove* | disable* )"],
    "grants-access": ["dynsec ( addClientRole | addGroupRole | createClient | addRoleACL )"],
  },
  "zkCli zkCli.sh zookeeper-shell zookeeper-shell.sh": { "destroys-remote-data": ["( delete | deleteall | rmr )"] },
};
