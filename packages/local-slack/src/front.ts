import { once } from "node:events";
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import { isJsonObject, stringOf, type JsonObject } from "./json.ts";
import type { LocalSlack } from "./server.ts";

/** The app's request to Slack at the front. `method` is `response_url` or `upload` if it isn't a call. */
export interface FrontCall {
  method: string;
  /** The team of the token, code or address. Undefined if it belongs to none. */
  teamId: string | undefined;
  token: string | undefined;
  channel: string | undefined;
  arguments: JsonObject;
  /** The body as sent. Empty for uploads. */
  text: string;
}

/** Slack's single address for several teams, each with its own local Slack. */
export interface Front {
  readonly url: string;
  /** The address of a team, for its `publicUrl`. */
  urlOf(teamId: string): string;
  /** Adds a team. Requests before the first one fail. */
  add(slack: LocalSlack): void;
  close(): Promise<void>;
}

/** Starts a front on a free port. `onCall` gets every request of the app. */
export async function startFront(onCall: (call: FrontCall) => void = () => {}): Promise<Front> {
  const slacks: LocalSlack[] = [];
  const server = createServer((request, response) => {
    pass(slacks, onCall, request, response).catch(() => request.socket.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The front has no port.");
  const url = `http://127.0.0.1:${address.port}`;
  return {
    url,
    urlOf: (teamId) => `${url}/${teamId}`,
    add: (slack) => void slacks.push(slack),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function pass(
  slacks: readonly LocalSlack[],
  onCall: (call: FrontCall) => void,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://front");
  const body = await buffer(request);
  if (url.pathname === "/oauth/v2/authorize" && !url.searchParams.has("team"))
    return void response.writeHead(200, { "content-type": "text/html" }).end(choicePage(slacks, url));
  const { teamId, path, ...call } = readRequest(slacks, url, request, body);
  if (call.method !== "page") onCall({ teamId, ...call });
  const slack = slacks.find((one) => one.teamId === teamId) ?? slacks[0];
  const answer = await forward(new URL(path + url.search, slack?.url), request, body);
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** Sends a server the same request, and returns its response. */
export async function forward(
  url: URL,
  { method, headers }: IncomingMessage,
  body: Buffer,
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
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
    body: await buffer(answer),
  };
}

/** The team of a request: by Slack's address, the chosen team, or the token or code. */
function readRequest(
  slacks: readonly LocalSlack[],
  { pathname, searchParams }: URL,
  request: IncomingMessage,
  body: Buffer,
): FrontCall & { path: string } {
  const [, first = "", ...rest] = pathname.split("/");
  const text = first === "api" || rest[0] === "response" ? body.toString() : "";
  const nothing = { token: undefined, channel: undefined, arguments: {}, text };
  const known = slacks.find(({ teamId }) => teamId === first)?.teamId;
  if (known) return { ...nothing, method: methodAt(rest), teamId: known, path: `/${rest.join("/")}` };
  if (first !== "api")
    return { ...nothing, method: "page", teamId: searchParams.get("team") ?? undefined, path: pathname };
  const input = { ...Object.fromEntries(searchParams), ...readFields(request, body) };
  const [, bearer] = /^Bearer (\S+)$/iu.exec(request.headers.authorization ?? "") ?? [];
  const token = bearer ?? stringOf(input.token);
  const secret = token ?? stringOf(input.code);
  return {
    method: rest.join("/"),
    teamId: slacks.find((slack) => secret !== undefined && slack.hasGiven(secret))?.teamId,
    token,
    channel: stringOf(input.channel) ?? stringOf(input.channel_id),
    arguments: input,
    text,
    path: pathname,
  };
}

function methodAt([kind = ""]: string[]): string {
  return { response: "response_url", files: "page" }[kind] ?? kind;
}

function readFields({ headers }: IncomingMessage, body: Buffer): JsonObject {
  const text = body.toString();
  if (!headers["content-type"]?.includes("json")) return Object.fromEntries(new URLSearchParams(text));
  const value: unknown = text === "" ? {} : JSON.parse(text);
  return isJsonObject(value) ? value : {};
}

/** Slack first asks a person for their team. */
function choicePage(slacks: readonly LocalSlack[], url: URL): string {
  const links = slacks.map(({ teamId, teamName }) => {
    const address = new URLSearchParams([...url.searchParams, ["team", teamId]])
      .toString()
      .replaceAll("&", "&amp;");
    return `<li><a href="?${address}">${teamName}</a></li>`;
  });
  return `<!doctype html><html lang="en"><title>Choose a workspace</title><h1>Choose a workspace</h1><ul>${links.join("")}</ul></html>`;
}
