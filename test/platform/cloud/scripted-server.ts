import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { type CloudClientOptions, createCloudClient } from "../../../src/platform/cloud/client.ts";
import { listening } from "../../support/listening.ts";
import { neutralWireNames } from "../../../src/platform/cloud/connection.ts";

/** The server's handling of one request. */
export type Reply = (response: ServerResponse, request: IncomingMessage) => void;

/** A request that the server received. */
interface Received {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A server that answers each request with the next reply, and any further one with the last. */
export async function scriptedServer(...replies: [Reply, ...Reply[]]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    received.push({ method: request.method, url: request.url, headers: request.headers, body });
    const reply = replies[Math.min(received.length, replies.length) - 1] ?? replies[0];
    reply(response, request);
  }
  const { url, close } = await listening(server);
  onTestFinished(() => (server.listening ? close() : undefined));
  return { url, received, server };
}

/** Answers in JSON. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
}

/** Answers in plain text. */
export function plain(status: number, body: string, headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(status, headers).end(body);
}

/** Answers in the management API's envelope. */
export function success(result: unknown): Reply {
  return json(200, { status: 200, requestId: "3f0c6f1e-5a51-4f0e-8a52-0f1c2d3e4f50", result });
}

/** Takes the request and drops the connection without an answer. */
export const drop: Reply = (_, request) => request.socket.destroy();

/** Takes the request and never answers. */
export const silence: Reply = () => undefined;

export const organizationId = "9e3a4b9c-0d54-4e2c-8f6d-1b2c3d4e5f60";

/** A client of a managed connection to an address, with no waits between attempts. */
export function managedClient(baseUrl: string, options: Partial<CloudClientOptions> = {}) {
  const client = createCloudClient({
    connection: { kind: "managed", baseUrl, organizationId, wireNames: neutralWireNames },
    credentials: async () => ({ keyId: "key-id", keySecret: "key-secret" }),
    random: () => 0,
    ...options,
  });
  onTestFinished(() => client.close());
  return client;
}

/** A client of a stand-alone connection to an address. */
export function standaloneClient(appUrl: string, options: Partial<CloudClientOptions> = {}) {
  return managedClient(appUrl, {
    connection: { kind: "standalone", appUrl, wireNames: neutralWireNames },
    credentials: async () => ({ token: "bearer-token" }),
    ...options,
  });
}
