import { randomBytes } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { isJsonObject, stringOf, type JsonObject } from "../../src/sandbox/slack/json.ts";
import {
  type SandboxSlack,
  type SandboxSlackOptions,
  startSandboxSlack,
} from "../../src/sandbox/slack/server.ts";
import { forward } from "./http-recorder.ts";
import { listening } from "./listening.ts";

/** The app's request to Slack at the front. `method` is `response_url` or `upload` if it is no call. */
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

/** Two teams of one app, each with its own local Slack, behind Slack's single address. */
export interface TwoSlacks {
  readonly url: string;
  readonly acme: SandboxSlack;
  readonly birch: SandboxSlack;
  /** Every request so far, the oldest first. */
  readonly calls: FrontCall[];
  /** The app's settings for an installation in both by OAuth. */
  readonly environment: Record<string, string>;
  setAppUrl(url: string): void;
  close(): Promise<void>;
}

const teams = [
  { id: "T0ACME0001", name: "Acme" },
  { id: "T0BIRCH002", name: "Birch" },
] as const;

/** Starts both and the front. With `installed: false` the app is not yet installed in either. */
export async function startTwoSlacks(options: SandboxSlackOptions = {}): Promise<TwoSlacks> {
  const calls: FrontCall[] = [];
  const slacks: SandboxSlack[] = [];
  const server = createServer((request, response) => {
    pass({ slacks, calls }, request, response).catch(() => request.socket.destroy());
  });
  const front = await listening(server);
  const app = {
    signingSecret: randomBytes(16).toString("hex"),
    clientId: "1111111111111.2222222222222",
    clientSecret: randomBytes(16).toString("hex"),
  };
  const start = (team: (typeof teams)[number]) =>
    startSandboxSlack({
      rateLimitPosts: false,
      page: false,
      ...options,
      ...app,
      team,
      publicUrl: `${front.url}/${team.id}`,
    });
  const [acme, birch] = await Promise.all([start(teams[0]), start(teams[1])]);
  slacks.push(acme, birch);
  return {
    url: front.url,
    acme,
    birch,
    calls,
    environment: {
      SLACK_SIGNING_SECRET: app.signingSecret,
      SLACK_CLIENT_ID: app.clientId,
      SLACK_CLIENT_SECRET: app.clientSecret,
      SLACK_API_URL: `${front.url}/api/`,
    },
    setAppUrl(url) {
      for (const slack of slacks) slack.setAppUrl(url);
    },
    async close() {
      await front.close();
      await Promise.all(slacks.map((slack) => slack.close()));
    },
  };
}

/** Approves Slack's page at an authorize address that names a team. Returns the address of the redirect. */
export async function answerInstall(
  authorizeUrl: string | URL,
  answer: { answer?: "allow" | "cancel"; user?: string; place?: "team" | "organization" } = {},
): Promise<string> {
  const body = new URLSearchParams({ answer: "allow", ...answer });
  const response = await fetch(authorizeUrl, { method: "POST", body, redirect: "manual" });
  const address = response.headers.get("location");
  if (!address) throw new Error(`${response.status} ${await response.text()}`);
  return address;
}

/** Installs the app in a team like a person in a browser. Returns the last page. */
export async function installIn(appUrl: string, { teamId }: SandboxSlack): Promise<string> {
  const begun = await fetch(`${appUrl}/slack/install/start`, { redirect: "manual" });
  const asking = new URL(begun.headers.get("location") ?? "");
  asking.searchParams.set("team", teamId);
  const cookie = begun.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const ended = await fetch(await answerInstall(asking), { headers: { cookie } });
  const page = await ended.text();
  if (!ended.ok) throw new Error(page);
  return page;
}

async function pass(
  { slacks, calls }: { slacks: readonly SandboxSlack[]; calls: FrontCall[] },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://front");
  const body = await buffer(request);
  if (url.pathname === "/oauth/v2/authorize" && !url.searchParams.has("team"))
    return void response.writeHead(200, { "content-type": "text/html" }).end(choicePage(url));
  const { teamId, path, ...call } = readRequest(slacks, url, request, body);
  if (call.method !== "page") calls.push({ teamId, ...call });
  const slack = slacks.find((one) => one.teamId === teamId) ?? slacks[0];
  const answer = await forward(new URL(path + url.search, slack?.url), request, body);
  response.writeHead(answer.status, answer.headers).end(answer.body);
}

/** The team of a request: by Slack's address, the chosen team, or the token or code. */
function readRequest(
  slacks: readonly SandboxSlack[],
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
function choicePage(url: URL): string {
  const links = teams.map(({ id, name }) => {
    const address = new URLSearchParams([...url.searchParams, ["team", id]])
      .toString()
      .replaceAll("&", "&amp;");
    return `<li><a href="?${address}">${name}</a></li>`;
  });
  return `<!doctype html><html lang="en"><title>Choose a workspace</title><h1>Choose a workspace</h1><ul>${links.join("")}</ul></html>`;
}
