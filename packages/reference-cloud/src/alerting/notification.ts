import { createHash } from "node:crypto";
import { type Variables, withEntities } from "./template.ts";
import { type Occasion, linkTo } from "./link.ts";
import { comparison, timeRange } from "./words.ts";
import { minuteMs } from "../duration.ts";

/** The values of a template's variables for it. Older senders have fewer. */
export function variablesOf(occasion: Occasion, webhookId: string, version: "newer" | "older"): Variables {
  const { alert, state, startMs, endMs } = occasion;
  const known = {
    title: titleOf(occasion),
    body: bodyOf(occasion),
    link: linkTo(occasion),
    state,
    eventId: eventIdOf(alert.id, webhookId, occasion.group),
    startTime: startMs,
    endTime: endMs,
  };
  return version === "older" ? known : { ...known, ...newerVariables(occasion) };
}

/** The same in every window and state, without a time. */
function eventIdOf(alertId: string, webhookId: string, group: string): string {
  return createHash("sha1").update([alertId, "webhook", webhookId, group].join(":")).digest("hex");
}

/** The same for each retry of a window's post, and new in each window and state. */
export function idempotencyKeyOf({ eventId, startTime, endTime, state }: Variables): string {
  return createHash("sha256").update([eventId, startTime, endTime, state].join(":")).digest("hex");
}

/** The notification of "send test". */
export function testVariables(name: string, atMs: number): Variables {
  return {
    title: `Test Webhook from ${name}`,
    body: "This is a test message: alerts will look like this.",
    link: "https://observe.example.com",
    state: "INSUFFICIENT_DATA",
    eventId: "test-event-id",
    startTime: atMs - minuteMs,
    endTime: atMs,
  };
}

function titleOf(occasion: Occasion): string {
  const { alert, target, state, value } = occasion;
  const sign = state === "ALERT" ? "🚨" : "✅";
  const name = withEntities(alert.name);
  if (alert.source === "saved_search") return `${sign} Alert for "${name}" - ${value} lines found`;
  const dashboard = target.dashboards.get(alert.dashboardId ?? "")?.name ?? "a dashboard";
  return `${sign} Alert for "${name}" in "${withEntities(dashboard)}" - ${comparison(occasion)}`;
}

function bodyOf(occasion: Occasion): string {
  const { alert, group, state } = occasion;
  const range = `Time Range (UTC): ${timeRange(occasion)}\n`;
  const ofGroup = group === "" ? "" : `Group: "${group}"`;
  const said = alert.message === "" ? "" : `\n${alert.message}`;
  if (state === "OK") return `${ofGroup && `${ofGroup}\n`}The alert has been resolved.\n${range}${said}`;
  return alert.source === "saved_search"
    ? `${ofGroup}\n${linesFound(occasion)}\n${range}${said}\n\`\`\`\n${linesOf(occasion)}\n\`\`\`\n`
    : `${ofGroup && `${ofGroup}\n`}${comparison(occasion)}\n${range}${said}`;
}

function linesFound({ alert, value }: Occasion): string {
  return `${value} lines found, which meets or exceeds the threshold of ${alert.threshold} lines`;
}

// Senders cut quotes at about this length.
const longestQuote = 2500;

function linesOf({ alert, endMs }: Occasion): string {
  const usual = `"${new Date(endMs).toISOString()}","checkout","error","gateway timeout order=8841"`;
  return (alert.lines?.join("\n") ?? usual).slice(0, longestQuote);
}

function newerVariables({ alert, target, group, value, state, startMs, endMs }: Occasion): Variables {
  return {
    alertId: alert.id,
    status: state === "ALERT" ? "firing" : "resolved",
    alertType: alert.source,
    comparator: alert.thresholdType,
    threshold: alert.threshold,
    thresholdMax: alert.thresholdMax,
    value,
    groupKey: group,
    teamId: target.teamId,
    note: alert.note,
    startTimeISO: new Date(startMs).toISOString(),
    endTimeISO: new Date(endMs).toISOString(),
  };
}
