import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { forward } from "@quartermaster/local-slack";
import { listening } from "./listening.ts";

/** One request and its response with their headers, as sent, except for the body's framing. */
export interface Passed {
  path: string;
  sent: string;
  answered: string;
}

/** A response in place of the server's. "nothing" ends the connection. */
export type Instead =
  | { status: number; headers?: Record<string, string>; body?: string | Buffer }
  | "nothing";

/** A proxy of an HTTP server that records everything. */
export interface HttpRecorder {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Sets the server. Requests wait until then. */
  leadTo(url: string): void;
  /** Answers the next request with this end of its path, which then does not reach the server. */
  answerNext(pathEnd: string, instead: Instead): void;
  close(): Promise<void>;
}

/** Starts one on a free port. */
export async function startHttpRecorder(): Promise<HttpRecorder> {
  const passed: Passed[] = [];
  const planned: { pathEnd: string; instead: Instead }[] = [];
  let target = "";

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? "/";
    const body = await buffer(request);
    const sent = `${request.method} ${path}\n${request.rawHeaders.join("\n")}\n\n${body.toString()}`;
    const next = planned.findIndex(({ pathEnd }) => path.endsWith(pathEnd));
    const [plan] = next === -1 ? [] : planned.splice(next, 1);
    const answer = plan ? plan.instead : await forward(new URL(path, target), request, body);
    passed.push({ path, sent, answered: asText(answer) });
    if (answer === "nothing") return void request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => request.socket.destroy());
  });
  const { url, close } = await listening(server);
  return {
    url,
    passed,
    leadTo(url) {
      target = url;
    },
    answerNext(pathEnd, instead) {
      planned.push({ pathEnd, instead });
    },
    close,
  };
}

function asText(answer: Instead): string {
  if (answer === "nothing") return "";
  return [answer.status, ...Object.entries(answer.headers ?? {}).flat(), "", answer.body].join("\n");
}
