import { type Check, right, wrong } from "../../../platform/commands/check.ts";

// Requests are refused from `slackClockToleranceMs` on. A clock that NTP sets is never this far off, so warn well before.
const warnFromMs = 30_000;

/** Whether our clock shows what Slack's does; Slack's is in whole seconds. */
export function clockCheck(slackTime: Date, now: Date): Check {
  const area = "Clock";
  const skewMs = now.getTime() - slackTime.getTime();
  const seconds = Math.round(Math.abs(skewMs) / 1_000);
  if (Math.abs(skewMs) <= warnFromMs) return right(area, "It shows the same time as Slack's.");
  const how = skewMs > 0 ? "fast" : "slow";
  return wrong(
    area,
    `It is ${seconds} s ${how} against Slack's. From 5 minutes on, Slack's requests are refused. Set the machine's clock by NTP.`,
  );
}
