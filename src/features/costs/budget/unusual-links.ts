import { z } from "zod";
import type { CostsContext } from "../context.ts";
import { JsonText } from "../../../lib/json.ts";
import type { Day } from "../../../lib/day.ts";
import type { UnusualScope } from "../anomalies/unusual-days.ts";
import type { UnusualLinks } from "./unusual-post.ts";

/** What the button on an unusual day's post carries: which day of what. The channel is the one it is pressed in. */
export const UnusualRef = JsonText.pipe(
  z.object({ connection: z.string(), serviceId: z.string().optional(), day: z.iso.date() }),
);

/** What leads from an unusual day's post to more. */
export async function linksOf(
  { connection, serviceId }: UnusualScope,
  day: Day,
  { consoleOf }: Pick<CostsContext, "consoleOf">,
): Promise<UnusualLinks> {
  const links = await consoleOf(connection);
  return { value: JSON.stringify({ connection, serviceId, day }), console: links.day(day) };
}
