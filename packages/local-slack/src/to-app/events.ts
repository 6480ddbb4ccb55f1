import { newId } from "../ids.ts";
import type { JsonObject } from "../json.ts";
import type { Slack } from "../slack.ts";
import { nextTimeStamp, nowInSeconds } from "../time-stamps.ts";

/** Sends an event to the app if its manifest subscribes to it. `subscription` differs from the type for messages. */
export function sendEvent(
  slack: Slack,
  event: JsonObject & { type: string },
  subscription = event.type,
): void {
  const { installation, manifest } = slack.workspace;
  if (installation && manifest.events.includes(subscription)) sendEventAnyway(slack, event);
}

/** Sends an event that no app has to subscribe to. */
export function sendEventAnyway({ workspace, link }: Slack, event: JsonObject & { type: string }): void {
  const { team, enterprise, app, credentials, installation, channels } = workspace;
  const isEnterprise = installation?.isEnterprise ?? false;
  const payload = {
    token: credentials.verificationToken,
    team_id: team.id,
    ...(enterprise && { enterprise_id: enterprise.id }),
    api_app_id: app.id,
    event: { ...event, event_ts: event.event_ts ?? nextTimeStamp(workspace) },
    type: "event_callback",
    event_id: newId("Ev"),
    event_time: nowInSeconds(workspace),
    authorizations: [
      {
        enterprise_id: enterprise?.id ?? null,
        team_id: isEnterprise ? null : team.id,
        user_id: app.botUserId,
        is_bot: true,
        is_enterprise_install: isEnterprise,
      },
    ],
    is_ext_shared_channel: channels.get(String(event.channel))?.isShared ?? false,
  };
  link.sendEvent({ type: "events_api", name: event.type, payload });
}
