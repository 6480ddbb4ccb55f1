/** The address of a message in Slack, which leads there from anywhere. */
export function messageLink({ channelId, ts }: { channelId: string; ts: string }): string {
  return `https://slack.com/archives/${encodeURIComponent(channelId)}/p${ts.replace(".", "")}`;
}
