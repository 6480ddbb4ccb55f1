import { once } from "node:events";
import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import { createWorkspace, type TeamOptions } from "./create-workspace.ts";
import { readManifest } from "./manifest.ts";
import { pageFiles } from "./page-api/static.ts";
import { slackRoutes } from "./routes.ts";
import { createAppLink } from "./to-app/app-link.ts";
import { requestUrl } from "./to-app/http-transport.ts";
import type { Panel } from "./panel.ts";
import type { Workspace } from "./workspace.ts";
import { minuteMs } from "./duration.ts";

/** The local Slack's options. All have defaults. */
export interface LocalSlackOptions extends TeamOptions {
  /** By default, and for 0, any free port. */
  port?: number;
  /** The app's address. Requests go to `<appUrl>/slack/events`. May be set later. */
  appUrl?: string;
  /** The app's manifest. Without one, the app has one command `/app` and all scopes. */
  manifestPath?: string;
  /** True grants every scope, whatever the manifest says, for trying other apps. */
  allScopes?: boolean;
  /** Its address for the app, if there is a proxy. Its Web API and response_urls begin with that. */
  publicUrl?: string;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** The app's time to acknowledge. */
  commandTimeoutMs?: number;
  /** The life of a trigger_id. */
  triggerLifeMs?: number;
  /** The waits after each failure until an event is sent again. */
  eventRetryDelaysMs?: readonly number[];
  rateLimitPosts?: boolean;
  /** True builds the page during the start, false serves none. By default it is built at the first visit. */
  page?: boolean;
}

/** A running local Slack. */
export interface LocalSlack {
  readonly url: string;
  /** The Web API's address, ending in `/api/`. */
  readonly apiUrl: string;
  /** The address for commands, interactions and events, unless the app is in Socket Mode. */
  readonly requestUrl: string | undefined;
  readonly signingSecret: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The valid token. Empty if the app is not installed. */
  readonly botToken: string;
  readonly appToken: string;
  readonly teamId: string;
  readonly teamName: string;
  /** The people to act as. */
  readonly users: { id: string; name: string }[];
  readonly channels: { id: string; name: string }[];
  setAppUrl(url: string): void;
  /** True for a token or code that it issued, valid or not. Another team's Slack does not know it. */
  hasGiven(tokenOrCode: string): boolean;
  /** Shows links to the pages of other workspaces. */
  setOtherWorkspaces(others: { name: string; url: string }[]): void;
  /** Shows buttons for something outside, beside the workspace. */
  setPanel(panel: Panel): void;
  close(): Promise<void>;
}

// https://docs.slack.dev/interactivity/handling-user-interaction: an acknowledgement within three seconds
const acknowledgeMs = 3000;
// https://docs.slack.dev/surfaces/modals: a trigger_id lives for three seconds
const usualTriggerLifeMs = 3000;
// https://docs.slack.dev/apis/events-api: again at once, after one minute, after five minutes
const eventRetryDelaysMs = [0, minuteMs, 5 * minuteMs];

/** Starts a stand-in for Slack on 127.0.0.1, with a team, people and channels in it. */
export async function startLocalSlack(options: LocalSlackOptions = {}): Promise<LocalSlack> {
  const read = await readManifest(options.manifestPath);
  const manifest = options.allScopes ? { ...read, scopes: "all" as const } : read;
  const { now = Date.now, rateLimitPosts = true, triggerLifeMs = usualTriggerLifeMs } = options;
  const workspace = createWorkspace({ ...options, manifest, now, rateLimitPosts, triggerLifeMs });
  workspace.appUrl = options.appUrl;
  const link = createAppLink(workspace, {
    acknowledgeMs: options.commandTimeoutMs ?? acknowledgeMs,
    eventRetryDelaysMs: options.eventRetryDelaysMs ?? eventRetryDelaysMs,
  });
  const page = options.page === false ? undefined : pageFiles();
  const server = httpServer(slackRoutes({ workspace, link }, page));
  server.on("upgrade", (request, socket, head) => link.sockets.upgrade(request, socket, head));
  const url = await listen(server, options.port ?? 0);
  workspace.url = options.publicUrl ?? url;
  if (options.page) await page?.ready();
  return handle(workspace, url, async () => {
    await link.close();
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
}

function handle(workspace: Workspace, url: string, close: () => Promise<void>): LocalSlack {
  const { credentials, team, people, channels } = workspace;
  return {
    url,
    apiUrl: `${workspace.url}/api/`,
    get requestUrl() {
      return requestUrl(workspace);
    },
    signingSecret: credentials.signingSecret,
    clientId: credentials.clientId,
    clientSecret: credentials.clientSecret,
    get botToken() {
      return workspace.installation?.botToken ?? "";
    },
    appToken: credentials.appToken,
    teamId: team.id,
    teamName: team.name,
    users: [...people.values()]
      .filter(({ isBot }) => !isBot)
      .map(({ id, realName }) => ({ id, name: realName })),
    channels: [...channels.values()].map(({ id, name }) => ({ id, name })),
    setAppUrl(appUrl) {
      workspace.appUrl = appUrl;
    },
    hasGiven: (secret) =>
      secret === workspace.installation?.botToken ||
      workspace.formerTokens.has(secret) ||
      workspace.codes.has(secret),
    setOtherWorkspaces(others) {
      workspace.others = others;
      workspace.changes.bump();
    },
    setPanel(panel) {
      workspace.panel = panel;
      workspace.changes.bump();
    },
    close,
  };
}

function httpServer(routes: Hono): Server {
  const server = createAdaptorServer({ fetch: routes.fetch });
  if (!(server instanceof Server)) throw new Error("The local Slack speaks HTTP/1.1 only.");
  return server;
}

async function listen(server: Server, port: number): Promise<string> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The local Slack has no port.");
  return `http://127.0.0.1:${address.port}`;
}
