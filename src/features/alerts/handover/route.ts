import type { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { isAppError } from "../../../lib/errors.ts";
import type { RouteParts } from "../../../platform/http/web.ts";
import type { AlertsContext } from "../context.ts";
import { workspaceOfHook } from "../hooks/record.ts";
import { hear } from "./hear.ts";

const statuses = { unauthorized: 401, "wrong time": 400, accepted: 202, ignored: 202 } as const;

// An event of PagerDuty has a few KB.
const maxSize = 64 * 1024;

/** The address at which PagerDuty, or a webhook's receiver, says what its people did. */
export function handoverRoutes(app: Hono, { contextOf, log }: RouteParts<AlertsContext>): void {
  app.post("/handover/:hookId", bodyLimit({ maxSize }), async (http) => {
    const hookId = http.req.param("hookId");
    const workspaceId = workspaceOfHook(hookId);
    if (workspaceId === undefined) return http.json({ status: "unauthorized" }, 401);
    try {
      const body = Buffer.from(await http.req.arrayBuffer());
      const headers = http.req.header();
      const heard = await hear({ hookId, headers, body }, contextOf(workspaceId));
      return http.json({ status: heard }, statuses[heard]);
    } catch (error) {
      if (!isAppError(error, "upstream", "limited")) throw error;
      // The other side tries again.
      log.info({ err: error }, "couldn't take what was said about a hand-over");
      return http.json({ status: "unavailable" }, 503, { "retry-after": "5" });
    }
  });
}
