import { request } from "undici";
import { unanswered } from "./failure.ts";

/** One request of Google Cloud. */
export interface GcpRequest {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  body?: object | URLSearchParams;
}

/** A whole answer, its text as JSON where it is that. */
export interface GcpAnswer {
  status: number;
  json: unknown;
}

const defaultTimeoutMs = 5_000;

/** Sends one request once; fails as upstream, naming the setting of its address, where no answer comes. */
export async function exchangeWithGcp(
  { method, url, headers, body }: GcpRequest,
  { setting, timeoutMs = defaultTimeoutMs }: { setting: string; timeoutMs?: number | undefined },
): Promise<GcpAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const isForm = body instanceof URLSearchParams;
  try {
    const response = await request(url, {
      method,
      headers: {
        ...headers,
        ...(body && { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      body: isForm ? String(body) : body ? JSON.stringify(body) : null,
      signal,
      // A connection of its own: requests are few, and a kept one may be closing just then.
      reset: true,
    });
    return { status: response.statusCode, json: jsonOf(await response.body.text()) };
  } catch (cause) {
    throw unanswered(cause, signal.aborted ? timeoutMs : undefined, setting);
  }
}

/** The parser's own error is left out, for it quotes the text. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
