import { escapeName } from "../../../platform/blocks/escape.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { plural } from "../../../lib/text.ts";
import type { Survey } from "../../../lib/unreadable.ts";
import { stateOf, worstFirst } from "../alert-rules/state.ts";

const mostAlerts = 3;

/** The alerts of a dashboard or a search with how they stand, the worst few first: "2 alerts stand on it:" and a line each. */
export function alertLines(
  { readable: alerts, unreadable }: Survey<Alert>,
  what: [one: string, many: string],
  now: Date,
): string[] {
  const unread = unreadable.length === 0 ? [] : [`${plural(unreadable.length, "alert")} could not be read.`];
  if (alerts.length === 0) return unread.length > 0 ? unread : [`No alert ${what[0]}.`];
  const shown = worstFirst(alerts, now).slice(0, mostAlerts);
  const more = alerts.length - shown.length;
  return [
    `${plural(alerts.length, "alert")} ${alerts.length === 1 ? what[0] : what[1]}:`,
    ...shown.map((alert) => alertLine(alert, now)),
    ...(more > 0 ? [`and ${plural(more, "more alert")}`] : []),
    ...unread,
  ];
}

function alertLine(alert: Alert, now: Date): string {
  const { emoji, words } = stateOf(alert, now);
  return `${emoji} ${escapeName(words)}: ${escapeName(alert.name || alert.id)}`;
}
