import { z } from "zod";
import { fromKind } from "../../platform/commands/arguments/kinds.ts";
import { argument } from "../../platform/commands/arguments/kind.ts";
import { type Page, rangeOf } from "../../platform/commands/paging.ts";
import { limits } from "../../platform/blocks/limits.ts";
import * as texts from "./texts.ts";

/** The number of an item on the page, as older buttons have it. */
export const from = argument({ ...fromKind, isForPeople: true }, z.int().min(1).max(999_999));

/** As in "; showing 11 to 20". Empty if the page shows everything. */
export function whichShown(page: Page<unknown>): string {
  const range = rangeOf(page);
  return range ? texts.showing(range.first, range.last) : "";
}

/** The texts of the buttons to other pages. */
export const pageLabels = [texts.pageLabels.before, texts.pageLabels.after] as const;

/** The first options of a select that have at most so many characters together. */
export function optionsThatFit<Option extends { text: string; value: string }>(
  options: readonly Option[],
  mostCharacters: number,
): Option[] {
  let length = 0;
  return options.filter(
    ({ text, value }) =>
      (length += Math.min(text.length, limits.option.text) + value.length) <= mostCharacters,
  );
}
