import type { WebClient } from "@slack/web-api";
import type { Presence } from "../../jobs/messenger.ts";
import { slackFailure } from "../failure.ts";

/** What the app is in a channel, as a look at its messages tells; a member where Slack says nothing else. */
export async function presenceIn(client: WebClient, channel: string): Promise<Presence> {
  try {
    await client.conversations.history({ channel, limit: 1 });
    return "member";
  } catch (error) {
    const { kind } = slackFailure("conversations.history", error);
    if (kind === "missing") return "none";
    // In a public channel the app may post without being in it.
    return kind === "forbidden" ? "guest" : "member";
  }
}
