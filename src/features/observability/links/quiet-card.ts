import type { Button } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { NamedPlace } from "../target.ts";
import { alertsButton, createAlertButton, showAlertButton, showDashboardButton } from "./card-buttons.ts";
import type { LinkedThing } from "./shared-links.ts";

/**
 * The card for where people may see it who may not know how things stand: it says what the link is, and its buttons
 * tell their presser alone. Undefined where nobody can say without asking of which service it is.
 */
export function quietCard({ kind, id, places }: LinkedThing): Reply | undefined {
  const [place, another] = places;
  if (!place || another) return undefined;
  const { what, why, buttons } = quietly[kind](id, place);
  const text = `${what} of *${escapeName(place.name)}*. Press ${buttons[0].text.text} to see ${why}.`;
  return reply(text, [section(text), actions(buttons)]);
}

type Quietly = (
  id: string,
  place: NamedPlace,
) => { what: string; why: string; buttons: readonly [Button, Button] };

const quietly: Record<LinkedThing["kind"], Quietly> = {
  dashboard: (id, place) => ({
    what: "A dashboard",
    why: "it",
    buttons: [showDashboardButton(id, place), alertsButton(place)],
  }),
  alert: (id, place) => ({
    what: "An alert",
    why: "how it stands",
    buttons: [showAlertButton(id, place), alertsButton(place)],
  }),
  search: (_id, place) => ({
    what: "A saved search",
    why: "the alerts there",
    buttons: [alertsButton(place), createAlertButton(place)],
  }),
};
