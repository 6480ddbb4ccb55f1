import type { Dispatcher } from "undici";
import { type Clock, type TimeLimit, isOver } from "../../lib/clock.ts";
import { AppError } from "../../lib/errors.ts";
import { answerText, header, isTooLarge } from "../cloud/transport/answer-text.ts";
import { atDeparture, untilAborted } from "../cloud/transport/exchange.ts";
import { appVersion } from "../../lib/version.ts";

/** The longest answer of an address that people gave. */
export const longestAnswerBytes = 2 * 1024 * 1024;
const timeoutMs = 10_000;

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
