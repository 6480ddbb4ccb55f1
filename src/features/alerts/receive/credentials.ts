import type { IncomingHttpHeaders } from "node:http";

/** How a webhook was signed, as Standard Webhooks has it; `at` is in Unix seconds, as it was sent. */
export interface Signature {
  id: string;
  at: string;
  signatures: string;
}

/** What a request shows to prove that it may post to a hook; any of them may do. */
export interface Credentials {
  /** From the Authorization header; empty where there is none. */
  bearer: string;
  /** From the address; empty where there is none. */
  pathSecret: string;
  signature: Signature | undefined;
}

/** What a request to a hook shows, by its headers and what follows the hook's id in its address. */
export function credentialsOf(headers: IncomingHttpHeaders, pathSecret: string): Credentials {
  const [, bearer = ""] = /^bearer +(\S+)\s*$/i.exec(headers.authorization ?? "") ?? [];
  return { bearer, pathSecret, signature: signatureIn(headers, "webhook") ?? signatureIn(headers, "svix") };
}

/** The older names of the three headers begin with svix. */
function signatureIn(headers: IncomingHttpHeaders, prefix: "webhook" | "svix"): Signature | undefined {
  const id = headers[`${prefix}-id`];
  // Few senders sign.
  if (typeof id !== "string") return undefined;
  const [at, signatures] = [headers[`${prefix}-timestamp`], headers[`${prefix}-signature`]];
  if (typeof at !== "string" || typeof signatures !== "string") return undefined;
  return { id, at, signatures };
}
