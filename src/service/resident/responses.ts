// Responses to requests, and the table of refusals.

export interface Response {
  readonly status: number;
  readonly type: "application/json" | "text/plain; version=0.0.4";
  readonly body: string;
  /** The nonce that the answer's proof covers; null: no proof. */
  readonly nonce: string | null;
  /** Whether the connection is closed without reading the rest of the request. */
  readonly ends: boolean;
}

export const written = (status: number, body: string): Response => ({
  status,
  type: "application/json",
  body,
  nonce: null,
  ends: false,
});
export const json = (status: number, value: object): Response => written(status, `${JSON.stringify(value)}\n`);

/** Errors of reading a body. */
export const bodyErrors = {
  "too-large": { status: 413, reason: "too-large", message: "the payload is too large" },
  "too-slow": { status: 408, reason: "too-slow", message: "the payload did not arrive in time" },
  broken: { status: 400, reason: "broken", message: "the payload is incomplete" },
} as const;

export const refusals = {
  stopping: { status: 503, reason: "stopping", message: "the resident process is stopping" },
  busy: { status: 503, reason: "busy", message: "the resident process is overloaded" },
  unknown: { status: 404, reason: "path", message: "unknown path" },
  method: { status: 405, reason: "method", message: "this path does not support this method" },
  changed: { status: 400, reason: "body", message: "the body does not match its proof" },
  project: { status: 400, reason: "project", message: "the header policyc-project does not name the project's folder" },
  revision: { status: 404, reason: "revision", message: "this revision is not served" },
  several: { status: 404, reason: "revision", message: "several bundles are served; name the revision" },
  text: { status: 400, reason: "text", message: "the payload is not UTF-8 text" },
} as const;
