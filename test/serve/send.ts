// One HTTP request, over a port or a socket, and its whole answer.

import { request } from "node:http";

export interface Reply {
  readonly status: number;
  readonly headers: { readonly [name: string]: string | string[] | undefined };
  readonly text: string;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: { readonly [name: string]: string };
  readonly body?: string | Buffer;
  readonly socketPath?: string;
}

/** One request, whole, as a plain client makes it. */
export function send(
  address: string,
  { method = "POST", headers = {}, body = "", socketPath }: Sending,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const asked = request(
      address,
      {
        method,
        headers: { "content-type": "application/json", ...headers },
        agent: false,
        ...(socketPath && { socketPath }),
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString("utf8"),
          }),
        );
        response.on("error", reject);
      },
    );
    asked.on("error", reject);
    asked.end(body);
  });
}
