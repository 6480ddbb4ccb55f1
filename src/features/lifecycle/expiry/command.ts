import { z } from "zod";
import { type KnownService, unconnectedReply } from "../../connections/index.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { AppError } from "../../../lib/errors.ts";
import { plainOf } from "../../../platform/blocks/plain.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { type Found, command } from "../../../platform/commands/command.ts";
import { listed } from "../../../platform/commands/entry.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import type { LifecycleContext } from "../context.ts";
import { type ExpiriesData, entries } from "./entries.ts";
import { endsAtOf, readExpiryWords } from "./read-words.ts";
import { stateOf } from "./fact.ts";
import { ExpirySchedule, expiryKind } from "./schedule.ts";
import { moveEnd } from "./set.ts";
import * as texts from "./texts.ts";

/** `/db services expires [service] [7d|never|2026-12-31]`: shows and sets when services end. */
export const expiresCommand = command({
  name: "expires",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.summary,
  usage: "[<service> [7d | never | 2026-12-31]]",
  examples: [
    "/db services expires",
    "/db services expires orders prod 7d",
    "/db services expires orders prod 2026-12-31",
    "/db services expires orders prod never",
  ],
  details: texts.details,
  args: z.string(),
  entries: listed(entries),
  calls: (words) => (readExpiryWords(words).end === undefined ? entries.list : entries.set),
  async run(words, context: LifecycleContext, asker) {
    const first = await unconnectedReply(context);
    if (first) return first;
    const { name, end } = readExpiryWords(words);
    if (end === undefined) return list(name === "" ? undefined : await context.services.find(name), context);
    if (name === "") throw new AppError("user", texts.which);
    const service = await context.services.find(name);
    const zone = (await zoneOf(asker, context)) ?? "UTC";
    const until = endsAtOf(end, context.now(), zone);
    return moveEnd({ service, until }, asker, context);
  },
});

async function list(only: KnownService | undefined, context: LifecycleContext): Promise<Found> {
  const all = await context.schedules.list(ExpirySchedule);
  const shown = all
    .filter(({ service }) => only === undefined || service.serviceId === only.serviceId)
    .toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
  const withOwners = await Promise.all(
    shown.map(async (expiry) => {
      const owner = await context.owners.of(expiry.service.serviceId);
      return { ...expiry, ownerId: owner?.ownerId ?? expiry.setBy };
    }),
  );
  const troubles = await troublesOf(expiryKind, shown, context);
  return {
    data: (): z.input<typeof ExpiriesData> => ({
      services: withOwners.map((expiry) => {
        const { state = "ahead", text } = stateOf(expiry) ?? {};
        const why = state === "untold" || state === "kept" ? text && plainOf(text) : undefined;
        const { service, expiresAt: endsAt, ownerId } = expiry;
        return {
          name: service.name,
          id: service.serviceId,
          endsAt,
          ownerId,
          state,
          why,
          problem: troubles.get(expiry.id)?.why,
        };
      }),
      total: withOwners.length,
    }),
    draw() {
      if (withOwners.length === 0) return say(only ? texts.noEnd(only.name) : texts.noneEnds);
      const lines = withOwners.map((expiry) => {
        const { service, expiresAt, ownerId } = expiry;
        const line = texts.line(service.name, new Date(expiresAt), ownerId, stateOf(expiry)?.text);
        const trouble = troubles.get(expiry.id);
        return trouble ? `${line}\n${trouble.line}` : line;
      });
      return say(lines.join("\n"));
    },
  };
}
