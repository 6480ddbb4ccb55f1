import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { CostsContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { plural } from "../../../lib/text.ts";
import { DigestOrder } from "./schedule.ts";
import { againButton, scheduleInWords } from "./parts.ts";

/** Stops a digest by its number in the list, or by its id as its button does; tells how to have it again. */
export async function stopDigest(which: string, { schedules }: CostsContext): Promise<Reply> {
  const digests = await schedules.list(DigestOrder);
  const digest = find(which.replace(/^#/, ""), digests);
  await schedules.remove(digest.id);
  const text = `Stopped; this is not posted any more: ${scheduleInWords(digest)}`;
  return reply(text, [section(text), actions([againButton(digest)])]);
}

function find(which: string, digests: readonly DigestOrder[]): DigestOrder {
  const isNumber = /^\d{1,4}$/.test(which);
  const found = isNumber ? digests[Number(which) - 1] : digests.find(({ id }) => id === which);
  if (found) return found;
  if (digests.length === 0)
    throw new AppError("missing", "No digests of costs are scheduled, so there is none to stop.");
  const there = `There ${digests.length === 1 ? "is" : "are"} ${plural(digests.length, "digest")}: \`/db costs schedule list\` shows the numbers.`;
  if (which === "")
    throw new AppError("user", `Say which one to stop, as in \`/db costs schedule stop 1\`. ${there}`);
  if (isNumber) throw new AppError("missing", `There is no digest number ${which}. ${there}`);
  throw new AppError("missing", `This digest is stopped already, or was never there. ${there}`);
}
