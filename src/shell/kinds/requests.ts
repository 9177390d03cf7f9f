// Requests that delete: by their method (`curl -X DELETE`, `http DELETE`, `wget --method=DELETE`), by an address that says so
// (`curl -X POST https://ci.example/job/x/doDelete`), or by the query in their body. On this machine they are part of developing
// a server, except at the usual port of a data store or at an address that only a finished service has.

import { FALSE, or, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { CalledProgram } from "../programs/called-programs.ts";
import { hasOption, type OptionReading, optionValues } from "../programs/table/options.ts";
import type { Call, Word } from "../syntax/model.ts";
import { hostsOfUrl } from "../syntax/urls.ts";
import { addKind, type KindDraft } from "./kind-draft.ts";

/** Elasticsearch, CouchDB, ArangoDB, Qdrant, Meilisearch, Typesense, Solr, InfluxDB, Chroma, Weaviate. */
const storePorts = /(?:^|[^:]):(?:9200|5984|8529|6333|7700|8108|8983|8086)(?:\/|$)/;

/** This machine, its containers and the networks around it. */
const nearby =
  /^(?:localhost|.*\.localhost|127\.[\d.]+|0\.0\.0\.0|::1|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|[a-z][\w-]*|.*\.(?:local|internal|test|svc))$/i;

export function addRequestKinds({ call, reading }: CalledProgram, draftOf: (call: Call) => KindDraft): void {
  if (reading === null || reading.help || reading.dryRun) return;
  const request = requestOf(reading);
  if (request === null) return;
  const byMethod = or(deletesBy(request.method), request.body.some(deletesByQuery) ? TRUE : FALSE);
  const isSent = request.sends || (request.method !== undefined && /^(?:post|put|patch)$/i.test(request.method.text));
  for (const { kind, text } of request.addresses) {
    const address = text.startsWith(":") ? `localhost${text}` : text;
    const path = isSent ? lastOfPath(address) : "";
    if (finishedServices.test(path)) addKind(draftOf(call), "destroys-remote-data", TRUE);
    const deletes = deletingPath.test(path) ? TRUE : byMethod;
    if (deletes === FALSE) continue;
    if (storePorts.test(address)) addKind(draftOf(call), "drops-data", deletes);
    else if (kind === "dynamic" && /^[$`]/.test(text)) draftOf(call).hasUnlikely = true;
    else if (hostsOfUrl(address).some((host) => !nearby.test(host)))
      addKind(draftOf(call), "destroys-remote-data", deletes);
  }
}

/** A GraphQL mutation that deletes: `mutation { deleteEntity(guid: "x") }`, `mutation { issueDelete(id: 1) }`. */
const deletesByQuery = ({ text }: Word): boolean =>
  /\bmutation\b/.test(text) && /(?:delete|destroy|purge|wipe|truncate|terminate)\w{0,60}\s{0,9}\(/i.test(text);

/** Names of resources that delete when something is posted to them: `doDelete`, `_delete_by_query`, `chat.delete`. */
const deletingPath =
  /^(?:do|api)?[._-]*(?:\w*[._-])?(?:delete|destroy|purge|terminate|wipe|truncate|erase|drop)(?:$|[._-]|[A-Z]|by|all)/;

/** Jenkins has these for jobs, builds, nodes, credentials and itself; nobody develops a server with them. */
const finishedServices = /^(?:doDelete|doWipeOutWorkspace|doKillAll|safeExit|quietDown|doDisconnect)$/;

const lastOfPath = (address: string): string =>
  address
    .replace(/^[a-z+]+:\/\//i, "")
    .replace(/[?#].*$/, "")
    .match(/\/([^/]*)\/?$/)?.[1] ?? "";

interface Request {
  /** It sends data, and so is no GET even without a method. */
  readonly sends: boolean;
  readonly method: Word | undefined;
  /** What it sends, as written on the line. */
  readonly body: readonly Word[];
  readonly addresses: readonly Word[];
}

function requestOf(reading: OptionReading): Request | null {
  const { table, operands } = reading;
  if (table.name === "wget")
    return {
      method: optionValues(reading, "--method").at(-1),
      addresses: operands,
      sends: hasOption(reading, "--post-data") || hasOption(reading, "--post-file"),
      body: [...optionValues(reading, "--post-data"), ...optionValues(reading, "--body-data")],
    };
  if (table.special !== "curl") return null;
  if (table.name !== "curl")
    return { method: operands[0], addresses: operands.slice(1, 2), sends: false, body: operands.slice(2) };
  return {
    method: optionValues(reading, "-X").at(-1),
    addresses: [...operands, ...optionValues(reading, "--url")],
    sends: sendingOptions.some((name) => hasOption(reading, name)) && !hasOption(reading, "-G"),
    body: sendingOptions.flatMap((name) => optionValues(reading, name)),
  };
}

const sendingOptions = ["-d", "--data-raw", "--data-binary", "--data-urlencode", "--json", "-F"];

function deletesBy(method: Word | undefined): Truth {
  if (method === undefined) return FALSE;
  if (method.kind !== "dynamic") return /^delete$/i.test(method.text) ? TRUE : FALSE;
  return /^[$`]/.test(method.text) ? UNLIKELY : UNKNOWN;
}
