import type { AlertsContext } from "../context.ts";
import type { Incident } from "../incident/record.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Press } from "../../../platform/forms/interaction.ts";
import type { Hook } from "../hooks/record.ts";
import type { IncidentAct } from "../receive/inbox.ts";
import { at } from "../message/status.ts";

/** An incident as it is kept at the moment of a press, and its hook. */
export interface Pressed {
  incident: Incident;
  hook: Hook;
}

/** What a press is about, or what to say where nothing of it is left. */
export async function pressed(
  incidentId: string,
  { incidents, hooks }: Pick<AlertsContext, "incidents" | "hooks">,
): Promise<Pressed | { gone: Reply }> {
  const incident = await incidents.find(incidentId);
  if (!incident) return { gone: say(notKept) };
  const hook = await hooks.find(incident.hookId);
  return hook ? { incident, hook } : { gone: say(hookIsGone) };
}

/** Who did something, and when, for an act. */
export function doneBy(
  { userId, userName }: Pick<Press, "userId" | "userName">,
  { id }: Incident,
  { now }: Pick<AlertsContext, "now">,
) {
  return {
    kind: "act" as const,
    incidentId: id,
    atMs: now().getTime(),
    userId,
    userName: userName.slice(0, 80),
  };
}

const notKept =
  "This alert is no longer kept here: 30 days after the last that was heard of one it is forgotten. Nothing was changed.";
const hookIsGone =
  "The hook that this alert came through was deleted, so nothing more becomes of it here. Nothing was changed.";

/** Does something to an incident, after all that was accepted of its hook before; its message follows within moments. */
export async function actOn(
  context: Pick<AlertsContext, "inbox" | "ingestSoon">,
  { hookId }: Pick<Incident, "hookId">,
  act: IncidentAct,
): Promise<void> {
  await context.inbox.act(hookId, act);
  context.ingestSoon(hookId);
}

/** Why nothing is left to do with an incident that is over, in mrkdwn; undefined for an open one. */
export function alreadyOver({ state, resolved }: Incident): string | undefined {
  if (state !== "resolved") return undefined;
  const when = resolved ? ` ${at(resolved.atMs)}` : "";
  const who = resolved?.userId === undefined ? "" : ` by <@${resolved.userId}>`;
  return `This was resolved already${who}${when}. Should it fire again, it says so here.`;
}

/** What an entry of a menu sent, read: which one it was, and the incident's id; undefined where it is none of these. */
export function readChoice<Choice extends string>(
  value: string,
  choices: readonly Choice[],
): { choice: Choice; incidentId: string } | undefined {
  const space = value.indexOf(" ");
  const choice = choices.find((each) => each === value.slice(0, space));
  return choice === undefined ? undefined : { choice, incidentId: value.slice(space + 1) };
}
