// Databases: statements of any client, programs of their servers, and frameworks that reset them.

import type { KindRows } from "./kind-row.ts";

/** Tasks of Rails, with and without a database of several. */
const railsTasks = "db:( drop* | reset* | purge* | schema:load | migrate:reset )";

export const databases: KindRows = {
  sql: {
    "drops-data": [
      "( drop | truncate | remove | flushall | flushdb | shutdown )",
      "delete from !--where",
      "update !--where",
      "alter * ( drop | truncate )",
      "alter * delete !--where",
    ],
  },
  "dropdb dropuser": { "drops-data": [""] },
  "mysqladmin mariadb-admin": { "drops-data": ["drop"] },
  pg_restore: { "drops-data": ["--clean"] },
  mongorestore: { "drops-data": ["--drop"] },
  "cypher-shell": { "drops-data": ["( *detach* | *DETACH* | *Detach* )"] },
  "sqlite-utils gel edgedb": { "drops-data": ["( drop-table | drop-view | drop | wipe )"] },
  "memcflush memcached-tool": { "drops-data": ["!--help"] },
  influx: { "drops-data": ["( *drop* | *DROP* )", "( delete | bucket delete | org delete )"] },
  bq: { "drops-data": ["rm", "query *drop*", "query *DROP*"] },
  sqlcmd: { "drops-data": ["query ( *drop* | *DROP* | *truncate* | *TRUNCATE* )"] },
  "redis-cli": { "drops-data": ["( shutdown | SHUTDOWN | debug | DEBUG )"] },
  "atlas mongocli": {
    "destroys-remote-data": ["* ( delete | terminate )", "delete"],
    "drops-data": ["schema clean"],
    "grants-access": ["accessLists create", "dbusers create"],
  },
  turso: { "drops-data": ["db ( destroy | rm )", "group destroy"], "grants-access": ["db tokens create"] },
  pscale: { "drops-data": ["( database | branch ) delete"], "grants-access": ["password create"] },
  "neon neonctl": {
    "destroys-remote-data": ["projects delete"],
    "drops-data": ["( projects | branches | databases ) delete"],
  },
  aws: {
    "drops-data": ["dynamodb delete-table", "rds ( delete-db-instance | delete-db-cluster )"],
  },
  "az gcloud": {
    "drops-data": [
      "( sql | cosmosdb | firestore | spanner | postgres | mysql | redis | bigtable ) * delete",
      "( sql | cosmosdb | firestore | postgres | mysql | redis ) delete",
    ],
  },
  consul: { "drops-data": ["kv delete -recurse"] },
  etcdctl: { "drops-data": ["del ( --prefix | --from-key )"] },
  wp: {
    "drops-data": [
      "db ( reset | drop | clean )",
      "db query ( *drop* | *DROP* | *truncate* | *TRUNCATE* )",
      "site empty",
    ],
  },
  drush: { "drops-data": ["( sql-drop | sql:drop )", "sql-query ( *drop* | *DROP* | *truncate* | *TRUNCATE* )"] },
  heroku: { "drops-data": ["pg:psql ( *drop* | *DROP* | *truncate* | *TRUNCATE* | *delete* | *DELETE* )"] },
  liquibase: { "drops-data": ["( dropAll | drop-all )"] },
  "rails rake": {
    "drops-data": [railsTasks],
  },
  "rails gitlab-rails": {
    "drops-data": ["( runner | r ) ( *delete_all* | *destroy_all* | *drop* | *DROP* | *truncate* | *TRUNCATE* )"],
  },
  prisma: { "drops-data": ["migrate reset", "db push ( --force-reset | --accept-data-loss )"] },
  "django-admin manage.py": { "drops-data": ["( flush | reset_db )", "migrate zero"] },
  python: { "drops-data": ["manage.py ( flush | reset_db )", "manage.py migrate zero"] },
  artisan: { "drops-data": ["( migrate:fresh | migrate:reset | migrate:refresh | db:wipe )"] },
  php: { "drops-data": ["artisan ( migrate:fresh | migrate:reset | migrate:refresh | db:wipe )"] },
  "php symfony console": { "drops-data": ["*doctrine:*:drop"] },
  "mikro-orm": { "drops-data": ["schema:( drop | fresh )"] },
  flask: { "drops-data": ["db downgrade base"] },
  "gradlew gradle": { "drops-data": ["*flywayClean*"] },
  "mvn mvnw": { "drops-data": ["flyway:clean"] },
  "diesel sqlx": { "drops-data": ["database ( reset | drop )"] },
  "sea-orm-cli": { "drops-data": ["migrate ( fresh | reset | refresh )"] },
  goose: { "drops-data": ["( down-to | reset )"] },
  migrate: { "drops-data": ["drop"] },
  "sequelize sequelize-cli": { "drops-data": ["( db:drop | db:migrate:undo:all )"] },
  knex: { "drops-data": ["migrate:rollback --all"] },
  "typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm": { "drops-data": ["schema:drop"] },
  alembic: { "drops-data": ["downgrade base"] },
  flyway: { "drops-data": ["clean"] },
  mix: { "drops-data": ["( ecto.drop | ecto.reset )"] },
  dynamodb: { "drops-data": ["delete-table"] },
  dbmate: { "drops-data": ["drop"] },
  "drizzle-kit": { "drops-data": ["drop", "push --force"] },
  hasura: { "drops-data": ["migrate apply --down=all"] },
};
