import type { SectionBlock } from "@slack/types";
import { fields } from "../../blocks/text.ts";
import type { Incident } from "../../store/alerts/incident.ts";
import { at } from "./at.ts";
import { fromElsewhere, unquoted } from "./from-elsewhere.ts";

type Fact = readonly [name: string, value: string];

/** What is known of an incident at a glance: what it is about, how bad, since when and how often. */
export function factsBlock(incident: Incident): SectionBlock {
  const { latest, severity, openedAtMs, resolved, lastSeenAtMs } = incident;
  return fields([
    ...told("Group", latest.group, 150),
    ...told("Value", latest.value, 60),
    ...told("Threshold", latest.threshold, 60),
    ...told("Severity", severity, 20),
    ["Since", at(openedAtMs)],
    // A test is over at once, which says nothing.
    ...(resolved && !latest.isTest ? [["Until", at(resolved.atMs)] as const] : []),
    ["Seen", timesInWords(incident)],
    ["Last seen", at(lastSeenAtMs)],
  ]);
}

/** How often something was seen, as in "once" and "1,200 times". */
export function timesInWords({ times }: Pick<Incident, "times">): string {
  return times === 1 ? "once" : `${times.toLocaleString("en-US")} times`;
}

function told(name: string, value: string | undefined, maxLength: number): Fact[] {
  const shown = fromElsewhere(value ?? "", maxLength);
  return shown === "" ? [] : [[name, unquoted(shown)]];
}
