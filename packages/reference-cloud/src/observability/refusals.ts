import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** The whole body of a 429 of the observability API. */
export const tooManyRequestsText = "Too many requests, please try again later.";

/** Ends the request with plain text, like the observability server for a missing dashboard. */
export function refusePlainly(
  status: ContentfulStatusCode,
  text: string,
  headers: Record<string, string> = {},
): never {
  const res = new Response(text, { status, headers: { "content-type": "text/plain", ...headers } });
  throw new HTTPException(status, { res });
}

/** Ends the request with `{ message }`, like the observability server in all other cases. */
export function refuseWithMessage(status: ContentfulStatusCode, message: string): never {
  throw new HTTPException(status, { res: Response.json({ message }, { status }) });
}

/** The body of a failure that both APIs have: a text, or `{ message }`. */
export function observabilityErrorBody(status: number, message: string): string | { message: string } {
  if (status === 401) return "Unauthorized";
  return status === 429 ? tooManyRequestsText : { message };
}
