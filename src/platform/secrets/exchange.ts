import { request } from "undici";
import { AppError } from "../../lib/errors.ts";
import type { Tokens } from "./leased-tokens.ts";

/** A store outside, reached over HTTP. */
export interface Store {
  /** As in "The Vault cannot be reached". */
  name: string;
  /** The setting that holds its address, for an admin to check. */
  setting: string;
  /** How long one answer may take; 5 seconds by default. */
  timeoutMs?: number | undefined;
}

/** One request to a store. */
export interface StoreRequest {
  method: "GET" | "POST" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON, or as a form. */
  body?: object | URLSearchParams | undefined;
}

/** A whole answer of a store. */
export interface StoreAnswer {
  status: number;
  text: string;
}

/** Sends one request once, never through a proxy; fails as upstream, naming the setting, if no answer comes. */
export async function exchange(
  { name, setting, timeoutMs = 5_000 }: Store,
  { method, url, headers, body }: StoreRequest,
): Promise<StoreAnswer> {
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
      // A connection of its own: requests are few, and the store may be closing a kept one.
      reset: true,
    });
    return { status: response.statusCode, text: await response.body.text() };
  } catch (cause) {
    const what = signal.aborted ? `didn't answer within ${timeoutMs / 1_000} seconds` : "cannot be reached";
    throw new AppError(
      "upstream",
      `${name} ${what}. Try again in a minute; if it happens again, ask an admin to check ${setting}.`,
      { cause },
    );
  }
}

/** Sends with the present token, and once more with another one if the answer has the status `refused`. */
export async function exchangeWithToken(
  tokens: Tokens,
  refused: number,
  send: (token: string) => Promise<StoreAnswer>,
): Promise<StoreAnswer> {
  const token = await tokens.present();
  const answer = await send(token);
  const other = answer.status === refused ? await tokens.after(token) : undefined;
  return other === undefined ? answer : send(other);
}

/** True if the same request may succeed a little later. */
export function isAwayForNow({ status }: StoreAnswer): boolean {
  // 3xx: this node does not lead, and sends to another.
  return status >= 500 || status === 429 || (status >= 300 && status < 400);
}
