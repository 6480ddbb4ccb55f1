import type { Button } from "@slack/types";
import { pageButton } from "../../platform/blocks/command-button.ts";
import { limits } from "../../platform/blocks/limits.ts";
import * as texts from "./texts.ts";

/** A page of a list: the number of its first item, from 1, how many it shows, and how many there are. */
interface Page {
  first: number;
  shown: number;
  total: number;
  /** How many items a page has at most. */
  size: number;
}

/** As in "; showing 11 to 20". Empty if the page shows everything. */
export function whichShown({ first, shown, total }: Omit<Page, "size">): string {
  return shown < total ? texts.showing(first, first + shown - 1) : "";
}

/** Buttons to the pages before and after, if there are any. `commandFrom` has the command that begins at an item. */
export function pageButtons(
  { first, shown, total, size }: Page,
  commandFrom: (first: number) => string,
  [before, after]: readonly [before: string, after: string] = [
    texts.pageLabels.before,
    texts.pageLabels.after,
  ],
): Button[] {
  const next = first + shown;
  return [
    ...(first > 1 ? [pageButton(before, commandFrom(Math.max(1, first - size)))] : []),
    ...(next <= total ? [pageButton(after, commandFrom(next))] : []),
  ];
}

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
