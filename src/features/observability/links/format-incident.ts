import { at, type Incident } from "../../alerts/index.ts";
import { link } from "../../../platform/blocks/link.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import type { AlertIncident } from "../alert-rules/incidents-of.ts";

/** An alert's last incident here in a line of mrkdwn, with the way to its message. */
export function incidentInWords(latest: AlertIncident | undefined): string {
  if (!latest) return "No incident of it is known here in the last 30 days.";
  const { incident, messageUrl } = latest;
  const way = messageUrl === undefined ? "" : ` (${link(messageUrl, "its message")})`;
  return `${standing(incident)}${way}.`;
}

function standing({ state, openedAtMs, resolved, channelId }: Incident): string {
  const [where, since] = [placeInMrkdwn({ channelId }), at(openedAtMs)];
  if (state !== "resolved") return `Open ${where} since ${since}, ${taken[state]}`;
  return `Last open ${where} from ${since}${resolved ? ` to ${at(resolved.atMs)}` : ""}`;
}

const taken = { firing: "nobody has it yet", acknowledged: "acknowledged", snoozed: "snoozed" };
