import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { Surface } from "../../platform/cloud/operation.ts";
import type { Organization } from "./organization.ts";
import type { ReceivedRequest } from "./request-log.ts";

/** What one request carries through the server. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: {
    /** A version 4 uuid, new for each request. */
    requestId: string;
    /** Which API is asked; the management API where the route is nobody's. */
    surface: Surface;
    /** The request's line in the log; its body is filled in once it is read. */
    received: ReceivedRequest;
    /** The body as it came; empty where there was none. */
    bodyText: string;
    /** The organization whose key signed the request. */
    organization: Organization;
  };
}

/** A step that every request, or every request of a route, goes through. */
export type Middleware = MiddlewareHandler<SandboxEnv>;
