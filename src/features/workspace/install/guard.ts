import type { App } from "@slack/bolt";
import type { Logger } from "pino";
import { explain } from "../../../platform/blocks/explain.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { EndingBody, workspaceIdOfAny } from "../../../platform/slack/bodies.ts";
import { ephemeral } from "../../../platform/slack/interactions/respond.ts";
import type { z } from "zod";
import * as texts from "./texts.ts";

/** Answers requests from a workspace that `check` refuses as `auth` with the reason. Nothing else runs. */
export function guardInstalled(
  bolt: App,
  check: (workspaceId: string) => Promise<unknown>,
  log: Logger,
): void {
  bolt.use(async ({ next, ...args }) => {
    const refusal = await refusalFor(workspaceIdOfAny(args.body), check);
    if (!refusal) return next();
    log.info({ err: refusal, type: args.body["type"] }, "not installed in this workspace");
    const words = say(`:warning: ${explain(refusal)}`);
    if ("command" in args) return args.ack(ephemeral(words));
    if ("view" in args && args.payload.type === "modal") {
      return args.ack({ response_action: "update", view: notice(texts.notInstalled, [section(words.text)]) });
    }
    if (args.ack) await args.ack();
    if ("respond" in args) await args.respond?.(ephemeral(words));
  });
}

async function refusalFor(
  workspaceId: string | undefined,
  check: (workspaceId: string) => Promise<unknown>,
): Promise<AppError | undefined> {
  try {
    if (workspaceId !== undefined) await check(workspaceId);
  } catch (error) {
    if (isAppError(error, "auth")) return error;
    // If Redis is away, each handler that needs it says so.
    if (!isAppError(error, "upstream")) throw error;
  }
  return undefined;
}

/** The removal of the app, as Slack reports it. */
export interface Removal {
  workspaceId: string;
  /** By Slack's clock. */
  endedAt: Date;
  /** True if Slack reports it of the whole installation, and not of tokens or of one workspace in it. */
  isWhole: boolean;
}

/**
 * Listens for removals of the app. Bolt acknowledges an event before any listener runs, but this one must be accepted
 * durably first. So it is handled before Bolt, and if that fails Slack sends it again.
 */
export function acceptRemovals(bolt: App, accept: (removal: Removal) => Promise<void>): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    // Most requests are commands, which need no closer reading.
    const body = event.body["type"] === "event_callback" ? EndingBody.safeParse(event.body).data : undefined;
    if (!body) return processEvent(event);
    for (const removal of removalsIn(body)) await accept(removal);
    await event.ack();
  };
}

function removalsIn(body: z.output<typeof EndingBody>): Removal[] {
  const { event } = body;
  const endedAt = new Date(body.event_time * 1_000);
  if (event.type === "team_access_revoked") {
    return event.team_ids.map((workspaceId) => ({ workspaceId, endedAt, isWhole: false }));
  }
  // Slack also reports revoked tokens of people. The app has none.
  const isOurs = event.type === "app_uninstalled" || (event.tokens.bot?.length ?? 0) > 0;
  const workspaceId = workspaceIdOfAny(body);
  if (!isOurs || workspaceId === undefined) return [];
  return [{ workspaceId, endedAt, isWhole: event.type === "app_uninstalled" }];
}
