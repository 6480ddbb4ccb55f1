import type { App } from "@slack/bolt";
import type { Logger } from "pino";
import { explain } from "../../../platform/blocks/explain.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import { type AppError, isAppError } from "../../../lib/errors.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { workspaceIdOfAny } from "../../../platform/slack/bodies.ts";
import { ephemeral } from "../../../platform/slack/interactions/respond.ts";

/** Answers what comes from a workspace where the app is not installed with how to install it; nothing is done there. */
export function guardInstalled(
  bolt: App,
  clientsOf: (workspaceId: string) => Promise<unknown>,
  log: Logger,
): void {
  bolt.use(async ({ next, ...args }) => {
    const refusal = await refusalFor(workspaceIdOfAny(args.body), clientsOf);
    if (!refusal) return next();
    log.info({ err: refusal, type: args.body["type"] }, "not installed where this comes from");
    const words = say(`:warning: ${explain(refusal)}`);
    if ("command" in args) return args.ack(ephemeral(words));
    if ("view" in args && args.payload.type === "modal") {
      return args.ack({ response_action: "update", view: notice("Not installed", [section(words.text)]) });
    }
    if (args.ack) await args.ack();
    if ("respond" in args) await args.respond?.(ephemeral(words));
  });
}

async function refusalFor(
  workspaceId: string | undefined,
  clientsOf: (workspaceId: string) => Promise<unknown>,
): Promise<AppError | undefined> {
  try {
    if (workspaceId !== undefined) await clientsOf(workspaceId);
  } catch (error) {
    if (isAppError(error, "auth")) return error;
    // While Redis is away whoever needs it says so.
    if (!isAppError(error, "upstream")) throw error;
  }
  return undefined;
}
