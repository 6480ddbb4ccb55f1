import { randomUUID } from "node:crypto";
import { type Context, Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { Surface } from "./contract.ts";
import { refuse, unservedPage } from "./answers.ts";
import { authenticate, ownOrganizationOnly } from "./authentication.ts";
import { controlRoutes } from "./control.ts";
import type { Middleware, ServerEnv } from "./environment.ts";
import { failureBody } from "./failure-body.ts";
import { injectFaults } from "./fault-injection.ts";
import { answerBody } from "./observability/answer-body.ts";
import { limitObservability } from "./observability/limit.ts";
import { authenticateToken } from "./observability/standalone-access.ts";
import { limitRate } from "./rate-limit.ts";
import { logRequest, readBody } from "./request-logging.ts";
import type { Route } from "./route.ts";
import { isOffered, operationFinder, routerPath } from "./route-table.ts";
import { routes } from "./routes.ts";
import type { World } from "./world.ts";

/** The whole server as a function from request to answer. */
export function createApp(world: World): Hono<ServerEnv> {
  const app = new Hono<ServerEnv>();
  app.onError(answerError);
  app.notFound(answerUnserved);

  app.use(giveRequestId);
  app.route("/control", controlRoutes(world));
  app.use(logRequest(world, operationFinder(world)), tellSurface, readBody, injectFaults(world));

  const checks = checksBySurface(world);
  for (const route of Object.values(routes)) {
    const { method, surface } = route.operation;
    const path = routerPath(route.operation, world.wireNames);
    app.on([method], [path], ifOffered(route, world), ...checks[surface], (context) =>
      answerRoute(route, context, world),
    );
  }
  return app;
}

function checksBySurface(world: World): Record<Surface, Middleware[]> {
  const limits = world.rateLimit ? [limitRate(world.clock)] : [];
  const observabilityLimits = world.rateLimit ? [limitObservability(world.clock)] : [];
  const byKey = authenticate(world);
  return {
    management: [byKey, ...limits, ownOrganizationOnly],
    "managed-observability": [byKey, ...observabilityLimits, ownOrganizationOnly],
    "standalone-observability": [authenticateToken(world.standaloneToken), ...observabilityLimits],
  };
}

function ifOffered({ operation }: Route, world: World): Middleware {
  return async (context, next) => (isOffered(operation, world) ? next() : answerUnserved(context));
}

function answerUnserved(context: Context<ServerEnv>): Response | Promise<Response> {
  return context.html(unservedPage(context.req.method, context.req.path), 404);
}

const giveRequestId: Middleware = async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("surface", "management");
  await next();
};

const tellSurface: Middleware = async (context, next) => {
  const { operation = "" } = context.get("received");
  context.set("surface", routes[operation]?.operation.surface ?? "management");
  await next();
};

function answerRoute({ operation, answer }: Route, context: Context<ServerEnv>, world: World): Response {
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

function jsonBody(context: Context<ServerEnv>): unknown {
  const contentType = context.req.header("content-type") ?? "";
  if (!/^application\/json\b/i.test(contentType))
    refuse(415, "The body must be JSON: send Content-Type: application/json.");
  try {
    return JSON.parse(context.get("bodyText"));
  } catch {
    return refuse(400, "The body is not valid JSON.");
  }
}

/** Refusals are sent as they are. Anything else is a bug of this server and is shown on its terminal. */
function answerError(error: Error, context: Context<ServerEnv>): Response {
  if (error instanceof HTTPException && error.res) return error.getResponse();
  if (error instanceof HTTPException) return answerFailure(error.status, error.message, context);
  console.error(error);
  return answerFailure(500, "The reference server failed; its terminal says why.", context);
}

function answerFailure(status: ContentfulStatusCode, said: string, context: Context<ServerEnv>): Response {
  const body = failureBody(context.var, status, said);
  return typeof body === "string" ? context.text(body, status) : context.json(body, status);
}
