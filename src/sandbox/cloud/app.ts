import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import { toWire } from "../../cloud/wire-names.ts";
import { errorBody, refuse, successBody, unservedPage } from "./answers.ts";
import { authenticate, ownOrganizationOnly } from "./authentication.ts";
import { controlRoutes } from "./control.ts";
import type { Middleware, SandboxEnv } from "./environment.ts";
import { injectFaults } from "./fault-injection.ts";
import { limitRate } from "./rate-limit.ts";
import { logRequest, readBody } from "./request-logging.ts";
import type { Route } from "./route.ts";
import { operationFinder, routerPath } from "./route-table.ts";
import { routes } from "./routes.ts";
import type { World } from "./world.ts";

/** The whole server as a function from request to answer. */
export function createApp(world: World): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>();
  app.onError(answerError);
  app.notFound((context) => context.html(unservedPage(context.req.method, context.req.path), 404));

  app.use(giveRequestId);
  app.route("/control", controlRoutes(world));
  app.use(logRequest(world, operationFinder(world.wireNames)), readBody, injectFaults(world));

  const checks = [
    authenticate(world),
    ...(world.rateLimit ? [limitRate(world.clock)] : []),
    ownOrganizationOnly,
  ];
  for (const route of Object.values(routes)) {
    const path = routerPath(route.operation, world.wireNames);
    app.on([route.operation.method], [path], ...checks, (context) => answerRoute(route, context, world));
  }
  return app;
}

const giveRequestId: Middleware = async (context, next) => {
  context.set("requestId", randomUUID());
  await next();
};

function answerRoute({ operation, answer }: Route, context: Context<SandboxEnv>, world: World): Response {
  const result = answer({
    world,
    organization: context.get("organization"),
    params: context.req.param(),
    query: context.req.query(),
    body: operation.body === undefined ? undefined : jsonBody(context),
  });
  return context.json(successBody(context.get("requestId"), toWire(result, world.wireNames)));
}

function jsonBody(context: Context<SandboxEnv>): unknown {
  const contentType = context.req.header("content-type") ?? "";
  if (!/^application\/json\b/i.test(contentType))
    refuse(415, "The body must be JSON: send Content-Type: application/json.");
  try {
    return JSON.parse(context.get("bodyText"));
  } catch {
    return refuse(400, "The body is not valid JSON.");
  }
}

/** Refusals go out as they are; anything else is a fault of this server and is shown on its terminal. */
function answerError(error: Error, context: Context<SandboxEnv>): Response {
  const requestId = context.get("requestId");
  if (error instanceof HTTPException)
    return context.json(errorBody(requestId, error.status, error.message), error.status);
  console.error(error);
  return context.json(errorBody(requestId, 500, "The reference server failed; its terminal says why."), 500);
}
