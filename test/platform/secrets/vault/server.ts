import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { isDeepStrictEqual } from "node:util";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listening } from "../../../support/listening.ts";

/** A Vault over HTTP: a KV version 2 store at `kv/`, AppRole and Kubernetes. */
export interface VaultServer {
  url: string;
  /** The secrets, by the path after `kv/data/`. */
  kept: Map<string, Record<string, unknown>>;
  /** The only token that is accepted. Each login makes another. */
  token: string;
  namespace: string | undefined;
  /** The body that a login at a path needs, and the lease that it gets. */
  logins: Map<string, object>;
  lease: { lease_duration: number; renewable: boolean };
  /** The requested paths, in order, without those of secrets. */
  asked: string[];
  /** Answers everything while it is set. Null gives no answer. */
  instead: { status: number; errors: string[] } | null | undefined;
  close(): Promise<void>;
}

const Body = z.object({ data: z.record(z.string(), z.unknown()) });

export async function startVaultServer(): Promise<VaultServer> {
  const server = createServer((request, response) => void answer(request, response));
  const vault: VaultServer = {
    ...(await listening(server)),
    kept: new Map(),
    token: "hvs.good",
    namespace: undefined,
    logins: new Map(),
    lease: { lease_duration: 60, renewable: true },
    asked: [],
    instead: undefined,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (vault.instead === null) return;
    const { status, ...said } = vault.instead ?? respond(vault, request, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  }
  return vault;
}

function respond(vault: VaultServer, { method, url, headers }: IncomingMessage, body: string) {
  const path = decodeURIComponent(url ?? "").replace("/v1/", "");
  if (path.startsWith("auth/")) vault.asked.push(path);
  if (path.endsWith("/login")) return login(vault, path, body);
  const isKnown =
    headers["x-vault-token"] === vault.token && headers["x-vault-namespace"] === vault.namespace;
  if (!isKnown) return { status: 403, errors: ["permission denied"] };
  if (path === "auth/token/renew-self") return leaseOf(vault);
  const [, part, name = ""] = /^kv\/(data|metadata)\/(.+)$/.exec(path) ?? [];
  if (part === undefined) return { status: 404, errors: ["no handler for route"] };
  return part === "data" ? data(vault, name, method, body) : metadata(vault, name, method);
}

function login(vault: VaultServer, path: string, body: string) {
  const wanted = vault.logins.get(path);
  if (!wanted || !isDeepStrictEqual(JSON.parse(body), wanted)) {
    return { status: 400, errors: [`invalid role or secret ID: ${body}`] };
  }
  vault.token = `hvs.${vault.asked.length}`;
  return leaseOf(vault);
}

function leaseOf({ token, lease }: VaultServer) {
  return { status: 200, auth: { client_token: token, ...lease } };
}

function data({ kept }: VaultServer, name: string, method: string | undefined, body: string) {
  if (method === "POST") {
    kept.set(name, Body.parse(JSON.parse(body)).data);
    return { status: 200, data: { version: 1 } };
  }
  const found = kept.get(name);
  return found
    ? { status: 200, data: { data: found, metadata: { version: 1 } } }
    : { status: 404, errors: [] };
}

function metadata({ kept }: VaultServer, name: string, method: string | undefined) {
  if (method !== "DELETE") return { status: 405, errors: ["unsupported operation"] };
  kept.delete(name);
  return { status: 204 };
}
