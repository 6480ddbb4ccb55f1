import type { KnownBlock } from "@slack/types";
import { actions } from "../../platform/blocks/button.ts";
import { commandButton, commandSelect } from "../../platform/blocks/command-button.ts";
import { limits } from "../../platform/blocks/limits.ts";
import { visible } from "../../platform/blocks/escape.ts";
import type { ObservabilityContext } from "./context.ts";
import { oneLine } from "../../lib/text.ts";
import { wordOfPlace } from "./choose-target.ts";
import { allPlaces } from "./target.ts";

// Beside a page of open alerts a message has room for so many characters of options.
const mostInSelect = 900;

/** The way from what is open here to what is defined there: a button for the only place, a select of several. */
export async function waysToPlaces(
  context: Pick<ObservabilityContext, "services" | "connections">,
): Promise<KnownBlock[]> {
  const places = await allPlaces(context);
  const options = places.map((place) => ({ text: oneLine(visible(place.name)), value: wordOfPlace(place) }));
  let length = 0;
  const fitting = options.filter(
    ({ text, value }) => (length += Math.min(text.length, limits.option.text) + value.length) <= mostInSelect,
  );
  const [only, ...others] = fitting;
  if (!only) return [];
  if (others.length === 0 && places.length === 1)
    return [actions([commandButton(`Alerts of ${only.text}`, `alerts list ${only.value}`)])];
  const placeholder = "Alerts of a service…";
  return [actions([commandSelect({ placeholder, command: "alerts list", options: fitting })])];
}
