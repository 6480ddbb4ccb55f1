import type { Dispatcher } from "undici";
import { type Clock, type TimeLimit, isOver } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import { answerText, atDeparture, header, isTooLarge, untilAborted } from "../cloud/transport/exchange.ts";
import { type Guard, assertGuardAllows } from "../cloud/transport/guarded-agent.ts";
import { appVersion } from "../../lib/version.ts";

/** The longest answer of an address that people gave. */
export const longestAnswerBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;
/** Slack waits 3 s for a form. Each request looks up its name again. */
const lookUpMs = 1_000;

/** A request to an address that people gave. */
export interface OutwardRequest {
  method: "GET" | "POST";
  url: string;
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** After this time nothing leaves. */
  sendBy?: TimeLimit;
}

/** A whole answer of any status. A redirect is an answer and is not followed. */
export interface OutwardAnswer {
  status: number;
  text: string;
  /** How long to wait before another try, if the server says it. */
  retryAfterMs?: number;
}

/**
 * Sends a request to an address that people gave. Fails as `user` for anything but an address, as `forbidden` for one that is
 * not on the public Internet, and as `upstream` without a whole answer. An error names the host alone, because the rest
 * of an address may be secret.
 */
export type Outward = (request: OutwardRequest) => Promise<OutwardAnswer>;

/** The address in a text; undefined for anything that isn't one for requests. Calendars also write webcal://, which is https. */
export function outwardAddress(text: string): URL | undefined {
  const url = URL.parse(text.trim().replace(/^webcal:/i, "https:"));
  return url && /^https?:$/.test(url.protocol) && url.username === "" && url.password === ""
    ? url
    : undefined;
}

/**
 * Fails as `forbidden` if requests to an address that people gave are refused. Whoever keeps one asks first, so the person
 * who typed it learns it, and not whoever relies on it.
 */
export async function assertOutward(url: URL, guard: Guard): Promise<void> {
  const withinMs = new Promise<void>((resolve) => setTimeout(resolve, lookUpMs).unref());
  try {
    await Promise.race([assertGuardAllows(url, guard), withinMs]);
  } catch (error) {
    throw failureOf(error, url.host);
  }
}

/** Requests through a guarded dispatcher. It must limit answers to `longestAnswerBytes`. */
export function outwardBy(dispatcher: Dispatcher, clock: Clock): Outward {
  return async ({ method, url, headers = {}, body, sendBy }) => {
    if (!URL.canParse(url)) throw new AppError("user", "That isn't an address.");
    const { origin, host, pathname, search } = new URL(url);
    const isTooLate = () => sendBy !== undefined && isOver(sendBy, clock());
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const sent = dispatcher.compose(atDeparture(isTooLate, () => {})).request({
        method,
        origin,
        path: `${pathname}${search}`,
        signal,
        headers: {
          "accept-encoding": "identity",
          "user-agent": `quartermaster/${appVersion}`,
          ...headers,
        },
        ...(body === undefined ? {} : { body }),
      });
      const late = () => new AppError("upstream", `${host} didn't answer in time.`);
      const response = await untilAborted(signal, sent, late);
      const text = await untilAborted(signal, answerText(response, longestAnswerBytes), late);
      const seconds = Number(header(response.headers, "retry-after"));
      const retryAfterMs = seconds > 0 && seconds < 86_400 ? seconds * 1_000 : undefined;
      return { status: response.statusCode, text, ...(retryAfterMs && { retryAfterMs }) };
    } catch (error) {
      throw failureOf(error, host);
    }
  };
}

function failureOf(error: unknown, host: string): AppError {
  if (error instanceof AppError && error.kind === "upstream") return error;
  if (error instanceof AppError)
    return new AppError("forbidden", `${host} can't be reached: ${error.happened}`, { cause: error });
  if (isTooLarge(error)) return new AppError("upstream", `The answer of ${host} is too large.`);
  // Undici's errors have no address in them, but those of a name's lookup do.
  const code = error instanceof Error && "code" in error ? String(error.code) : "no answer";
  return new AppError("upstream", `Couldn't reach ${host} (${code}).`);
}
