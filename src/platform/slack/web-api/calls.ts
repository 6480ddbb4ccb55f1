import {
  WebAPIHTTPError,
  WebAPIPlatformError,
  WebAPIRateLimitedError,
  WebAPIRequestError,
} from "@slack/web-api";
import type { Logger } from "pino";
import { z } from "zod";
import type { Clock, TimeLimit } from "../../../lib/clock.ts";
import { type JsonAnswer, jsonPosts } from "./json-post.ts";

const Answer = z.looseObject({
  ok: z.boolean(),
  error: z.string().optional(),
  channel: z.string().optional(),
  ts: z.string().optional(),
  response_metadata: z.looseObject({ messages: z.array(z.string()).optional() }).optional(),
});
type Answer = z.output<typeof Answer>;

/**
 * Calls a method of the Web API once, with JSON; fails with the errors of the Web API's own client. Once `sendBy` is over,
 * nothing is sent any more.
 */
export type SlackCall = (
  method: string,
  args: Readonly<Record<string, unknown>>,
  sendBy?: TimeLimit,
) => Promise<Answer>;

interface Options {
  token: string;
  slackApiUrl: string;
  timeoutMs: number;
  clock: Clock;
  log: Logger;
}

/**
 * For what Slack is asked most: posting and editing messages. The Web API's own client takes several times the processor
 * time, with its queue, its retries, its logs and its forms in place of JSON.
 */
export function slackCalls({ token, slackApiUrl, timeoutMs, clock, log }: Options): SlackCall {
  const { origin, pathname } = new URL(slackApiUrl);
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json; charset=utf-8",
    "user-agent": "quartermaster",
  };
  const post = jsonPosts({ origin, headers, timeoutMs, clock });
  return async (method, args, sendBy) => {
    const path = `${pathname.replace(/\/$/, "")}/${method}`;
    const answer = readAnswer(await answered(() => post(path, JSON.stringify(args), sendBy), log));
    const { ok, error = "", response_metadata: { messages = [] } = {} } = answer;
    if (messages.length > 0) log.warn({ from: "slack", method, messages }, "Slack has something to say");
    if (!ok) throw new WebAPIPlatformError({ ...answer, error });
    return answer;
  };
}

/** Fails where Slack refuses the call as such, or does not answer. */
async function answered(post: () => Promise<JsonAnswer>, log: Logger): Promise<JsonAnswer> {
  const answer = await post().catch((err: unknown) => {
    log.warn({ from: "slack", err }, "a call of Slack failed");
    throw new WebAPIRequestError(err instanceof Error ? err : new Error(String(err)));
  });
  const { status, headers, text } = answer;
  const retryAfter = Number.parseInt(String(headers["retry-after"]), 10);
  if (status === 429 && !Number.isNaN(retryAfter)) throw new WebAPIRateLimitedError(retryAfter);
  if (status !== 200) throw new WebAPIHTTPError(status, "", {}, text);
  return answer;
}

/** What is not Slack's is taken for the name of an error, as the Web API's own client does. */
function readAnswer({ text }: JsonAnswer): Answer {
  const read = Answer.safeParse(parsed(text));
  return read.success ? read.data : { ok: false, error: text };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
