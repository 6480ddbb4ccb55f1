import { serve } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { streamSSE } from "hono/streaming";
import { once, EventEmitter } from "node:events";
import { buildPage } from "../../src/sandbox/slack/page-build.ts";
import type { World } from "../../src/sandbox/slack/protocol.ts";

/** A request that the page made, by the last part of its path. */
export interface PageRequest {
  path: string;
  // Requests of every kind are looked into by tests that know which one they made.
  body: Record<string, unknown>;
}

type Answer = (body: Record<string, unknown>) => unknown;

/** The page with a world that a test makes up, and every request the page sends. */
export interface PageServer {
  url: string;
  requests: PageRequest[];
  /** How the server answers a kind of request; `{ ok: true }` where nothing is said. */
  answers: Record<string, Answer>;
  world(): World;
  /** Changes the world and tells every window. */
  change(change: (world: World) => Partial<World>): void;
  /** Resolves with the next request of a kind. */
  next(path: string): Promise<PageRequest["body"]>;
  close(): Promise<void>;
}

/** Serves the built page on 127.0.0.1 and speaks protocol.ts with it; the world is `first` until it is changed. */
export async function startPageServer(first: World): Promise<PageServer> {
  const { directory } = await buildPage();
  const state = { world: first };
  const changes = new EventEmitter().setMaxListeners(0);
  const requests: PageRequest[] = [];
  const answers: Record<string, Answer> = {};
  const worldFor = (user: string | undefined) => {
    const me = state.world.people.find(({ id }) => id === user) ?? state.world.me;
    return { ...state.world, me };
  };

  const app = new Hono();
  app.get("/page/world", (context) => context.json(worldFor(context.req.query("user"))));
  app.get("/page/events", (context) =>
    streamSSE(context, async (stream) => {
      const tell = () => void stream.writeSSE({ data: JSON.stringify(worldFor(context.req.query("user"))) });
      changes.on("changed", tell);
      await stream.writeSSE({ data: JSON.stringify(worldFor(context.req.query("user"))) });
      await new Promise<void>((resolve) => stream.onAbort(resolve));
      changes.off("changed", tell);
    }),
  );
  app.post("/page/:kind", async (context) => {
    const path = context.req.param("kind");
    const body = await context.req.json<PageRequest["body"]>();
    requests.push({ path, body });
    const answer = (await answers[path]?.(body)) ?? { ok: true };
    changes.emit(path, body);
    return context.json(answer);
  });
  app.use("/*", serveStatic({ root: directory }));

  const server = serve({ fetch: app.fetch, hostname: "127.0.0.1", port: 0 });
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page's server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    answers,
    world: () => state.world,
    change: (change) => {
      state.world = { ...state.world, ...change(state.world), version: state.world.version + 1 };
      changes.emit("changed");
    },
    next: async (path) => {
      const [body] = await once(changes, path);
      return body;
    },
    close: () =>
      new Promise((resolve) => {
        if ("closeAllConnections" in server) server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
