import { openIncidents } from "../../alerts/open/incidents.ts";
import type { HomeContext } from "../context.ts";
import { isAppError } from "../../../lib/errors.ts";
import { pendingApprovals } from "../../services/approval/record.ts";
import { defaultNameOf } from "../../connections/default-connection.ts";
import { monthInWords } from "./month.ts";

/** What Home shows of what is kept here: read from Redis alone, but for what Slack says of somebody's role. */
export type HomeFacts = Awaited<ReturnType<typeof keptFacts>>;

/** What the clouds say, which comes later. */
export interface CloudFacts {
  /** The state of each service by its id; of connections that answered. */
  states: ReadonlyMap<string, string>;
  /** The connections that told their services. */
  told: ReadonlySet<string>;
  /** What this month costs, in a sentence or two of mrkdwn. */
  month?: string | undefined;
}

/** Reads what is kept for somebody's Home. */
export async function keptFacts(userId: string, context: HomeContext) {
  const { connections, hooks, services, drafts, grants, deadLetters } = context;
  const [standing, connected, known, draft, allHooks, incidents, pending, given, letters] = await Promise.all(
    [
      context.access.standingOf({ userId }),
      connectionFacts(context),
      services.list(),
      drafts.current(userId),
      hooks.list(),
      openIncidents(context),
      pendingApprovals(context),
      grants.list(),
      deadLetters.list(),
    ],
  );
  return {
    userId,
    role: standing.role,
    connections: connected,
    standard: connected.length === 0 ? undefined : await defaultNameOf(connections),
    services: known,
    draft,
    hooks: allHooks,
    incidents,
    pending,
    grants: given.length,
    deadLetters: letters.length,
  };
}

/** Asks the clouds for what they know; what one of them does not answer is left out. */
export async function askClouds(facts: HomeFacts, context: HomeContext): Promise<CloudFacts> {
  const names = [...new Set(facts.services.map(({ connection }) => connection))];
  const [lists, month] = await Promise.all([
    Promise.all(names.map((name) => statesThrough(name, context))),
    monthInWords(facts.standard, context),
  ]);
  return {
    states: new Map(lists.flatMap((list) => list ?? [])),
    told: new Set(names.filter((_, index) => lists[index] !== undefined)),
    month,
  };
}

// People who open Home one after the other share a look.
const freshMs = 60_000;

async function statesThrough(
  connection: string,
  context: HomeContext,
): Promise<[id: string, state: string][] | undefined> {
  try {
    const since = new Date(context.now().getTime() - freshMs);
    const services = await context.servicesSince(connection, since);
    return services.map(({ id, state }) => [id, state ?? "in a state that the cloud does not tell"]);
  } catch (error) {
    if (isAppError(error, "bug", "user")) throw error;
    return undefined;
  }
}

/** The connections, and how each worked last. */
export async function connectionFacts({ connections, connectionHealth }: HomeContext) {
  const [all, healths] = await Promise.all([connections.list(), connectionHealth.all()]);
  return all.map((connection) => ({ connection, health: healths.get(connection.name) }));
}
