import { createHmac } from "node:crypto";

/** A request as Slack makes it. */
export interface SlackRequest {
  headers: Record<string, string>;
  body: string;
}

/** `/db help`, signed now; Slack's signatures are good for 5 minutes. */
export function signedHelp(signingSecret: string): SlackRequest {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const body = new URLSearchParams({
    command: "/db",
    text: "help",
    team_id: "T0BENCH",
    team_domain: "bench",
    channel_id: "C0BENCH",
    channel_name: "bench",
    user_id: "U0BENCH",
    user_name: "bench",
    trigger_id: "1.2.bench",
    response_url: "http://127.0.0.1:9/commands/bench",
    api_app_id: "A0BENCH",
    is_enterprise_install: "false",
  }).toString();
  const hash = createHmac("sha256", signingSecret).update(`v0:${timestamp}:${body}`).digest("hex");
  return {
    body,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-slack-request-timestamp": timestamp,
      "x-slack-signature": `v0=${hash}`,
    },
  };
}

/** Sends `/db help` once; fails when it is not answered with blocks. */
export async function askForHelp(url: string, signingSecret: string): Promise<void> {
  const response = await fetch(url, { method: "POST", ...signedHelp(signingSecret) });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('"blocks"')) {
    throw new Error(`${url} answered /db help with ${response.status} ${text.slice(0, 200)}`);
  }
}
