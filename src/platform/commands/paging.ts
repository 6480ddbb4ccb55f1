import type { Button } from "@slack/types";
import { type Asked, pageButton } from "../blocks/command-button.ts";
import { allFit } from "../blocks/fit.ts";
import { limits } from "../blocks/limits.ts";
import { type Reply, reply } from "../blocks/reply.ts";

/** Which page of a list is wanted: by its number from 1, or as earlier versions had it, by the number of an item on it. */
export interface WantedPage {
  page?: number | undefined;
  from?: number | undefined;
}

/** A page of a list. */
export interface Page<Item> {
  /** Counted from 1. */
  number: number;
  /** The number of its first item, counted from 1. */
  first: number;
  items: readonly Item[];
  /** How many items all pages have. */
  total: number;
  /** The number of the next page. Undefined on the last one. */
  next: number | undefined;
}

/**
 * The wanted page of a list, or the last one if the number is too high. A page has as many items as `fits` takes, at most
 * `most` and at least one.
 */
export function pageOf<Item>(
  all: readonly Item[],
  { page = 1, from }: WantedPage,
  most: number,
  fits: (page: Page<Item>) => boolean = () => true,
): Page<Item> {
  const total = all.length;
  const starting = (number: number, first: number, count: number): Page<Item> => {
    const items = all.slice(first - 1, first - 1 + count);
    const next = first + items.length <= total ? number + 1 : undefined;
    const made = { number, first, items, total, next };
    return items.length <= 1 || fits(made) ? made : starting(number, first, items.length - 1);
  };
  let found = starting(1, 1, most);
  const isWanted = ({ number, first, items }: Page<Item>) =>
    from === undefined ? number >= page : from < first + items.length;
  while (found.next !== undefined && !isWanted(found))
    found = starting(found.next, found.first + found.items.length, most);
  return found;
}

/** The wanted page as a reply, with as many items as Slack takes. */
export function pageReply<Item>(
  all: readonly Item[],
  wanted: WantedPage,
  most: number,
  draw: (page: Page<Item>) => Pick<Reply, "text" | "blocks">,
): Reply {
  const page = pageOf(all, wanted, most, (each) => {
    const { text, blocks } = draw(each);
    return text.length <= limits.message.text && allFit(blocks);
  });
  const { text, blocks } = draw(page);
  return reply(text, blocks);
}

/** Buttons to the pages before and after, if there are any. `asked` has the call for a page. */
export function pageButtons(
  { number, next }: Pick<Page<unknown>, "number" | "next">,
  asked: (page: number) => Asked,
  [before, after]: readonly [before: string, after: string],
): Button[] {
  return [
    ...(number > 1 ? [pageButton(before, asked(number - 1))] : []),
    ...(next === undefined ? [] : [pageButton(after, asked(next))]),
  ];
}

/** The numbers of a page's first and last item. Undefined if it has all of them. */
export function rangeOf({ first, items, total }: Page<unknown>): { first: number; last: number } | undefined {
  return items.length < total ? { first, last: first + items.length - 1 } : undefined;
}

/** The arguments for the next page, for programs. Undefined on the last one. */
export function nextOf({ next }: Pick<Page<unknown>, "next">): { page: number } | undefined {
  return next === undefined ? undefined : { page: next };
}
