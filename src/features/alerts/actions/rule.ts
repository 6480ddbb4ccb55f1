import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { findRule } from "../reconcile/rule-of.ts";
import { type ActionTarget, findTarget } from "./target.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds } from "../message/status.ts";

/** “Show its rule”: leads to the alert rule in the observability system behind an incident. */
export const ruleAction: Action<AlertsContext> = {
  actionId: actionIds.rule,
  access: "viewer",
  run: showRule,
};

async function showRule({ value }: Interaction, context: AlertsContext): Promise<Reply | undefined> {
  const found = await findTarget(value, context);
  return "gone" in found ? found.gone : ruleReply(found, context);
}

/** A reply that leads to the rule of an incident, or else says why it is not known. */
export async function ruleReply({ incident, hook }: ActionTarget, context: AlertsContext): Promise<Reply> {
  const title = titleFromElsewhere(incident.latest.title);
  const result = await findRule(incident, hook, context);
  if ("alertId" in result) {
    const text = `The rule behind “${title}”, with what it watches and whom it tells:`;
    const show = commandButton("Show alert", `alerts show ${result.alertId} ${result.location}`);
    return reply(text, [section(text), actions([show])]);
  }
  const text = `The rule behind “${title}” cannot be told. ${result.why}`;
  if ("location" in result)
    return reply(text, [
      section(text),
      actions([commandButton("Show all alerts there", `alerts list ${result.location}`)]),
    ]);
  const whatNow = `To say it: ${code(`/db hook observe ${hook.name} <service>`)}.`;
  const whole = `${text} ${whatNow}`;
  return reply(whole, [section(whole), actions([commandButton("Show the hook", `hook show ${hook.name}`)])]);
}
