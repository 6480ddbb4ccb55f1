import { AppError, isAppError } from "../../../lib/errors.ts";
import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { plural } from "../../../lib/text.ts";
import { parseTime } from "../../../lib/time.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { say } from "../../../platform/blocks/reply.ts";
import type { Service } from "../../../platform/cloud/services/service.ts";
import { tellAdmins } from "../../../platform/jobs/tell.ts";
import type { JobDeclaration, WorkerParts } from "../../../platform/jobs/workers.ts";
import type { SeenRuns } from "../../../platform/redis/facts.ts";
import { withoutOurs } from "../adopt/unadded.ts";
import type { ServicesContext } from "../context.ts";

type Gap = NonNullable<SeenRuns["gap"]>;

/** How far before the last look a lost write may be: the look's own write may be lost too, and clouds have other clocks. */
const marginMs = 5 * minuteMs;
/** After its restart, what Redis still knows is finished, or at least known, within this time. */
const afterMs = 2 * minuteMs;
/** A cloud that can't be read is read again for so long. */
const triedForMs = dayMs;
/** How many services a message lists. */
const mostListed = 20;

/** Looks for services that Redis may have forgotten, when it was restarted or a replica took over. */
export const forgottenJob: JobDeclaration<ServicesContext> = {
  name: "forgotten-services",
  subject: "Looking for services that Redis may have forgotten",
  work: (parts) => ({
    // It has rounds only.
    advance: async () => "done",
    round: { everyMs: minuteMs, run: () => lookForForgotten(parts) },
  }),
};

type Parts = Pick<WorkerParts<ServicesContext>, "contextOf" | "installs" | "now"> & {
  store: Pick<WorkerParts["store"], "seenRuns" | "schedulingWorkspaces">;
};

/**
 * One round: notes which Redis it is. If it is another process than before, its last writes may be lost, and with them a
 * form that was accepted. Then admins hear of the services of that time that no one here knows.
 */
export async function lookForForgotten(parts: Parts): Promise<void> {
  const { store, now } = parts;
  const runs = await store.seenRuns.present();
  const before = await store.seenRuns.find();
  const seenAt = now().toISOString();
  const isOther = before !== undefined && before.runs !== runs;
  // The gap of an earlier restart may still be open.
  const gap = isOther ? { from: before.gap?.from ?? before.seenAt, foundAt: seenAt } : before?.gap;
  await store.seenRuns.save({ runs, seenAt, gap });
  if (!gap) return;
  const ageMs = Date.parse(seenAt) - Date.parse(gap.foundAt);
  if (ageMs < afterMs) return;
  if ((await lookEverywhere(gap, parts)) || ageMs > triedForMs) await store.seenRuns.save({ runs, seenAt });
}

/** False if a cloud can't be read now. */
async function lookEverywhere(gap: Gap, { store, contextOf, installs }: Parts): Promise<boolean> {
  const own = await installs.ownership.own();
  const ids = new Set(await store.schedulingWorkspaces());
  if (own) ids.add(own.workspaceId);
  let isWhole = true;
  for (const workspaceId of ids) {
    const context = contextOf(workspaceId);
    const connections = await context.connections.list();
    for (const { name } of connections)
      if (!(await look(gap, name, connections.length > 1, context))) isWhole = false;
  }
  return isWhole;
}

async function look(
  gap: Gap,
  connection: string,
  isOneOfSeveral: boolean,
  context: ServicesContext,
): Promise<boolean> {
  try {
    const services = await context.servicesSince(connection, context.now());
    const unknown = await unknownOf(services, gap, connection, context);
    if (unknown.length === 0) return true;
    const key = `forgotten:${connection}:${gap.foundAt}`;
    return await tellAdmins({ key, reply: say(textOf(unknown, isOneOfSeveral && connection)) }, context);
  } catch (error) {
    if (!(error instanceof AppError) || error.kind === "bug") throw error;
    context.log.info({ err: error, connection }, "couldn't look for services that Redis may have forgotten");
    // Another try helps only if the cloud or Slack doesn't answer now.
    return !isAppError(error, "limited", "upstream");
  }
}

/** The services of that time that no list, no request and no other service's creation here explains. */
async function unknownOf(
  services: readonly Service[],
  { from, foundAt }: Gap,
  connection: string,
  context: ServicesContext,
): Promise<Service[]> {
  const [fromMs, toMs] = [Date.parse(from) - marginMs, Date.parse(foundAt) + afterMs];
  const known = new Set((await context.services.list()).map(({ serviceId }) => serviceId.toLowerCase()));
  const candidates = services.filter(({ id, createdAt }) => {
    const atMs = parseTime(createdAt)?.getTime();
    return atMs !== undefined && atMs >= fromMs && atMs <= toMs && !known.has(id.toLowerCase());
  });
  return withoutOurs(candidates, connection, context);
}

/** In mrkdwn. */
function textOf(services: readonly Service[], connection: string | false): string {
  const lines = services.slice(0, mostListed).map(({ id, name = id, createdAt = "" }) => {
    const at = parseTime(createdAt);
    return `• *${escapeName(name)}*, created ${at ? slackDate(at) : ""}: ${code(`/db services add ${id} ${name}`)}`;
  });
  const more = services.length > mostListed ? [`And ${services.length - mostListed} more.`] : [];
  const where = connection ? ` of connection ${code(connection)}` : "";
  const title = `:warning: *Redis was restarted, or a replica took over, and may have forgotten what people asked for last.* The cloud${where} has ${plural(services.length, "service")} of that time that I don't know:`;
  const whatNow =
    "Ask who created them. To keep one here, type its command. What no one wants, delete in the cloud's console: it costs money.";
  return [title, ...lines, ...more, whatNow].join("\n");
}
