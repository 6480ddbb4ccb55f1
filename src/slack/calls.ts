import type { WebClient } from "@slack/web-api";
import { z } from "zod";

const Posted = z.object({ channel: z.string().optional(), ts: z.string().optional() });

/** chat.postMessage, which Slack is asked for most; answers where it stands. */
export async function postMessage(client: WebClient, args: Record<string, unknown>) {
  return Posted.parse(await client.apiCall("chat.postMessage", written(args)));
}

/** chat.update. */
export async function updateMessage(client: WebClient, args: Record<string, unknown>): Promise<void> {
  await client.apiCall("chat.update", written(args));
}

/**
 * Arguments with their objects as the JSON that they are sent as. The client reads through all that is not text three
 * times for a log of its own, which takes longer than anything else it does.
 */
function written(args: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(args);
  return Object.fromEntries(
    entries.map(([name, value]) => [name, typeof value === "object" ? JSON.stringify(value) : value]),
  );
}
