import type { App } from "@slack/bolt";
import type { z } from "zod";
import { EndingBody, workspaceIdOfAny } from "../../../platform/slack/bodies.ts";

/** What Slack told of the end of an installation. */
export interface Ending {
  workspaceId: string;
  /** When it ended, by Slack's clock. */
  endedAt: Date;
  /** True where Slack says so of the whole installation, and not of tokens or of one of its workspaces. */
  isWhole: boolean;
}

/**
 * Hears that the app was taken out of workspaces. Such an event is acknowledged once it is accepted durably, which Bolt
 * does before any listener: so it is taken on its way to Bolt, and Slack tells of it again where that fails.
 */
export function hearOfEndings(bolt: App, accept: (ending: Ending) => Promise<void>): void {
  const processEvent = bolt.processEvent.bind(bolt);
  bolt.processEvent = async (event) => {
    // Commands, which are most of what comes, are not looked at closer.
    const body = event.body["type"] === "event_callback" ? EndingBody.safeParse(event.body).data : undefined;
    if (!body) return processEvent(event);
    for (const ending of endingsIn(body)) await accept(ending);
    await event.ack();
  };
}

function endingsIn(body: z.output<typeof EndingBody>): Ending[] {
  const { event } = body;
  const endedAt = new Date(body.event_time * 1_000);
  if (event.type === "team_access_revoked") {
    return event.team_ids.map((workspaceId) => ({ workspaceId, endedAt, isWhole: false }));
  }
  // Tokens of people are revoked as well, and we have none.
  const isOurs = event.type === "app_uninstalled" || (event.tokens.bot?.length ?? 0) > 0;
  const workspaceId = workspaceIdOfAny(body);
  if (!isOurs || workspaceId === undefined) return [];
  return [{ workspaceId, endedAt, isWhole: event.type === "app_uninstalled" }];
}
