import { z } from "zod";
import { visibleChannel } from "../channels.ts";
import { publicMessage } from "../messages.ts";
import { SlackRefusal } from "../refusal.ts";
import { hasStopButton, setSession, stopEvent } from "../sessions.ts";
import { sessionStatuses } from "../workspace.ts";
import { method } from "./method.ts";

// https://docs.slack.dev/reference/methods/agents.sessions.setStatus. Its errors for apps that aren't agents and for
// replies are not documented.

/** agents.sessions.setStatus: shows whether an agent works in a thread. */
export const setSessionStatus = method({
  scopes: ["chat:write"],
  args: z.object({
    channel_id: z.string(),
    thread_ts: z.string(),
    status: z.enum(sessionStatuses),
    title: z.string().max(200).optional(),
    initiator_user_id: z.string().optional(),
  }),
  run({ channel_id, thread_ts, status, title }, { workspace }) {
    if (!workspace.manifest.agent) throw new SlackRefusal("feature_disabled");
    const channel = visibleChannel(workspace, channel_id);
    const { threadTs = thread_ts } = publicMessage(channel, thread_ts);
    if (threadTs !== thread_ts) throw new SlackRefusal("thread_not_found");
    const session = setSession(workspace, channel, { threadTs, status, title });
    return {
      status,
      agent_status: status,
      title: session.title,
      ...(!hasStopButton(workspace) && { warning: `missing_${stopEvent}_event_subscription` }),
    };
  },
});
