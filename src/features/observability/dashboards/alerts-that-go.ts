import { escapeName } from "../../../platform/blocks/escape.ts";
import { unreadableInWords } from "../../../platform/blocks/unreadable.ts";
import type { Alert } from "../../../platform/cloud/observability/alert.ts";
import { listInWords, plural } from "../../../lib/text.ts";
import type { Unreadable } from "../../../lib/unreadable.ts";

const mostNames = 5;

/** What goes with a tile or a dashboard that is deleted, in mrkdwn; undefined alerts are those of a server that does not list them. */
export function alertsThatGo(
  alerts: readonly Alert[] | undefined,
  unreadable: readonly Unreadable[] = [],
): string {
  const [unread] = unreadableInWords("alert", unreadable);
  const known = knownToGo(alerts);
  if (!unread) return known;
  return `${alerts?.length ? `${known} ` : ""}${unread} What stands on it of those goes with it too.`;
}

function knownToGo(alerts: readonly Alert[] | undefined): string {
  if (!alerts) return "Alerts that stand on it go with it; this server did not say which there are.";
  if (alerts.length === 0) return "No alert stands on it.";
  const names = alerts.slice(0, mostNames).map(({ name }) => `“${escapeName(name ?? "") || "unnamed"}”`);
  const more = alerts.length - names.length;
  const all = listInWords([...names, ...(more > 0 ? [`${more} more`] : [])]);
  const [verb, stand] = alerts.length === 1 ? ["goes", "stands"] : ["go", "stand"];
  return `:warning: *${plural(alerts.length, "alert")}* that ${stand} on it ${verb} with it: ${all}.`;
}
