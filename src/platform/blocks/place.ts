/** Where something is told, in mrkdwn: "in #databases". */
export function placeInMrkdwn({ channelId }: { channelId: string }): string {
  // Slack knows no mention of direct messages.
  return channelId.startsWith("D") ? "in direct messages with me" : `in <#${channelId}>`;
}
