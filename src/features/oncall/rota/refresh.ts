import { type Hook } from "../../alerts/index.ts";
import type { OncallContext, OncallStore } from "../context.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { z } from "zod";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import type { JobQueue } from "../../../platform/jobs/queue.ts";
import type { Step, Work } from "../../../platform/jobs/worker.ts";
import type { WorkerParts } from "../../../platform/jobs/workers.ts";
import { readFeed } from "./feed.ts";
import { type FindingContext, findPerson } from "./find-person.ts";
import type { RotaReading, Shift } from "./record.ts";
import * as texts from "./texts.ts";

type ReadingContext = FindingContext & Pick<OncallContext, "workspaceId" | "outward" | "now">;
type RefreshContext = ReadingContext & Pick<OncallContext, "secrets" | "rotas" | "log">;

/** How often rotas are read, so overrides count soon. */
const everyMs = 10 * minuteMs;
/** Each is one request to Slack. */
const mostPeople = 50;
/** Of what can't be read, and of the zones that aren't known. */
const mostNamed = 3;

/** Reads the rota at an address now. Fails as an AppError that says why it can't be read, without the address. */
export async function readRota(
  address: string,
  context: ReadingContext,
): Promise<Omit<RotaReading, "addressRef" | "trouble">> {
  const readAtMs = context.now().getTime();
  async function download(): Promise<string> {
    const headers = { accept: "text/calendar" };
    const { status, text } = await context.outward({ method: "GET", url: address, headers });
    if (status !== 200) throw new AppError("upstream", texts.answered(new URL(address).host, status));
    return text;
  }
  const { shifts: fed, leftOut, zones } = await readFeed(context.workspaceId, download, readAtMs);
  const people = Map.groupBy(fed, ({ name, email }) => `${email ?? ""} ${name}`);
  if (people.size > mostPeople) throw new AppError("user", texts.tooManyPeople(mostPeople));
  const shifts: Shift[] = [];
  for (const times of people.values()) {
    const userId = times[0] && (await findPerson(times[0], context));
    for (const { fromMs, toMs, name } of times)
      shifts.push({ fromMs, toMs, name, ...(userId !== undefined && { userId }) });
  }
  return {
    readAtMs,
    shifts,
    ...(leftOut.length > 0 && { leftOut: { count: leftOut.length, some: leftOut.slice(0, mostNamed) } }),
    ...(zones.length > 0 && { zones: zones.slice(0, mostNamed) }),
  };
}

/** Reads a hook's rota and keeps it. If that fails, what was read before stays, with the trouble. */
async function refreshRota({ id, rota }: Pick<Hook, "id" | "rota">, context: RefreshContext): Promise<void> {
  if (!rota) return;
  const { addressRef } = rota;
  try {
    const reading = await readRota(await context.secrets.resolve(addressRef), context);
    await context.rotas.keep(id, { ...reading, addressRef });
  } catch (error) {
    // A rate limit passes soon.
    if (!(error instanceof AppError) || error.kind === "limited") throw error;
    const before = await context.rotas.find({ id, rota });
    await context.rotas.keep(id, { readAtMs: 0, shifts: [], ...before, addressRef, trouble: error.message });
    context.log.info({ err: error, hookId: id }, "couldn't read a rota; the next round tries again");
  }
}

const Item = z.object({ workspaceId: z.string(), hookId: z.string() });
const queueName = "rotas";
type Parts = WorkerParts<OncallContext> & { store: OncallStore };

/** The queue that reads rotas. */
export const rotaJob = {
  name: queueName,
  subject: "Reading a rota",
  async about(item: unknown, _id: string, context: Pick<OncallContext, "hooks">) {
    const hook = await context.hooks.find(Item.parse(item).hookId);
    return hook && { subject: `Reading the rota of hook ${escapeName(hook.name)}`, userId: hook.ownerId };
  },
  work({ contextOf, store, queueOf }: Parts): Work {
    return {
      async advance(_id: string, item: unknown): Promise<Step> {
        const { workspaceId, hookId } = Item.parse(item);
        const context = contextOf(workspaceId);
        const hook = await context.hooks.find(hookId);
        if (hook) await refreshRota(hook, context);
        return "done";
      },
      round: { everyMs, run: () => ensureRotas(store, queueOf(queueName)) },
    };
  },
};

async function ensureRotas(store: OncallStore, queue: Pick<JobQueue, "ensure">): Promise<void> {
  for (const workspaceId of await store.alertingWorkspaces())
    for (const { id: hookId, rota } of await store.workspace(workspaceId).hooks.list())
      if (rota) await queue.ensure(`${workspaceId}.rota.${hookId}`, { workspaceId, hookId });
}
