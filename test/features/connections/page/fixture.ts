import { type FoundServices, connections } from "../../../../src/features/connections/index.ts";
import { randomBytes, randomUUID } from "node:crypto";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Role, isAtLeast } from "../../../../src/platform/access/role.ts";
import type { Reply } from "../../../../src/platform/blocks/reply.ts";
import { defaultCallLimits } from "../../../../src/platform/cloud/transport/exchange.ts";
import { guardedAgent } from "../../../../src/platform/cloud/transport/guarded-agent.ts";
import { neutralWireNames } from "../../../../src/platform/cloud/connection.ts";
import { trialClientOf } from "../../../../src/features/connections/clients.ts";
import { connectReply } from "../../../../src/features/connections/page/command.ts";
import { readConfig } from "../../../../src/app/config/config.ts";
import type { AppContext } from "../../../../src/app/context.ts";
import { AppError } from "../../../../src/lib/errors.ts";
import { type HttpServer, startServer } from "../../../../src/platform/http/server.ts";
import { webApp } from "../../../../src/platform/http/web.ts";
import { type ReferenceCloud, startReferenceCloud } from "@quartermaster/reference-cloud";
import { secretsOfWorkspaces } from "../../../../src/platform/secrets/workspace.ts";
import { envScheme } from "../../../../src/platform/secrets/host.ts";
import { createSecrets } from "../../../../src/platform/secrets/secrets.ts";
import { createSealer } from "../../../../src/platform/secrets/seal.ts";
import type { ConnectPurpose } from "../../../../src/features/connections/page/links.ts";
import { createStore } from "../../../../src/app/store.ts";
import { useRedis } from "../../../support/redis.ts";

/** The connect pages in front of a real Redis and a real cloud, for Ada (U1) in the workspace T1. */
export interface ConnectFixture {
  readonly cloud: ReferenceCloud;
  readonly redis: ReturnType<typeof useRedis>;
  /** Her role. */
  role: Role;
  /** False while the store of secrets refuses deletions. */
  discards: boolean;
  time: Date;
  /** All lines of the log. */
  readonly log: string[];
  /** The posts in Slack, and to whom. */
  readonly posted: [string, Reply][];
  /** The hosts outside the public Internet that connections may lead to. */
  readonly allowedHosts: string[];
  /** The services of the cloud that the list hasn't. */
  found: FoundServices;
  /** The operator's environment. */
  readonly environment: Record<string, string>;
  context(workspaceId?: string): AppContext;
  /** A new link, as the button in Slack has it. */
  link(purpose?: ConnectPurpose): Promise<string>;
}

const config = readConfig({
  ENCRYPTION_KEYS: `k1:${randomBytes(32).toString("base64")}`,
  SLACK_SIGNING_SECRET: "signing-secret",
  SLACK_BOT_TOKEN: "xoxb-bot-token",
  CLOUD_BASE_URL: "https://api.cloud.example.com",
  CLOUD_ORGANIZATION_ID: "5f0c9a52-7d1e-4b7a-9c55-0d5b1f6a2e10",
  CLOUD_KEY_ID_REF: "env:CLOUD_KEY_ID",
  CLOUD_KEY_SECRET_REF: "env:CLOUD_KEY_SECRET",
  CLOUD_REQUESTS_PER_10_SECONDS: "1000",
  WORKSPACE_REFERENCES: "env:TEAM_{workspaceId}_",
});

const nothingFound: FoundServices = { services: [], source: "list", unread: [], alerted: [] };

/** Starts the servers before the tests of a file. Each test begins with an empty Redis. */
export function connectFixture(): ConnectFixture {
  const redis = useRedis();
  const sealer = createSealer(config.secrets.encryptionKeys);
  const lines: string[] = [];
  const log = pino({ level: "trace" }, { write: (line) => void lines.push(line) });
  const environment: Record<string, string> = {};
  const posted: [string, Reply][] = [];
  let cloud: ReferenceCloud;
  let server: HttpServer;
  let guarded: ReturnType<typeof guardedAgent>;

  const fixture: ConnectFixture = {
    get cloud() {
      return cloud;
    },
    redis,
    role: "admin",
    discards: true,
    time: new Date(),
    log: lines,
    posted,
    allowedHosts: [],
    found: nothingFound,
    environment,
    context,
    async link(purpose = { kind: "new" }) {
      const { blocks } = await connectReply(purpose, context(), { userId: "U1" });
      const url = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []))[0];
      if (url?.type !== "button" || url.url === undefined) throw new Error("There is no link.");
      return url.url;
    },
  };

  async function demand(_: unknown, needed: Role): Promise<void> {
    if (!isAtLeast(fixture.role, needed)) throw new AppError("forbidden", `This takes the role ${needed}.`);
  }

  function context(workspaceId = "T1"): AppContext {
    const store = createStore(redis.client);
    const kept = store.workspace(workspaceId);
    const secrets = secretsOfWorkspaces({
      config,
      secrets: createSecrets({ schemes: [envScheme(environment)] }),
      store,
      sealer,
      isOperators: async (id) => id === "T1",
      newId: randomUUID,
    })(workspaceId);
    async function discard(references: readonly string[]): Promise<void> {
      if (!fixture.discards) throw new AppError("upstream", "The store of secrets cannot be reached.");
      await secrets.discard(references);
    }
    const access = { config, guardedDispatcher: guarded, log };
    const parts = {
      ...kept,
      workspaceId,
      access: { demand },
      publicUrl: `http://127.0.0.1:${server.port}`,
      sealer: sealer.forWorkspace(workspaceId),
      secrets: { ...secrets, discard },
      messenger: {
        async post(userId: string, reply: Reply) {
          posted.push([userId, reply]);
          return { channelId: "D1", ts: "1" };
        },
      },
      unadded: async () => fixture.found,
      trialOf: (...trial: Parameters<AppContext["trialOf"]>) => trialClientOf(...trial, { kept }, access),
      wireNames: neutralWireNames,
      allowedHosts: fixture.allowedHosts,
      now: () => fixture.time,
      newId: randomUUID,
      log,
    };
    // All that the pages use; a whole context would need a whole app around it.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return parts as unknown as AppContext;
  }

  beforeAll(async () => {
    cloud = await startReferenceCloud({ rateLimit: false });
    guarded = guardedAgent(defaultCallLimits, fixture);
    const rateLimits = { take: async () => {} };
    const routeParts = { contextOf: context, rateLimits, newId: randomUUID, log };
    const pictures = {
      picturesOf: () => ({ find: async () => undefined }),
      signer: { sign: () => "", verify: () => false },
      now: () => fixture.time,
    };
    const web = webApp({
      pictures,
      routes: (app) => connections.routes?.(app, routeParts),
    });
    server = await startServer({ port: 0, web });
  });
  beforeEach(() => {
    fixture.role = "admin";
    fixture.discards = true;
    fixture.time = new Date();
    fixture.found = nothingFound;
    fixture.allowedHosts.splice(0, fixture.allowedHosts.length, new URL(cloud.url).host);
    posted.length = 0;
    lines.length = 0;
  });
  afterAll(async () => {
    await Promise.all([server.close(1_000), cloud.close(), guarded.destroy()]);
  });
  return fixture;
}

/** A browser without scripts that keeps cookies by their path. */
export function newVisitor() {
  const jar = new Map<string, { pair: string; path: string }>();

  async function send(url: string, init: RequestInit = {}): Promise<Shown> {
    const { pathname } = new URL(url);
    const cookie = [...jar.values()].filter(({ path }) => pathname.startsWith(path)).map(({ pair }) => pair);
    const headers = {
      ...Object.fromEntries(new Headers(init.headers)),
      ...(cookie.length ? { cookie: cookie.join("; ") } : {}),
    };
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      jar.set(pair.split("=")[0] ?? "", { pair, path: /Path=([^;]+)/.exec(line)?.[1] ?? "/" });
    }
    return shownBy(url, response);
  }

  return {
    send,
    open: (url: string) => send(url),
    /** Fills in the page's form and sends it. */
    submit(page: Shown, values: Record<string, string> = {}) {
      const body = new URLSearchParams({ ...page.hidden, ...values });
      return send(new URL(page.action, page.url).href, { method: "POST", body });
    },
  };
}

/** A page as it was answered. */
export interface Shown {
  url: string;
  status: number;
  headers: Headers;
  html: string;
  /** The text that a reader sees. */
  text: string;
  heading: string;
  /** Of its form. */
  action: string;
  hidden: Record<string, string>;
  /** The problem beside a field. */
  errorAt(field: string): string | undefined;
}

/** Text of HTML with its apostrophes as people read them. */
function readable(text: string): string {
  return text.replaceAll("&#39;", "'");
}

async function shownBy(url: string, response: Response): Promise<Shown> {
  const html = await response.text();
  const hidden = [...html.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return {
    url,
    status: response.status,
    headers: response.headers,
    html,
    text: readable((html.split("<main>")[1] ?? "").replace(/<[^>]*>/g, " ").replace(/\s+/g, " ")),
    heading: readable(/<h1>([^<]*)<\/h1>/.exec(html)?.[1] ?? ""),
    action: /<form[^>]* action="([^"]*)"/.exec(html)?.[1] ?? "",
    hidden: Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])),
    errorAt(field) {
      const error = new RegExp(`<span class="error" id="${field}-error">([^<]*)<`).exec(html)?.[1];
      return error === undefined ? undefined : readable(error);
    },
  };
}
