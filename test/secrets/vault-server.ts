import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listening } from "../support/listening.ts";

/** A server that answers as Vault's KV version 2 store at `kv/` does, over HTTP. */
export interface VaultServer {
  url: string;
  /** What is kept, by its path after `kv/data/`. */
  kept: Map<string, Record<string, unknown>>;
  /** The one token that is let in. */
  token: string;
  namespace: string | undefined;
  /** Answers everything from now on, until it is undefined again; null is no answer at all. */
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
    instead: undefined,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (vault.instead === null) return;
    const { status, ...said } = vault.instead ?? carryOut(vault, request, body);
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(said));
  }
  return vault;
}

function carryOut(
  { token, namespace, kept }: VaultServer,
  { method, url, headers }: IncomingMessage,
  body: string,
) {
  const isKnown = headers["x-vault-token"] === token && headers["x-vault-namespace"] === namespace;
  if (!isKnown) return { status: 403, errors: ["permission denied"] };
  const [, path] = /^\/v1\/kv\/data\/(.+)$/.exec(decodeURIComponent(url ?? "")) ?? [];
  if (path === undefined) return { status: 404, errors: ["no handler for route"] };
  if (method === "POST") {
    kept.set(path, Body.parse(JSON.parse(body)).data);
    return { status: 200, data: { version: 1 } };
  }
  const data = kept.get(path);
  return data ? { status: 200, data: { data, metadata: { version: 1 } } } : { status: 404, errors: [] };
}
