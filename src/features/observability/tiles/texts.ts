import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

// What a tile shows.

/** A value that is in a form that is not known here. */
export const unknownValue = "a value in a format I don't know";

/** Counts the series that are left out. */
export function moreSeries(count: number): string {
  return `and ${plural(count, "more series", "more series")}`;
}

/** An alert rule on a tile, with its state in front. */
export function ruleOnTile(emoji: string, state: string, name: string): string {
  return `${emoji} ${escapeName(state)}: ${escapeName(name, 80) || "unnamed alert rule"}`;
}

/** Counts the alert rules that are left out. */
export function moreRules(count: number): string {
  return `And ${plural(count, "more alert rule")}.`;
}

export const menu = { change: "Change tile…", alert: "Create alert rule…", remove: "Remove tile…" };

// The forms of tiles.

export const formTitles = { add: "Add a tile", change: "Change a tile", remove: "Remove a tile" };

/** The text above the form of a new tile. */
export function adds(dashboard: string): string {
  return `A new tile on ${dashboard}. It goes below the others unless you move it.`;
}

export const newerServer =
  "This server's tiles have a newer format than the API's documentation. I send the new tile in the documented one. Check it in the console afterwards.";

export const newerTile =
  "This tile has a newer format that only the server's console can change. Here you can change its name, position and size. The rest stays.";

export const noSeries =
  "This tile has no series to change here. You can change its name, position and size. The rest stays.";

/** Series that were changed but do not show at the moment. */
export function alsoChanged(series: string): string {
  return `You also changed series ${series}. Saving saves that too.`;
}

/** Series that saving removes. */
export function removesSeries(series: string): string {
  return `Saving removes series ${series}.`;
}

/** What removing a tile does; both are mrkdwn. */
export function removes(tile: string, dashboard: string): string {
  return `Removes ${tile} from ${dashboard}.`;
}

/** A filter without a field. */
export function freeText(where: string): string {
  return `The filter ${code(where)} names no field, so the server looks for it in all text. With a field, write ${code("field:value")}.`;
}

/** The tiles that are in the same place. */
export function overlaps(names: string): string {
  return `Here it overlaps ${names}.`;
}

export const problems = {
  name: "Enter a name, such as Errors by host.",
  unchanged: "Change something first. This is how the tile is now.",
  wholeNumber: "Enter a whole number, 1 or more.",
  noSeries: "A tile needs at least one series. Leave one, or add another.",
  quote: "A quote is opened but not closed. Add one at the end.",
  parentheses: "A parenthesis is missing.",
  noField: "Put a field before the colon, such as level:error.",
  noValue: "Put a value right after the colon, such as level:error.",
};

/** The name of a tile was emptied. */
export function nameOrLeave(name: string): string {
  return `Enter a name, or leave “${name}”.`;
}

/** A ratio of more or fewer than two series. */
export function ratioNeedsTwo(count: number): string {
  return `A ratio needs two series, but this tile would have ${count}.`;
}

/** A tile that ends beyond the grid. */
export function tooFarRight(columns: number, end: number): string {
  return `The grid has ${columns} columns, but this tile would end in column ${end}.`;
}

/** A mistake in the filter of a series that does not show at the moment. */
export function filterOfSeries(number: number, problem: string): string {
  return `I can't read the filter of series ${number}. ${problem}`;
}
