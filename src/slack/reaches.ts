import type { WebClient } from "@slack/web-api";
import { slackFailure } from "./failure.ts";

/**
 * False where a channel is not there for the app: gone, or private and the app is not in it. True where Slack says
 * nothing of the kind: in a public channel the app may post without being in it.
 */
export async function reaches(client: WebClient, channel: string): Promise<boolean> {
  try {
    await client.conversations.history({ channel, limit: 1 });
    return true;
  } catch (error) {
    return slackFailure("conversations.history", error).kind !== "missing";
  }
}
