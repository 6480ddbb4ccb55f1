import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Act, Press } from "../../../platform/forms/interaction.ts";
import { findRule } from "../reconcile/rule-of.ts";
import { type Pressed, pressed } from "./act-on.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { actionIds } from "../message/status.ts";

/** “Show its rule”: the way to the alert in the observability system that an incident came of. */
export const ruleAct: Act<AlertsContext> = { actionId: actionIds.rule, access: "viewer", press };

async function press({ value }: Press, context: AlertsContext): Promise<Reply | undefined> {
  const found = await pressed(value, context);
  return "gone" in found ? found.gone : ruleReply(found, context);
}

/** Leads to the rule where it is known, else as near to it as can be said. */
export async function ruleReply({ incident, hook }: Pressed, context: AlertsContext): Promise<Reply> {
  const title = titleFromElsewhere(incident.latest.title);
  const look = await findRule(incident, hook, context);
  if ("alertId" in look) {
    const text = `The rule behind “${title}”, with what it watches and whom it tells:`;
    const show = commandButton("Show alert", `alerts show ${look.alertId} ${look.place}`);
    return reply(text, [section(text), actions([show])]);
  }
  const text = `The rule behind “${title}” cannot be told. ${look.why}`;
  if ("place" in look)
    return reply(text, [
      section(text),
      actions([commandButton("Show all alerts there", `alerts list ${look.place}`)]),
    ]);
  const whatNow = `To say it: ${code(`/db hook observe ${hook.name} <service>`)}.`;
  const whole = `${text} ${whatNow}`;
  return reply(whole, [section(whole), actions([commandButton("Show the hook", `hook show ${hook.name}`)])]);
}
