import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

/** Ends the request with plain text, as the observability server does for a missing dashboard or a wrong token. */
export function refusePlainly(
  status: ContentfulStatusCode,
  text: string,
  headers: Record<string, string> = {},
): never {
  const res = new Response(text, { status, headers: { "content-type": "text/plain", ...headers } });
  throw new HTTPException(status, { res });
}

/** Ends the request with `{ message }`, as the observability server does for all else. */
export function refuseWithMessage(status: ContentfulStatusCode, message: string): never {
  throw new HTTPException(status, { res: Response.json({ message }, { status }) });
}
