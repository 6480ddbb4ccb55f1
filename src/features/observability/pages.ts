import type { Button } from "@slack/types";
import { z } from "zod";
import { type Asked, pageButton } from "../../platform/blocks/command-button.ts";
import { fromKind } from "../../platform/commands/arguments/first.ts";
import { argument } from "../../platform/commands/arguments/kind.ts";
import { limits } from "../../platform/blocks/limits.ts";
import * as texts from "./texts.ts";

/** The number of the first item that shows. Programs get them all. */
export const from = argument(
  { ...fromKind, isForPeople: true },
  z.int().min(1).max(999_999).describe("The number of the first one that shows"),
);

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

/** Buttons to the pages before and after, if there are any. `askedFrom` has the call that begins at an item. */
export function pageButtons(
  { first, shown, total, size }: Page,
  askedFrom: (first: number) => Asked,
  [before, after]: readonly [before: string, after: string] = [
    texts.pageLabels.before,
    texts.pageLabels.after,
  ],
): Button[] {
  const next = first + shown;
  return [
    ...(first > 1 ? [pageButton(before, askedFrom(Math.max(1, first - size)))] : []),
    ...(next <= total ? [pageButton(after, askedFrom(next))] : []),
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
