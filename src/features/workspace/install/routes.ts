import type { Hono } from "hono";
import type { RouteParts } from "../../../platform/http/routes.ts";
import { type Installing, installPaths } from "./page-options.ts";

/** Serves, if workspaces may install the app, the page that installs it, the way to Slack, and the way back; each is loaded when it is asked for. */
export function serveInstalling(
  app: Hono,
  { installing }: RouteParts & { installing?: Installing | undefined },
): void {
  if (!installing) return;
  app.get(installPaths.page, async (context) => {
    const { installPage } = await import("./pages.ts");
    return installPage(context, installing);
  });
  app.get(installPaths.start, async (context) => {
    const { begin } = await import("./begin-page.ts");
    return begin(context, installing);
  });
  app.get(installPaths.callback, async (context) => {
    const { finish } = await import("./finish-page.ts");
    return finish(context, installing);
  });
}
