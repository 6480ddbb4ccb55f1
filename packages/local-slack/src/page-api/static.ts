import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";

/** The built page's files. */
export interface PageFiles {
  /** Builds the page unless it is built. */
  ready(): Promise<void>;
  readonly serve: MiddlewareHandler;
}

/** Serves the page, and builds it at the first request, so the API alone never loads the bundler. */
export function pageFiles(): PageFiles {
  let building: Promise<MiddlewareHandler> | undefined;
  const handler = (): Promise<MiddlewareHandler> => (building ??= build());
  return {
    ready: async () => void (await handler()),
    serve: async (context, next) => (await handler())(context, next),
  };
}

async function build(): Promise<MiddlewareHandler> {
  const { buildPage } = await import("../page-build.ts");
  const { directory } = await buildPage();
  return serveStatic({ root: directory });
}
