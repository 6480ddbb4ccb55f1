import { type Surface, toWire, type WireNames } from "../contract.ts";
import { successBody } from "../answers.ts";

interface Answering {
  surface: Surface;
  requestId: string;
  query: Readonly<Record<string, string>>;
  wireNames: WireNames;
}

/** A result in its surface's envelope, also for a deletion. Cuts lists of the observability API to the requested page. */
export function answerBody(result: unknown, { surface, requestId, query, wireNames }: Answering): object {
  if (surface === "management") return successBody(requestId, toWire(result, wireNames));
  const { items, ...meta } = page(result ?? {}, query);
  return surface === "standalone-observability"
    ? { data: items, ...meta }
    : { ...successBody(requestId, items), ...meta };
}

/** With a requested page, `meta` has the totals. The specification's envelopes have none. */
function page(result: unknown, { limit, offset }: Readonly<Record<string, string>>) {
  if (!Array.isArray(result) || (limit === undefined && offset === undefined)) return { items: result };
  const [from, count] = [wholeNumber(offset) ?? 0, wholeNumber(limit) ?? result.length];
  const meta = { total: result.length, limit: count, offset: from };
  return { items: result.slice(from, from + count), meta };
}

function wholeNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}
