/** As far as Slack's clock and ours may be apart, in milliseconds; further apart, what Slack sends is refused as well. */
export const slackClockSkewMs = 5 * 60_000;
