// Requests that delete: `curl -X DELETE`, `http DELETE`, `wget --method=DELETE`. On this machine they are part of developing a
// server, except at the usual port of a data store.

import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { CalledProgram } from "../programs/called-programs.ts";
import { type OptionReading, optionValues } from "../programs/table/options.ts";
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
  const deletes = deletesBy(request.method);
  if (deletes === FALSE) return;
  for (const { kind, text } of request.addresses) {
    const address = text.startsWith(":") ? `localhost${text}` : text;
    if (storePorts.test(address)) addKind(draftOf(call), "drops-data", deletes);
    else if (kind === "dynamic" && /^[$`]/.test(text)) draftOf(call).hasUnlikely = true;
    else if (hostsOfUrl(address).some((host) => !nearby.test(host)))
      addKind(draftOf(call), "destroys-remote-data", deletes);
  }
}

interface Request {
  readonly method: Word | undefined;
  readonly addresses: readonly Word[];
}

function requestOf(reading: OptionReading): Request | null {
  const { table, operands } = reading;
  if (table.name === "wget") return { method: optionValues(reading, "--method").at(-1), addresses: operands };
  if (table.special !== "curl") return null;
  if (table.name !== "curl") return { method: operands[0], addresses: operands.slice(1, 2) };
  return {
    method: optionValues(reading, "-X").at(-1),
    addresses: [...operands, ...optionValues(reading, "--url")],
  };
}

function deletesBy(method: Word | undefined): Truth {
  if (method === undefined) return FALSE;
  if (method.kind !== "dynamic") return /^delete$/i.test(method.text) ? TRUE : FALSE;
  return /^[$`]/.test(method.text) ? UNLIKELY : UNKNOWN;
}
