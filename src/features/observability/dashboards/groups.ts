import { z } from "zod";
import type { Series } from "../tiles/series-choices.ts";

type Groups = Series["groupBy"];

// Not in the specification; some servers have records where it has names.
const Group = z.union([
  z.string(),
  z.looseObject({ valueExpression: z.string() }).transform(({ valueExpression }) => valueExpression),
]);

/** What a series is grouped by, as people write it: between commas; undefined where one of its groups is not known here. */
export function groupsInForm(groupBy: Groups): string | undefined {
  if (typeof groupBy === "string") return groupBy;
  return z
    .array(Group)
    .safeParse(groupBy ?? [])
    .data?.join(", ");
}

/** Groups by their names in the form that the server had them in; those that it had stay as they were. */
export function regrouped(before: Groups, names: readonly string[]): Groups {
  // Some servers have a text there, and would not read a list.
  if (typeof before === "string") return names.join(", ");
  const had = new Map((before ?? []).map((group) => [Group.safeParse(group).data, group]));
  const isOfRecords = (before ?? []).some((group) => typeof group !== "string");
  return names.map((name) => had.get(name) ?? (isOfRecords ? { valueExpression: name } : name));
}
