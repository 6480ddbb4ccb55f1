import { HTTPException } from "hono/http-exception";
import type { ContentfulStatusCode } from "hono/utils/http-status";

const codes: Partial<Record<number, string>> = {
  400: "BAD_REQUEST",
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  404: "NOT_FOUND",
  413: "PAYLOAD_TOO_LARGE",
  415: "UNSUPPORTED_MEDIA_TYPE",
  429: "TOO_MANY_REQUESTS",
  500: "INTERNAL_ERROR",
  502: "BAD_GATEWAY",
  503: "SERVICE_UNAVAILABLE",
  504: "GATEWAY_TIMEOUT",
};

/** Ends the request with this status and text. */
export function refuse(status: ContentfulStatusCode, text: string): never {
  throw new HTTPException(status, { message: text });
}

/** The body of a success: `{ status, requestId, result }`. */
export function successBody(requestId: string, result: unknown) {
  return { status: 200, requestId, result };
}

/** The body of a failure as running servers write it: `{ requestId, error: "CODE: text", status }`. */
export function errorBody(requestId: string, status: number, text: string) {
  return { requestId, error: `${codes[status] ?? "ERROR"}: ${text}`, status };
}

/** The whole body of a 429, which carries neither a request id nor a status. */
export const tooManyRequestsBody = { error: "TOO_MANY_REQUESTS" };

/** A running server's response to an unknown route: a 404 in HTML. */
export function unservedPage(method: string, path: string): string {
  const shown = path.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return page("Error", `<pre>Cannot ${method} ${shown}</pre>`);
}

/** The response of a failing proxy in front of the server. */
export function gatewayPage(status: number): string {
  const title = `${status} ${(codes[status] ?? "ERROR").replaceAll("_", " ").toLowerCase()}`;
  return page(title, `<h1>${title}</h1>`);
}

function page(title: string, body: string): string {
  return `<!DOCTYPE html>\n<html lang="en">\n<head><title>${title}</title></head>\n<body>${body}</body>\n</html>\n`;
}
