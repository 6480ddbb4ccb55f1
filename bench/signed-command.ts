import { signedHeaders } from "../test/support/signed-request.ts";

/** A request as Slack sends it. */
export interface SlackRequest {
  headers: Record<string, string>;
  body: string;
}

/** The workspace that all requests come from. */
export const benchWorkspaceId = "T0BENCH";

/** `/db` with a text, signed now. Slack's signatures are valid for 5 minutes. */
export function signedCommand(
  signingSecret: string,
  {
    text,
    userId = "U0BENCH",
    triggerId = "1.2.bench",
    responseUrl = "http://127.0.0.1:9/commands/bench",
  }: { text: string; userId?: string; triggerId?: string; responseUrl?: string },
): SlackRequest {
  const body = new URLSearchParams({
    command: "/db",
    text,
    team_id: benchWorkspaceId,
    team_domain: "bench",
    channel_id: "C0BENCH",
    channel_name: "bench",
    user_id: userId,
    user_name: "bench",
    trigger_id: triggerId,
    response_url: responseUrl,
    api_app_id: "A0BENCH",
    is_enterprise_install: "false",
  }).toString();
  return { body, headers: signedHeaders(signingSecret, body) };
}
