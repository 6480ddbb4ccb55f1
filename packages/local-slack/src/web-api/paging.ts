import { z } from "zod";
import type { JsonObject } from "../json.ts";
import { SlackRefusal } from "../refusal.ts";
import { Count } from "./arguments.ts";

/** The arguments of paged methods. */
export const Paging = { cursor: z.string().optional(), limit: Count.max(1000).optional() };

/** One page of a list, and the metadata of the next. */
export function page<Item>(
  items: readonly Item[],
  { cursor, limit }: { cursor?: string; limit?: number },
): { items: Item[]; rest: JsonObject } {
  const start = cursor ? positionIn(cursor) : 0;
  const end = start + (limit || 100);
  const next = end < items.length ? Buffer.from(`next:${end}`).toString("base64") : "";
  return { items: items.slice(start, end), rest: { response_metadata: { next_cursor: next } } };
}

function positionIn(cursor: string): number {
  const [, digits] = /^next:(\d+)$/u.exec(Buffer.from(cursor, "base64").toString()) ?? [];
  if (!digits) throw new SlackRefusal("invalid_cursor");
  return Number(digits);
}
