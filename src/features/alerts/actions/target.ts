import { AppError } from "../../../lib/errors.ts";
import { oneLine } from "../../../lib/text.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import type { AlertsContext } from "../context.ts";
import { type Hook, ruleMuteKey } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { doerOf, titleFromElsewhere } from "../message/notes.ts";
import { at } from "../message/status.ts";
import { by } from "../message/texts.ts";
import { readableTitle } from "../message/title.ts";
import type { IncidentAction } from "../receive/inbox-entries.ts";
import type { StormRule } from "../storm/members.ts";
import * as stormTexts from "../storm/texts.ts";
import * as texts from "./texts.ts";

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
  return { gone: say(`${incident ? texts.hookGone : texts.alertGone()} ${texts.nothingChanged}`) };
}

/** The action of a button that carries an incident's id. If the incident or its hook is gone, it answers that. */
export function incidentAction<Context extends AlertsContext = AlertsContext>(
  facts: Omit<Action<Context>, "run">,
  run: (found: ActionTarget, interaction: Interaction, context: Context) => Promise<Reply | undefined>,
): Action<Context> {
  return {
    ...facts,
    async run(interaction, context) {
      const found = await findTarget(interaction.value, context);
      return "gone" in found ? found.gone : run(found, interaction, context);
    },
  };
}

/** Who acts and when, for an incident action. The name is the person's full one, if Slack gives it in time. */
export async function whoActs(
  { userId }: Pick<Interaction, "userId">,
  { people, now, log }: Pick<AlertsContext, "people" | "now" | "log">,
) {
  const person = await people.find(userId, { maxWaitMs: 1_000 }).catch((err: unknown) => {
    if (!(err instanceof AppError)) throw err;
    // The action counts more than the name.
    log.info({ err }, "couldn't read the name of a person who acts on an alert");
  });
  const name = oneLine(person?.name ?? "").slice(0, 80);
  const named = name === "" ? {} : { userName: name };
  return { kind: "action" as const, atMs: now().getTime(), userId, ...named };
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

/** Queues a person's action and records it, with the change of the hook before it. */
export async function takeAction(
  context: Pick<AlertsContext, "inbox" | "ingestSoon" | "audit">,
  incident: Pick<Incident, "hookId" | "latest">,
  action: IncidentAction,
  before?: () => Promise<unknown>,
): Promise<void> {
  await context.audit.change(
    { action: `alert.${action.verb}`, subject: readableTitle(incident.latest, true).title },
    async () => {
      await before?.();
      await queueAction(context, incident, action);
    },
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
  const who = doerOf(resolved ?? {});
  return texts.alreadyResolved(who === undefined ? "" : by(who), resolved ? at(resolved.atMs) : "");
}

/** The command that lists what a hook mutes. */
export function mutesCommand({ name }: Pick<Hook, "name">): string {
  return `/db alerts hooks mutes ${name}`;
}

/** Reads the value of a menu's entry: its choice and the id after it. Undefined for any other choice. */
export function readChoice<Choice extends string>(
  value: string,
  choices: readonly Choice[],
): { choice: Choice; id: string } | undefined {
  const space = value.indexOf(" ");
  const choice = choices.find((each) => each === value.slice(0, space));
  return choice === undefined ? undefined : { choice, id: value.slice(space + 1) };
}

/** Stops the posts of all alerts of one rule until a person unmutes it at the hook. */
export async function muteRule(
  { hookId, alertName }: Pick<StormRule, "hookId" | "alertName">,
  { userId }: Pick<Interaction, "userId">,
  { hooks, audit, now }: AlertsContext,
): Promise<Reply> {
  const key = ruleMuteKey(alertName);
  const name = titleFromElsewhere(alertName);
  let before: Hook["muted"][string] | undefined;
  const changed = await audit.change(
    { action: "alert-rule.mute", subject: alertName },
    () =>
      hooks.change(hookId, (present) => {
        before = present.muted[key];
        const mute = before ?? { title: alertName, userId, at: now().toISOString() };
        return { ...present, muted: { ...present.muted, [key]: mute } };
      }),
    (hook) => (hook && !before ? { after: { hook: hook.name } } : undefined),
  );
  if (!changed) return say(stormTexts.hookGone);
  return say(
    before
      ? stormTexts.ruleMutedAlready(name, `<@${before.userId}>`, at(Date.parse(before.at)))
      : stormTexts.ruleMuted(name, code(mutesCommand(changed))),
  );
}
