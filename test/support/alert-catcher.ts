import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { listening } from "./listening.ts";

/** A caught post. */
export interface Caught {
  headers: IncomingHttpHeaders;
  body: string;
}

/** Accepts posts and gives each the next of these statuses, then 202. A 0 drops the connection. */
export async function alertCatcher(...statuses: number[]): Promise<{ url: string; caught: Caught[] }> {
  const caught: Caught[] = [];
  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    caught.push({ headers: request.headers, body: await text(request) });
    const status = statuses.shift() ?? 202;
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, { location: "/elsewhere", "retry-after": "600" }).end();
  }
  const server = createServer((request, response) => void take(request, response));
  const { url, close } = await listening(server);
  onTestFinished(close);
  return { url, caught };
}
