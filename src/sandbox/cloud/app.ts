import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { Surface } from "../../cloud/operation.ts";
import { errorBody, refuse, unservedPage } from "./answers.ts";
import { authenticate, ownOrganizationOnly } from "./authentication.ts";
import { controlRoutes } from "./control.ts";
import type { Middleware, SandboxEnv } from "./environment.ts";
import { injectFaults } from "./fault-injection.ts";
import { answerBody } from "./observability/answer-body.ts";
import { authenticateToken, limitToken } from "./observability/standalone-access.ts";
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

  const checks = checksBySurface(world);
  for (const route of Object.values(routes)) {
    const { method, surface } = route.operation;
    const path = routerPath(route.operation, world.wireNames);
    app.on([method], [path], ...checks[surface], (context) => answerRoute(route, context, world));
  }
  return app;
}

function checksBySurface(world: World): Record<Surface, Middleware[]> {
  const limits = world.rateLimit ? [limitRate(world.clock)] : [];
  const tokenLimits = world.rateLimit ? [limitToken(world.clock)] : [];
  const byKey = [authenticate(world), ...limits, ownOrganizationOnly];
  return {
    management: byKey,
    "managed-observability": byKey,
    "standalone-observability": [authenticateToken(world.standaloneToken), ...tokenLimits],
  };
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
  const requestId = context.get("requestId");
  const { surface } = operation;
  return context.json(
    answerBody(result, { surface, requestId, query: context.req.query(), wireNames: world.wireNames }),
  );
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
  if (error instanceof HTTPException && error.res) return error.getResponse();
  if (error instanceof HTTPException)
    return context.json(errorBody(requestId, error.status, error.message), error.status);
  console.error(error);
  return context.json(errorBody(requestId, 500, "The reference server failed; its terminal says why."), 500);
}
