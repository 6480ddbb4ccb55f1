import { refuse } from "../answers.ts";
import { sameText } from "../authentication.ts";
import type { Middleware } from "../environment.ts";

/** Lets a request with the stand-alone server's token pass. Responds 401 otherwise. */
export function authenticateToken(token: string): Middleware {
  return async (context, next) => {
    const given = /^Bearer +(\S+)$/i.exec(context.req.header("authorization") ?? "")?.[1] ?? "";
    if (!sameText(given, token)) refuse(401, "The token is wrong, or missing.");
    await next();
  };
}
