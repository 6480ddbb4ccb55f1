import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import type { Hook } from "../hooks/record.ts";
import type { IncidentAction } from "../receive/inbox.ts";
import { at } from "../message/status.ts";

/** The incident of an interaction, as now stored, and its hook. */
export interface ActionTarget {
  incident: Incident;
  hook: Hook;
}

/** Finds the incident of an interaction and its hook. Returns a reply instead if one of them is gone. */
export async function findTarget(
  incidentId: string,
  { incidents, hooks }: Pick<AlertsContext, "incidents" | "hooks">,
): Promise<ActionTarget | { gone: Reply }> {
  const incident = await incidents.find(incidentId);
  const hook = incident && (await hooks.find(incident.hookId));
  if (hook) return { incident, hook };
  const why = incident
    ? "The hook that this alert came through was deleted, so nothing more becomes of it here."
    : "This alert is no longer kept here: 30 days after the last that was heard of one it is forgotten.";
  return { gone: say(`${why} Nothing was changed.`) };
}

/** The action of a button that carries an incident's id. If the incident or its hook is gone, it answers that. */
export function incidentAction(
  facts: Omit<Action<AlertsContext>, "run">,
  run: (found: ActionTarget, interaction: Interaction, context: AlertsContext) => Promise<Reply | undefined>,
): Action<AlertsContext> {
  return {
    ...facts,
    async run(interaction, context) {
      const found = await findTarget(interaction.value, context);
      return "gone" in found ? found.gone : run(found, interaction, context);
    },
  };
}

/** The fields of an incident action that say who did it and when. */
export function actionBy(
  { userId, userName }: Pick<Interaction, "userId" | "userName">,
  { id }: Incident,
  { now }: Pick<AlertsContext, "now">,
) {
  return {
    kind: "action" as const,
    incidentId: id,
    atMs: now().getTime(),
    userId,
    userName: userName.slice(0, 80),
  };
}

/** Puts an action into the inbox of the incident's hook. Its message changes within moments. */
export async function queueAction(
  { inbox, ingestSoon }: Pick<AlertsContext, "inbox" | "ingestSoon">,
  { hookId }: Pick<Incident, "hookId">,
  action: IncidentAction,
): Promise<void> {
  await inbox.addAction(hookId, action);
  ingestSoon(hookId);
}

/** Queues a person's action and records it. */
export async function takeAction(
  context: Pick<AlertsContext, "inbox" | "ingestSoon" | "audit">,
  incident: Pick<Incident, "hookId" | "latest">,
  action: IncidentAction,
): Promise<void> {
  await context.audit.change(
    { action: `alert.${action.verb}`, subject: incident.latest.title },
    () => queueAction(context, incident, action),
    () => {
      const { incidentId } = action;
      const until: Record<string, string> =
        "untilMs" in action ? { until: new Date(action.untilMs).toISOString() } : {};
      const detail = "reason" in action && action.reason ? { detail: action.reason } : {};
      return { after: { incidentId, ...until }, ...detail };
    },
  );
}

/** The refusal of an action on a resolved incident, in mrkdwn; undefined for an open one. */
export function alreadyOver({ state, resolved }: Incident): string | undefined {
  if (state !== "resolved") return undefined;
  const when = resolved ? ` ${at(resolved.atMs)}` : "";
  const who = resolved?.userId === undefined ? "" : ` by <@${resolved.userId}>`;
  return `This was resolved already${who}${when}. Should it fire again, it says so here.`;
}

/** Reads the value of a menu's entry: its choice and the incident's id. Undefined for any other choice. */
export function readChoice<Choice extends string>(
  value: string,
  choices: readonly Choice[],
): { choice: Choice; incidentId: string } | undefined {
  const space = value.indexOf(" ");
  const choice = choices.find((each) => each === value.slice(0, space));
  return choice === undefined ? undefined : { choice, incidentId: value.slice(space + 1) };
}
