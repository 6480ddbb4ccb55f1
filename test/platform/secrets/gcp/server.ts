import { createPublicKey, verify } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listening } from "../../../support/listening.ts";

/** The parts of Google Cloud that the product uses: Secret Manager, the machine's metadata and OAuth tokens. */
export interface GcpServer {
  url: string;
  /** The secrets, by `projects/<project>/secrets/<name>`; null if the latest version is disabled. */
  kept: Map<string, Buffer | null>;
  /** Method and path of the requests that came. */
  asked: string[];
  /** The only token that is accepted. Each new one replaces it. */
  token: string;
  expiresIn: number;
  /** The PEM of the service account's public key, and its address. */
  account: { publicKey: string; email: string } | undefined;
  /** Answers Secret Manager's requests while it is set. Null gives no answer. */
  instead: { status: number; message: string } | null | undefined;
  close(): Promise<void>;
}

const Payload = z.object({ payload: z.object({ data: z.base64() }) });
const Claims = z.object({ iss: z.string(), aud: z.string(), scope: z.string(), exp: z.number() });

export async function startGcpServer(): Promise<GcpServer> {
  const server = createServer((request, response) => void answer(request, response));
  const gcp: GcpServer = {
    ...(await listening(server)),
    kept: new Map(),
    asked: [],
    token: "ya29.none",
    expiresIn: 3_600,
    account: undefined,
    instead: undefined,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    gcp.asked.push(`${request.method} ${request.url}`);
    const outcome = await outcomeOf(request, body);
    if (outcome === null) return;
    const [status, said] = outcome;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  }

  async function outcomeOf(request: IncomingMessage, body: string): Promise<[number, unknown] | null> {
    const { url = "", headers } = request;
    if (url.startsWith("/computeMetadata/v1/")) return metadata(gcp, url, headers["metadata-flavor"]);
    if (url === "/token") return exchange(gcp, new URLSearchParams(body));
    if (gcp.instead === null) return null;
    if (gcp.instead) return [gcp.instead.status, { error: { message: gcp.instead.message } }];
    if (headers.authorization !== `Bearer ${gcp.token}`) return refusal(401);
    return secretManager(gcp, request, body);
  }
  return gcp;
}

function metadata(gcp: GcpServer, url: string, flavor: unknown): [number, unknown] {
  if (flavor !== "Google") return refusal(403);
  if (url.endsWith("project-id?alt=json")) return [200, "machine-project"];
  return url.endsWith("/default/token") ? tokenOf(gcp) : refusal(404);
}

function exchange(gcp: GcpServer, form: URLSearchParams): [number, unknown] {
  const [header = "", claims = "", signature = ""] = form.get("assertion")?.split(".") ?? [];
  const { account } = gcp;
  if (!account) return refusal(400);
  const isSigned = verify(
    "RSA-SHA256",
    Buffer.from(`${header}.${claims}`),
    createPublicKey(account.publicKey),
    Buffer.from(signature, "base64url"),
  );
  const { iss, aud } = Claims.parse(JSON.parse(Buffer.from(claims, "base64url").toString()));
  return isSigned && iss === account.email && aud === `${gcp.url}/token` ? tokenOf(gcp) : refusal(400);
}

function tokenOf(gcp: GcpServer): [number, unknown] {
  gcp.token = `ya29.${gcp.asked.length}`;
  return [200, { access_token: gcp.token, expires_in: gcp.expiresIn, token_type: "Bearer" }];
}

function secretManager(
  { kept }: GcpServer,
  { method, url = "" }: IncomingMessage,
  body: string,
): [number, unknown] {
  const [, name = "", rest = ""] = /^\/v1\/(projects\/[^/]+\/secrets(?:\/[\w-]+)?)(.*)$/.exec(url) ?? [];
  const id = new URLSearchParams(rest.replace(/^\?/, "")).get("secretId");
  if (method === "POST" && id !== null) {
    if (kept.has(`${name}/${id}`)) return refusal(409);
    kept.set(`${name}/${id}`, null);
    return [200, { name: `${name}/${id}` }];
  }
  const known = kept.get(name);
  if (known === undefined) return refusal(404);
  if (method === "DELETE") {
    kept.delete(name);
    return [200, {}];
  }
  if (rest === ":addVersion") {
    kept.set(name, Buffer.from(Payload.parse(JSON.parse(body)).payload.data, "base64"));
    return [200, { name: `${name}/versions/1` }];
  }
  if (known === null) return refusal(400);
  return [200, { name, payload: known.length === 0 ? {} : { data: known.toString("base64") } }];
}

function refusal(status: number): [number, unknown] {
  return [status, { error: { code: status, message: "hunter2 of qm@acme.iam.gserviceaccount.com" } }];
}
