import { z } from "zod";
import { within } from "../../lib/clock.ts";
import { isAppError } from "../../lib/errors.ts";
import type { Asked } from "../blocks/command-button.ts";
import type { WorkspaceContext } from "../context.ts";
import { credits, time } from "./found.ts";

/** A service that facts are wanted of. */
export interface FactsOf {
  serviceId: string;
  name: string;
  connection: string;
}

/** The facts of a service for programs. What is not known is left out. */
export const FactData = z.object({
  state: z.string().optional().describe("The cloud's word, such as running or idle"),
  creditsThisMonth: credits.optional().describe("Its costs this month so far, in credits"),
  moneyThisMonth: z
    .object({ amount: credits.describe("Exact"), currency: z.string().describe("Such as EUR") })
    .optional()
    .describe("The same as money"),
  hours: z.string().optional().describe("When it runs: 08:00-19:00 Mon-Fri Europe/Berlin"),
  endsAt: time.optional().describe("When the service ends: it is stopped then"),
  lastGoodBackupAt: time.optional().describe("When the last good backup started"),
  openAlerts: z.int().min(0).optional().describe("How many alerts of it are open"),
  ownerId: z.string().optional().describe("The Slack id of its owner"),
  team: z.string().optional().describe("Its team. A user group's handle begins with @"),
  endState: z
    .enum(["stopped", "started", "running", "kept", "untold"])
    .optional()
    .describe(
      "After its end. started: someone started it again. running: it couldn't be stopped. kept: it isn't deleted. untold: it waits, because no one could be told",
    ),
  failedBackupsSince: z.int().min(0).optional().describe("How many backups failed after the last good one"),
  unclearBackupsSince: z
    .int()
    .min(0)
    .optional()
    .describe("How many later ones may have failed: their state or time isn't known"),
});
export type FactData = z.output<typeof FactData>;

/** What a fact says of one service. */
export interface KnownFact {
  /** mrkdwn. */
  text: string;
  data: FactData;
  /** What can be done about it, for the service's card. */
  button?: { text: string; command: string | Asked };
}

/** A fact that a feature knows of services, for lists and App Home. */
export interface ServiceFact<Context = WorkspaceContext> {
  /** Plain text, such as "State". */
  label: string;
  /** Facts with a lower rank come first. */
  rank: number;
  /**
   * The fact of each service, by service id. What is not known is left out. People wait for it, so it uses reads that
   * are kept.
   */
  read(services: readonly FactsOf[], context: Context): Promise<ReadonlyMap<string, KnownFact>>;
}

/** One fact, as it is shown. */
export interface ShownFact extends KnownFact {
  label: string;
}

/** How long to wait for facts. */
export interface FactsWait {
  /** 10 s by default. */
  maxWaitMs?: number;
  /** Gets the label of each fact that is late. */
  onLate?: (label: string) => void;
}

/** The facts of services, by service id. A fact that fails or is late is left out. */
export async function readServiceFacts(
  facts: readonly ServiceFact[],
  services: readonly FactsOf[],
  context: WorkspaceContext,
  wait: FactsWait = {},
): Promise<ReadonlyMap<string, ShownFact[]>> {
  const known = await Promise.all(
    facts.map(async (fact) => ({ label: fact.label, facts: await readOne(fact, services, context, wait) })),
  );
  return new Map(
    services.map(({ serviceId }) => [
      serviceId,
      known.flatMap(({ label, facts }) => {
        const fact = facts.get(serviceId);
        return fact === undefined ? [] : [{ label, ...fact }];
      }),
    ]),
  );
}

const nothing: ReadonlyMap<string, KnownFact> = new Map();

async function readOne(
  fact: ServiceFact,
  services: readonly FactsOf[],
  context: WorkspaceContext,
  { maxWaitMs = 10_000, onLate }: FactsWait,
): Promise<ReadonlyMap<string, KnownFact>> {
  try {
    const known = await within(maxWaitMs, fact.read(services, context), undefined);
    if (!known) onLate?.(fact.label);
    return known ?? nothing;
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    context.log.info({ err: error, fact: fact.label }, "couldn't read a fact about services");
    return nothing;
  }
}

/** The facts of one service together, for programs. */
export function factData(facts: readonly ShownFact[]): FactData {
  return Object.assign({}, ...facts.map(({ data }) => data));
}

/** A service that was just created here, under the name that the workspace knows it by. */
export interface CreatedHere {
  serviceId: string;
  name: string;
  connection: string;
  /** Who asked for it, and where. */
  userId: string;
  channelId?: string | undefined;
  /** When its requester wants it to end: `never`, a number of days such as `7d`, or a day. Absent for the usual. */
  expires?: string | undefined;
}

/** What a feature knows about who reads services: alerts, dashboards. */
export interface ServiceReaders<Context = WorkspaceContext> {
  /** By service id: true if something reads it, and false if nothing does. What is not known is left out. */
  read(services: readonly FactsOf[], context: Context): Promise<ReadonlyMap<string, boolean>>;
}

const maxWaitMs = 10_000;
const nothingRead: ReadonlyMap<string, boolean> = new Map();

/** The services that nothing reads, by their ids. Each feature must know that. */
export async function unreadServices(
  readers: readonly ServiceReaders[],
  services: readonly FactsOf[],
  context: WorkspaceContext,
): Promise<ReadonlySet<string>> {
  const known = await Promise.all(readers.map((each) => readReaders(each, services, context)));
  const ids = services.map(({ serviceId }) => serviceId);
  return new Set(ids.filter((id) => known.length > 0 && known.every((each) => each.get(id) === false)));
}

async function readReaders(
  readers: ServiceReaders,
  services: readonly FactsOf[],
  context: WorkspaceContext,
): Promise<ReadonlyMap<string, boolean>> {
  try {
    return await within(maxWaitMs, readers.read(services, context), nothingRead);
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    context.log.info({ err: error }, "couldn't find out what reads services");
    return nothingRead;
  }
}
