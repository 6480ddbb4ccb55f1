import type { Hono } from "hono";
import type { RouteParts } from "../../../platform/http/web.ts";
import { type Installing, installPaths } from "./installing.ts";

/** Serves the pages that install the app, if workspaces may. Each loads when it is first requested. */
export function serveInstalling(
  app: Hono,
  { installing }: RouteParts & { installing?: Installing | undefined },
): void {
  if (!installing) return;
  app.get(installPaths.page, async (context) =>
    (await import("./pages.ts")).installPage(context, installing),
  );
  app.get(installPaths.start, async (context) => (await import("./consent.ts")).begin(context, installing));
  app.get(installPaths.callback, async (context) =>
    (await import("./consent.ts")).finish(context, installing),
  );
}
