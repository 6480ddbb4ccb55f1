import type { Interaction } from "../../../platform/forms/interaction.ts";
import { oneLine, plural, shortList } from "../../../lib/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import type { IncidentAction } from "../receive/inbox-entries.ts";
import type { StormMember } from "../storm/storms.ts";
import { whoActs } from "./target.ts";

type Member = Pick<StormMember, "incidentId" | "hookId" | "alertName">;
type Done = { verb: "acknowledge" | "mute" } | { verb: "snooze"; untilMs: number; reason?: string };

/** An incident as one of many. */
export function memberOf({ id, hookId, latest: { alertName } }: Incident): Member {
  return { incidentId: id, hookId, alertName };
}

/** Queues a person's action on many incidents, and records it once. `of` is what they have in common. */
export async function actOnAll(
  of: { summaryId?: string; hookId?: string },
  members: readonly Member[],
  person: Pick<Interaction, "userId">,
  context: AlertsContext,
  done: Done,
): Promise<void> {
  const names = [...new Set(members.map(({ alertName }) => oneLine(alertName)))];
  await context.audit.change(
    { action: `storm.${done.verb}`, subject: `${plural(members.length, "alert")}: ${shortList(names, 3)}` },
    () => queueAll(members, person, context, done),
    () => ({
      after: {
        ...of,
        alerts: members.length,
        ...("untilMs" in done && { until: new Date(done.untilMs).toISOString() }),
      },
    }),
  );
}

/** Queues a person's action on many incidents. */
export async function queueAll(
  members: readonly Member[],
  person: Pick<Interaction, "userId">,
  context: AlertsContext,
  done: Done,
): Promise<void> {
  const [hookIds, who] = await Promise.all([hooksOf(members, context), whoActs(person, context)]);
  const all = members.flatMap(({ incidentId }) => {
    const hookId = hookIds.get(incidentId);
    const action: IncidentAction = { ...who, incidentId, ...done, ofStorm: true };
    return hookId === undefined ? [] : [{ hookId, action }];
  });
  await context.inbox.addActions(all);
  for (const hookId of new Set(all.map((each) => each.hookId))) context.ingestSoon(hookId);
}

/** The hook of each member. Records of older versions do not have it, but their incidents do. */
async function hooksOf(
  members: readonly Member[],
  { incidents }: Pick<AlertsContext, "incidents">,
): Promise<Map<string, string>> {
  const unknown = members.filter(({ hookId }) => hookId === undefined);
  const found = await incidents.many(unknown.map(({ incidentId }) => incidentId));
  return new Map([
    ...members.flatMap(({ incidentId, hookId }) =>
      hookId === undefined ? [] : [[incidentId, hookId] as const],
    ),
    ...found.map(({ id, hookId }) => [id, hookId] as const),
  ]);
}
