import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Hook } from "./record.ts";
import { deleteButton } from "./delete.ts";
import { hookLines } from "./lines.ts";
import type { NamedHook } from "./named.ts";
import { nothingAfter, testButton } from "./parts.ts";
import { resumeButton } from "./pause.ts";
import { dropButton } from "./rotate.ts";

/** Shows all there is to know of a hook, but for its secret: nobody knows that here. */
export async function showHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  nothingAfter(rest, `/db hook show ${hook.name}`);
  const [open, latest, services] = await Promise.all([
    context.incidents.open(hook.id),
    context.eventLog(hook.id).latest(),
    hook.observes ? context.services.list() : [],
  ]);
  const facts = { openAlerts: open.length, latest, services, publicUrl: context.publicUrl };
  const text = hookLines(hook, facts).join("\n");
  return reply(text, [section(text), actions(buttonsOf(hook, open.length))]);
}

function buttonsOf(hook: Hook, openAlerts: number) {
  const { id, secrets, muted, paused } = hook;
  return [
    testButton(hook),
    paused ? resumeButton(hook) : commandButton("Pause", `hook pause ${id}`),
    secrets.length > 1 ? dropButton(hook) : commandButton("New secret", `hook rotate ${id}`),
    commandButton("Mapping", `hook map ${id}`),
    ...(Object.keys(muted).length > 0 ? [commandButton("Muted alerts", `hook mutes ${id}`)] : []),
    deleteButton(hook, openAlerts),
  ];
}
