import { type IncomingMessage, type ServerResponse, createServer, request as ask } from "node:http";
import { once } from "node:events";
import { buffer } from "node:stream/consumers";
import { listening } from "./listening.ts";

/** One request and what was answered, each with its head, as it went over the wire but for the body's framing. */
export interface Passed {
  path: string;
  sent: string;
  answered: string;
}

/** What is answered in place of the server behind; "nothing" ends the connection. */
export type Instead = { status: number; headers?: Record<string, string>; body?: string } | "nothing";

/** Stands between a client and an HTTP server, and keeps all that passes. */
export interface HttpRecorder {
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Where requests go on to; none are answered before. */
  leadTo(url: string): void;
  /** Answers the next request whose path ends so, in place of the server; it never gets there. */
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

/** Asks a server the same, and answers what it answers. */
export async function forward(
  url: URL,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Promise<Exclude<Instead, "nothing">> {
  const { "transfer-encoding": _framing, ...kept } = headers;
  const asked = ask(url, { method, headers: { ...kept, "content-length": body.length } });
  asked.end(body);
  const [answer]: IncomingMessage[] = await once(asked, "response");
  if (!answer) throw new Error("There was no answer.");
  const { "transfer-encoding": _answered, ...answerHeaders } = answer.headers;
  const texts = Object.entries(answerHeaders).map(([name, value]) => [name, String(value)]);
  return {
    status: answer.statusCode ?? 0,
    headers: Object.fromEntries(texts),
    body: (await buffer(answer)).toString(),
  };
}
