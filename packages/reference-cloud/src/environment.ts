import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { Surface } from "./contract.ts";
import type { Organization } from "./organization.ts";
import type { ReceivedRequest } from "./request-log.ts";

/** A request's values on its way through the server. */
export interface ServerEnv {
  Bindings: HttpBindings;
  Variables: {
    /** A version 4 uuid, new for each request. */
    requestId: string;
    /** The API of the request. The management API for an unknown route. */
    surface: Surface;
    /** The request's entry in the log. Its body is added once it is read. */
    received: ReceivedRequest;
    /** The raw body. Empty if there was none. */
    bodyText: string;
    /** The organization with the key of the request. */
    organization: Organization;
  };
}

/** A step that every request, or every request of a route, goes through. */
export type Middleware = MiddlewareHandler<ServerEnv>;
