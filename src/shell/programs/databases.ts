// Database clients. sql.ts reads their SQL, which rules see as calls of the program `sql`.

import {
  alike,
  byName,
  codeOption,
  codeVariables,
  flags,
  gnuHelp,
  help,
  opt,
  type ProgramTable,
  program,
  words,
} from "./table/program-table.ts";

const sqlText = (spelling: string) => opt(spelling, "SQL text", { code: "inline" });
const sqlFile = (spelling: string) => opt(spelling, "file of SQL text", { code: "script", is: ["read"] });

/** The program that rules name: `runs "sql drop table"`, `runs "sql delete !--where"`. */
const where = opt("--where", "the statement has a condition");
const sql = program("sql", "one SQL statement, whatever its source", {
  foldOperands: true,
  style: "gnu",
  subcommands: byName(
    program("drop", "drops an object", { foldOperands: true }),
    program("truncate", "empties a table", { foldOperands: true }),
    program("delete", "deletes rows", { foldOperands: true, options: [where] }),
    program("update", "changes rows", { foldOperands: true, options: [where] }),
    program("alter", "changes an object", { foldOperands: true, options: [where] }),
    ...alike(
      "select insert create grant revoke copy flushall flushdb shutdown set show use explain begin commit rollback replace merge call do with vacuum analyze backup restore attach detach load rename import remove",
      "statement",
      { foldOperands: true, partial: true },
    ),
  ),
});

export const databases: readonly ProgramTable[] = [
  sql,
  program("psql", "PostgreSQL; `\\!` runs a command", {
    codeOptions: [codeOption("-c --command", "text")],
    operandCode: "client",
    codeVariables: [codeVariables("command", "PSQL_PAGER PSQL_EDITOR"), codeVariables("file", "PSQLRC")],
    serverVariables: words("PGHOST PGHOSTADDR"),
    images: ["psql"],
    aliases: ["pgcli", "ysqlsh", "gsql", "vsql"],
    special: "sql",
    interpreter: { language: "sql", code: ["-c"], operand: "none", stdin: "code" },
    options: [
      sqlText("-c --command="),
      sqlFile("-f --file="),
      opt("-o --output=", "file written, or a command that gets the output", { is: ["write"], code: "pipe" }),
      opt("-L --log-file=", "file written", { is: ["write"] }),
      opt("-h --host=", "host", { is: ["host"] }),
      ...flags(
        "-d --dbname=, -p --port=, -U --username=, -v --set --variable=, -F --field-separator=, -R --record-separator=, -P --pset=, -T --table-attr=, -a --echo-all, -A --no-align, -b, -e --echo-queries, -E --echo-hidden, -H --html, -l --list, -n --no-readline, -q --quiet, -s --single-step, -S --single-line, -t --tuples-only, -w --no-password, -W --password, -x --expanded, -X --no-psqlrc, -z, -0, -1 --single-transaction, --csv",
      ),
      help("-? --help?"),
      help("-V --version"),
    ],
  }),
  ...alike(
    "mysql mariadb mycli",
    "MySQL; `\\!` runs a command",
    {
      special: "sql",
      interpreter: { language: "sql", code: ["-e"], operand: "none", stdin: "code" },
      options: [
        sqlText("-e --execute="),
        sqlText("--init-command="),
        opt("--defaults-file --defaults-extra-file=", "options and passwords used"),
        opt("-h --host=", "host", { is: ["host"] }),
        opt("--tee=", "file written", { is: ["write"] }),
        opt("--pager?", "program run", { code: "shell" }),
        ...flags(
          "-D --database=, -P --port=, -u --user=, -p --password?, -S --socket=, -N --skip-column-names, -B --batch, -s --silent, -f --force, -v --verbose, -t --table, -E --vertical, -r --raw, -A --no-auto-rehash, -H --html, -X --xml, -C --compress, -n --unbuffered, -q --quick, -w --wait, --protocol=, --ssl-mode=, --ssl-ca=, --default-character-set=, --local-infile?, --safe-updates -U --i-am-a-dummy, --connect-timeout=, --delimiter=",
        ),
        help("-? --help"),
        help("-V --version"),
      ],
    },
    {
      mysql: {
        codeOptions: [codeOption("-e --execute --init-command", "text")],
        replacesHelpers: true,
        operandCode: "client",
        codeVariables: [codeVariables("places", "MYSQL_HOME")],
        serverVariables: words("MYSQL_HOST"),
      },
      mariadb: { replacesHelpers: true, operandCode: "client", serverVariables: words("MYSQL_HOST") },
    },
  ),
  program("sqlite3", "SQLite; `.shell` runs, `.output` writes, `.read` reads", {
    codeOptions: [codeOption("-cmd -init", "text")],
    operandCode: "client",
    codeVariables: [codeVariables("places", "SQLITE_CONFIG")],
    aliases: ["sqlite", "duckdb", "litecli"],
    style: "words",
    special: "sql",
    partial: true,
    interpreter: { language: "sql", code: ["-cmd"], operand: "none", stdin: "code" },
    options: [
      sqlText("-cmd -c="),
      sqlFile("-init -f="),
      ...flags(
        "-batch, -bail, -csv, -json, -header, -noheader, -line, -list, -column, -html, -markdown, -box, -readonly, -interactive, -echo, -separator=, -newline=, -nullvalue=, -mode=, -safe",
      ),
      help("-help"),
      help("-version"),
    ],
    operands: { first: [["read", "write"]] },
  }),
  ...alike(
    "rqlite sqlcmd isql osql bcp usql clickhouse clickhouse-client cqlsh snowsql bq sqlplus trino presto impala-shell beeline hive spark-sql influx cypher-shell surreal cockroach mssql-cli tsql db2 mclient dolt",
    "SQL client",
    {
      partial: true,
      special: "sql",
      interpreter: { language: "sql", operand: "none", stdin: "code" },
      options: [
        sqlText("-q -Q -e -c --query --execute --command="),
        sqlFile("-i -f --file --queries-file="),
        opt("-o --output=", "file written", { is: ["write"] }),
        opt("-S --server -h --host=", "host", { is: ["host"] }),
        ...flags("-U=, -u --user=, -P=, -p=, -d --database="),
      ],
    },
  ),
  program("redis-cli", "Redis: the operands are a command", {
    special: "sql",
    aliases: ["valkey-cli", "keydb-cli"],
    style: "posix",
    options: [
      opt("-h=", "host", { is: ["host"] }),
      opt("-u=", "address", { is: ["url"] }),
      opt("--eval=", "Lua file", { code: "script", is: ["read"] }),
      ...flags(
        "-p=, -s=, -a --pass=, --user=, --askpass, -r=, -i=, -n=, -3, -x, -X=, -d=, -D=, -c, -e, --raw, --no-raw, --csv, --json, --tls, --cacert=, --scan, --pattern=, --bigkeys, --latency, --stat, --pipe, --cluster=, --no-auth-warning",
      ),
      opt("--rdb=", "file written", { is: ["write"] }),
      help("--help"),
      help("-v --version"),
    ],
  }),
  ...alike("mongo mongosh mongos", "MongoDB", {
    special: "sql",
    style: "gnu",
    interpreter: { language: "javascript", code: ["--eval"], operand: "none", stdin: "code" },
    partial: true,
    options: [
      opt("--eval=", "JavaScript text", { code: "inline" }),
      opt("-f --file=", "script", { code: "script", is: ["read"] }),
      opt("--host=", "host", { is: ["host"] }),
      ...flags("--port=, -u --username=, -p --password=, --quiet, --nodb, --norc, --authenticationDatabase=, --tls"),
    ],
    operands: { first: [["database"]], each: ["read"] },
  }),
  program("prisma", "schema and data", {
    partial: true,
    external: "task",
    subcommands: byName(
      program("db", "data", {
        partial: true,
        subcommands: byName(
          program("execute", "runs SQL", {
            special: "sql",
            partial: true,
            options: [sqlFile("--file="), ...flags("--stdin, --schema=, --url=")],
          }),
          ...alike("push pull seed", "data", { partial: true, options: flags("--force-reset, --accept-data-loss") }),
        ),
      }),
      program("migrate", "migrations", {
        partial: true,
        subcommands: byName(...alike("reset dev deploy status resolve diff", "migrations", { partial: true })),
      }),
    ),
  }),
  ...alike(
    "dropdb dropuser",
    "drops a database",
    {
      partial: true,
      options: [
        opt("-h --host=", "host", { is: ["host"] }),
        ...flags("-f --force, --if-exists, -p --port=, -U --username=, -e --echo, -i --interactive"),
        ...gnuHelp,
      ],
    },
    { dropdb: { serverVariables: words("PGHOST PGHOSTADDR") } },
  ),
  ...alike(
    "createdb createuser vacuumdb reindexdb pg_isready pg_ctl initdb pg_ctlcluster mysqladmin mariadb-admin pg_dropcluster",
    "database upkeep",
    { partial: true, options: [opt("-h --host=", "host", { is: ["host"] })] },
    { createdb: { serverVariables: words("PGHOST PGHOSTADDR") } },
  ),
  ...alike(
    "pg_dump pg_dumpall mysqldump mariadb-dump mongodump mongoexport pg_basebackup",
    "prints a database",
    {
      partial: true,
      options: [
        opt("-f --file -o --out --result-file -r --archive=", "file written", { is: ["write"] }),
        opt("-h --host=", "host", { is: ["host"] }),
        opt("--uri=", "address", { is: ["url"] }),
        ...flags("-d --dbname=, -p --port=, -U --username=, -t --table=, -n --schema=, -F --format=, -u="),
      ],
    },
    {
      pg_dump: { serverVariables: words("PGHOST PGHOSTADDR") },
      pg_dumpall: { serverVariables: words("PGHOST PGHOSTADDR") },
      mysqldump: { serverVariables: words("MYSQL_HOST") },
    },
  ),
  program("pg_restore", "restores a database", {
    serverVariables: words("PGHOST PGHOSTADDR"),
    partial: true,
    options: [
      opt("-f --file=", "file written", { is: ["write"] }),
      opt("-h --host=", "host", { is: ["host"] }),
      ...flags("-d --dbname=, -c --clean, -C --create, --if-exists, -j --jobs=, -p --port=, -U --username="),
    ],
    operands: { each: ["read"] },
  }),
  ...alike("mongorestore mongoimport", "restores a database", {
    partial: true,
    options: [opt("--file=", "file read", { is: ["read"] }), ...flags("--drop, -d --db=, -c --collection=")],
    operands: { each: ["read"] },
  }),
];
