import type { Severity } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import { statusOf } from "./status.ts";

const ofFiring: Record<Severity, string> = {
  critical: "#a30d2d",
  error: "#e01e5a",
  warning: "#e8912d",
  info: "#36a5d9",
};
const colors = { acknowledged: "#d9b310", snoozed: "#8d7fb5", resolved: "#2eb67d", aside: "#868686" };

/** The color of the line beside an incident: by its state, and while it is firing by how bad it is. */
export function colorOf(incident: Incident): string {
  const { state, severity = "error" } = incident;
  const status = statusOf(incident);
  if (status === "test" || status === "unreadable" || status === "presumed over") return colors.aside;
  return state === "firing" ? ofFiring[severity] : colors[state];
}
