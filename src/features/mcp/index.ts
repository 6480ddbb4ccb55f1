import type { Hono } from "hono";
import { feature } from "../../platform/feature.ts";
import type { RouteParts } from "../../platform/http/web.ts";
import { programsCheck } from "./check.ts";
import type { McpContext, McpSettings } from "./context.ts";
import type { RouteNeeds } from "./serve/http.ts";
import { approveAction, createAction, denyAction, openAction } from "./offers/interactions.ts";
import { tokensCommand, tokensTab } from "./tokens/command.ts";
import { newTokenForm } from "./tokens/create.ts";
import { advanceOffer, offerJob } from "./offers/message.ts";
import * as texts from "./texts.ts";

export const mcp = feature<McpContext>({
  name: "mcp",
  commands: [tokensCommand],
  forms: [newTokenForm],
  adminTabs: [tokensTab],
  interactions: [approveAction, createAction, openAction, denyAction],
  jobs: [
    { name: offerJob, subject: "A program's proposal", work: (parts) => ({ advance: advanceOffer(parts) }) },
  ],
  checks: [{ area: texts.area, run: programsCheck }],
  routes: serveMcp,
});

/** What the route needs of the app. */
type McpRouteParts = RouteParts<McpContext> & RouteNeeds & { mcp?: McpSettings };

/** Serves `/mcp` if the operator wants it. Its code loads with the first request. */
function serveMcp(app: Hono, parts: McpRouteParts): void {
  if (!parts.mcp?.isOn) return;
  let answering: Promise<(request: Request) => Promise<Response>> | undefined;
  // Some clients put a slash at the end.
  app.on("ALL", ["/mcp", "/mcp/"], async (http) => {
    answering ??= import("./serve/http.ts").then(({ mcpRoute }) => mcpRoute(parts));
    return (await answering)(http.req.raw);
  });
}
