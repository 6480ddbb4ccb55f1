import { z } from "zod";
import type { Asker } from "../../platform/access/asker.ts";
import type { Reply } from "../../platform/blocks/reply.ts";
import { page } from "../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../platform/commands/arguments/kind.ts";
import { call } from "../../platform/commands/call.ts";
import type { Found } from "../../platform/commands/found.ts";
import {
  OpenAlerts,
  type Taken,
  type WantedList,
  from as fromAlert,
  listOpen,
  narrowings,
} from "../alerts/index.ts";
import type { ObservabilityContext } from "./context.ts";
import { findTarget, target, waysToTargets, wordOfTarget } from "./target.ts";

const unacknowledged = String.raw`un-?ack(?:ed|nowledged)?`;

/** Narrows the list, in front of a service or behind it. */
const onlyKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [
        new RegExp(
          String.raw`\b(?:${unacknowledged}|not (?:yet )?ack(?:ed|nowledged)|no ?(?:one|body)(?:'?s| has| have| is)?(?: yet)? (?:picked|taken|took|acked|acknowledged|claimed|touched|answered|looked|looking|handling|on (?:it|them))(?: (?:it|them))?(?: up| at| care of)?|(?:has|have)(?:n't|nt| not) any ?(?:one|body)(?: yet)? (?:picked|taken|acked|acknowledged|claimed|touched|looked)(?: up| at)?|no ?(?:one|body) has|un(?:claimed|taken|handled|attended))\b`,
          "i",
        ),
        "unacknowledged",
      ],
      [
        /\b(?:(?<!\b(?:who|i|we|not|who has|who's|i have|i've) )(?:acked|acknowledged)|some ?(?:one|body)(?:'s| has| is| already)* (?:acked|acknowledged|picked|taken|took|claimed|handling|on (?:it|them)))\b/i,
        "acknowledged",
      ],
      [/\b(?:mine|my|(?:(?:assigned|waiting|escalated) )?(?:to|for) me|still on me|i own)\b/i, "mine"],
    ],
  },
  take(words) {
    const found = new RegExp(String.raw`(?:^|\s)(?:(mine|acknowledged)|${unacknowledged})(?=\s|$)`, "i").exec(
      words,
    );
    const [whole, word = "unacknowledged"] = found ?? [];
    return whole === undefined ? undefined : { value: word.toLowerCase(), rest: words.replace(whole, " ") };
  },
  write: String,
};
const only = argument(onlyKind, z.enum(narrowings)).describe(
  "Those that concern the asker, that no one has, or that someone acknowledged",
);

/** `/db alerts`, or `/db alerts orders prod mine page 2`. Older buttons have the number of the first one. */
export const open = call({
  name: "alerts_open",
  title: "Open alerts",
  summary:
    "Lists open alerts, critical first: all, of a service, yours, or those that no one or someone has.",
  effect: "read",
  isTool: true,
  line: [
    "alerts {service} {only} page {page}",
    "alerts {from}",
    "alerts open {from} {service} {only} page {page}",
  ],
  args: z.object({
    service: target.optional(),
    only: only.optional(),
    page: page.optional(),
    from: fromAlert.optional(),
  }),
  result: OpenAlerts,
  asks: {
    means: [
      "alert",
      "open alert",
      "alert {service}",
      "alert {only}",
      "open {only}",
      "open {service}",
      "open alert {service}",
    ],
    around: "open list time late amount ranking service acknowledge",
    says: ["Open alerts", " of {service}", ", {only}"],
  },
  run: (wanted, context: ObservabilityContext, asker) => openAlerts(wanted, asker, context),
});

/** Lists open alerts. `taken` are those that the person just acknowledged. */
export async function openAlerts(
  { service: typed, ...wanted }: WantedList,
  { userId }: Pick<Asker, "userId">,
  context: ObservabilityContext,
  taken?: Taken,
): Promise<Found<Reply>> {
  const of = typed === undefined ? undefined : await findTarget(typed, context);
  const reading = { userId, serviceName: of?.name, end: waysToTargets(context, of), taken };
  return listOpen({ ...wanted, service: of && wordOfTarget(of) }, reading, context);
}
