import type { Dispatcher } from "undici";
import { AppError, isAppError } from "../../lib/errors.ts";
import { proxyFailureIn } from "../cloud/transport/proxy.ts";

/** A store outside, reached over HTTP. */
interface Store {
  /** As in "The Vault cannot be reached". */
  name: string;
  /** The setting that holds its address, for an admin to check. */
  setting: string;
  /** How long one answer may take; 5 seconds by default. */
  timeoutMs?: number | undefined;
  dispatcher: Dispatcher;
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

/** Sends one request once; fails as upstream, naming the setting, if no answer comes. */
export async function exchange(
  { name, setting, timeoutMs = 5_000, dispatcher }: Store,
  { method, url, headers, body }: StoreRequest,
): Promise<StoreAnswer> {
  const signal = AbortSignal.timeout(timeoutMs);
  const isForm = body instanceof URLSearchParams;
  try {
    const { origin, pathname, search } = new URL(url);
    const response = await dispatcher.request({
      origin,
      path: `${pathname}${search}`,
      method,
      headers: {
        ...headers,
        ...(body && { "content-type": isForm ? "application/x-www-form-urlencoded" : "application/json" }),
      },
      body: isForm ? String(body) : body ? JSON.stringify(body) : null,
      signal,
    });
    return { status: response.statusCode, text: await response.body.text() };
  } catch (cause) {
    const proxy = proxyFailureIn(cause);
    if (proxy) throw new AppError("upstream", `${name} cannot be reached. ${proxy.message}`, { cause });
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

/** The app's tokens for a secret store. */
export interface Tokens {
  /** Fails as auth or upstream if there is none. */
  present(): Promise<string>;
  /** The token to try after that one was refused. Undefined if there is no other. */
  after(refused: string): Promise<string | undefined>;
}

/** A token with an expiry. */
export interface Lease {
  token: string;
  /** 0 if it never ends. */
  durationMs: number;
}

interface Options<Given extends Lease> {
  login: () => Promise<Given>;
  /** Renews it. Undefined if the store does not. */
  renew?: (lease: Given) => Promise<Given | undefined>;
  now: () => number;
}

/** If a token this new is refused, the token is good and the request is not allowed. */
const freshMs = 10_000;

/**
 * Leases tokens. After two thirds of its time a token is renewed or replaced, and a refused one is replaced. Requests
 * during that share it.
 */
export function leasedTokens<Given extends Lease>({ login, renew, now }: Options<Given>): Tokens {
  let held: { lease: Given; since: number } | undefined;
  let underWay: Promise<string> | undefined;

  function hold(work: () => Promise<Given>): Promise<string> {
    underWay ??= take(work).finally(() => (underWay = undefined));
    return underWay;
  }

  async function take(work: () => Promise<Given>): Promise<string> {
    const since = now();
    const lease = await work();
    held = { lease, since };
    return lease.token;
  }

  async function prolong(lease: Given): Promise<string> {
    try {
      return await hold(async () => (await renew?.(lease)) ?? (await login()));
    } catch (error) {
      // It is still valid, and the next request tries again.
      if (isAppError(error, "upstream")) return lease.token;
      throw error;
    }
  }

  async function present(): Promise<string> {
    if (!held) return hold(login);
    const { lease, since } = held;
    const used = lease.durationMs === 0 ? 0 : (now() - since) / lease.durationMs;
    if (used < 2 / 3) return lease.token;
    return used < 1 ? prolong(lease) : hold(login);
  }

  return {
    present,
    async after(refused) {
      if (held?.lease.token === refused) {
        if (now() - held.since < freshMs) return undefined;
        held = undefined;
      }
      const token = await present();
      return token === refused ? undefined : token;
    },
  };
}
