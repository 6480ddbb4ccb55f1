import type { WebClient } from "@slack/web-api";
import type { Logger } from "pino";
import { slackFailure } from "../failure.ts";

/** Asks Slack once whether it knows our token, and says in the log what to do where it does not; never fails. */
export async function checkToken(client: WebClient, log: Logger): Promise<void> {
  try {
    const { team, user } = await client.auth.test();
    log.info({ team, user }, "Slack knows the bot token");
  } catch (error) {
    const { kind, message } = slackFailure("auth.test", error);
    if (kind === "auth") log.error(`SLACK_BOT_TOKEN is not right: ${message}`);
    else log.warn(`SLACK_BOT_TOKEN could not be checked: ${message}`);
  }
}
