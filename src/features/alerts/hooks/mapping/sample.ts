import type { RoutedEvent } from "../../routing/route.ts";
import { AppError } from "../../../../lib/errors.ts";
import { localDay, localTime } from "../../../../lib/local-time.ts";
import { timeOfDay } from "../../../../lib/time-of-day.ts";
import { comparedIn, zoneIn } from "../rules/read.ts";
import { type RuleParts, partsOfRule } from "../rules/parts.ts";
import { ruleWords } from "../rules/words.ts";

/** An event to try rules on, and the time to try them at. */
export interface Sample {
  event: RoutedEvent;
  at: Date;
}

/** Reads a sample in the words of rules, as in `title "payments" severity critical at 23:30 Europe/Berlin`. Fails as user, with an example. */
export function readSample(words: string, ownZone: string, now: Date): Sample {
  const parts = partsOfRule(ruleWords(words));
  const other = [...parts.keys()].find((part) => !sampleParts.has(part));
  if (other !== undefined) {
    throw new AppError(
      "user",
      `A sample has a title, a group, a severity and a time, and no \`${other}\`. ${example}`,
    );
  }
  const { title = "A sample", group, severity } = comparedIn(parts);
  const event = { key: "sample", title, ...(group && { group }), ...(severity && { severity }) };
  return { event, at: timeIn(parts, ownZone, now) };
}

const sampleParts: ReadonlySet<string> = new Set(["title", "group", "severity", "at"]);
const example = 'For example: `/db hook test checkout title "payments" severity critical at 23:30`.';

/** Today, by the clock of its zone. */
function timeIn(parts: RuleParts, ownZone: string, now: Date): Date {
  const said = parts.get("at")?.map(({ text }) => text);
  if (said === undefined) return now;
  const [first = "", ...zoneWords] = said;
  const at = timeOfDay(first);
  if (at === undefined) throw new AppError("user", `“${first}” is no time of day. ${example}`);
  const zone = zoneWords.length === 0 ? ownZone : zoneIn(zoneWords.join(" "));
  return localTime(localDay(now, zone), at, zone);
}
