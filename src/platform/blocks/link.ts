import { escapeMrkdwn } from "./escape.ts";

/** A link in mrkdwn to one of our addresses. The text may come from elsewhere. */
export function link(address: string, text: string): string {
  return `<${encodeTokens(address)}|${escapeMrkdwn(text).replaceAll("|", "ǀ")}>`;
}

// A bar or an angle bracket would end the address.
const tokens: Record<string, string> = { "&": "&amp;", "<": "%3C", ">": "%3E", "|": "%7C" };

function encodeTokens(address: string): string {
  return address.replace(/[&<>|]/g, (token) => tokens[token] ?? token);
}

/**
 * The permanent address of a message in Slack. With the workspace's own address, it opens in every client. Without it,
 * Slack's page may ask for the workspace first.
 */
export function messageLink(
  { channelId, ts }: { channelId: string; ts: string },
  workspaceUrl = "https://slack.com",
): string {
  const home = workspaceUrl.replace(/\/$/, "");
  return `${home}/archives/${encodeURIComponent(channelId)}/p${ts.replace(".", "")}`;
}

/** A channel in a sentence of mrkdwn: "in #databases". */
export function formatChannel({ channelId }: { channelId: string }): string {
  // Slack has no mention for direct messages.
  return channelId.startsWith("D") ? "in direct messages with me" : `in <#${channelId}>`;
}
