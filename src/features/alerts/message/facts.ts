import type { SectionBlock } from "@slack/types";
import { fields } from "../../../platform/blocks/text.ts";
import type { Incident } from "../incident/record.ts";
import { at } from "./at.ts";
import { fromElsewhere, unquoted } from "./from-elsewhere.ts";

type Fact = readonly [name: string, value: string];

/** What is known of an incident at a glance: what it is about, how bad, since when and how often. */
export function factsBlock(incident: Incident): SectionBlock {
  const { latest, severity, lastSeenAtMs } = incident;
  return fields([
    ...told("Group", latest.group, 150),
    ...told("Value", latest.value, 60),
    ...told("Threshold", latest.threshold, 60),
    ...told("Severity", severity, 20),
    ...(latest.isTest ? ([["Received", at(lastSeenAtMs)]] satisfies Fact[]) : lifeOf(incident)),
  ]);
}

/** A test has none: it is over at once. */
function lifeOf(incident: Incident): Fact[] {
  const { openedAtMs, state, resolved, lastSeenAtMs } = incident;
  const isOver = state === "resolved" && resolved !== undefined;
  return [
    ["Since", at(openedAtMs)],
    ...(isOver ? ([["Until", at(resolved.atMs)]] satisfies Fact[]) : []),
    ["Seen", timesInWords(incident)],
    ...(isOver ? [] : ([["Last seen", at(lastSeenAtMs)]] satisfies Fact[])),
  ];
}

/** How often something was seen, as in "once" and "1,200 times". */
export function timesInWords({ times }: Pick<Incident, "times">): string {
  return times === 1 ? "once" : `${times.toLocaleString("en-US")} times`;
}

function told(name: string, value: string | undefined, maxLength: number): Fact[] {
  const shown = fromElsewhere(value ?? "", maxLength);
  return shown === "" ? [] : [[name, unquoted(shown)]];
}
