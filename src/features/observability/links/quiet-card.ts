import type { Button } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { NamedTarget } from "../target.ts";
import type { LinkedThing } from "./unfurl.ts";
import {
  alertLines,
  alertsButton,
  createAlertButton,
  showAlertButton,
  showDashboardButton,
} from "./cards.ts";
import { type Alert, alertSavedSearchId } from "../../../platform/cloud/observability/alert.ts";
import type { ObservabilityContext } from "../context.ts";
import { worstFirst } from "../alert-rules/state.ts";
import { type SharedReads, foundIn } from "./read-shared.ts";
import { isSendableId } from "../readable.ts";

/**
 * The card for where people may see it who may not know how things stand: it says what the link is, and its buttons
 * tell their presser alone. Undefined where nobody can say without asking of which service it is.
 */
export function quietCard({ kind, id, targets }: LinkedThing): Reply | undefined {
  const [target, another] = targets;
  if (!target || another) return undefined;
  const { what, why, buttons } = quietly[kind](id, target);
  const text = `${what} of *${escapeName(target.name)}*. Press ${buttons[0].text.text} to see ${why}.`;
  return reply(text, [section(text), actions(buttons)]);
}

type Quietly = (
  id: string,
  target: NamedTarget,
) => { what: string; why: string; buttons: readonly [Button, Button] };

const quietly: Record<LinkedThing["kind"], Quietly> = {
  dashboard: (id, target) => ({
    what: "A dashboard",
    why: "it",
    buttons: [showDashboardButton(id, target), alertsButton(target)],
  }),
  alert: (id, target) => ({
    what: "An alert",
    why: "how it stands",
    buttons: [showAlertButton(id, target), alertsButton(target)],
  }),
  search: (_id, target) => ({
    what: "A saved search",
    why: "the alerts there",
    buttons: [alertsButton(target), createAlertButton(target)],
  }),
};

/**
 * The card of a saved search: the alerts that watch it, for the API tells nothing of searches themselves, nor whether there
 * is such a one. Undefined where it may be of several places and no alert says of which.
 */
export async function searchCard(
  thing: LinkedThing,
  reads: SharedReads,
  { now }: Pick<ObservabilityContext, "now">,
): Promise<Reply | undefined> {
  const there = await foundIn(thing, async (target) => {
    const listed = await reads.alerts(target);
    const readable = listed?.readable.filter((alert) => alertSavedSearchId(alert) === thing.id) ?? [];
    const alerts = listed && { ...listed, readable };
    return thing.targets.length === 1 || readable.length > 0 ? { alerts } : undefined;
  });
  if (!there) return undefined;
  const { target, found } = there;
  const watching = found.alerts ? alertLines(found.alerts, ["watches it", "watch it"], now()) : [];
  const text = [`*Saved search* of ${escapeName(target.name)}`, ...watching].join("\n");
  return reply(text, [
    section(text),
    actions([firstButton(found.alerts?.readable ?? [], target, now()), alertsButton(target)]),
  ]);
}

/** The worst alert whose id a button can carry; an alert is offered where there is none. */
function firstButton(alerts: readonly Alert[], target: NamedTarget, now: Date): Button {
  const worst = worstFirst(alerts, now).find(({ id }) => isSendableId(id));
  return worst ? showAlertButton(worst.id, target, "Show alert") : createAlertButton(target);
}
