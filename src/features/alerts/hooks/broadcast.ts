import { actions } from "../../../platform/blocks/button.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { type NamedHook, changeHook } from "./named.ts";
import { hookInMrkdwn, readSwitch, showButton } from "./parts.ts";

/** Says whether the channel hears of it, and not the thread alone, when an alert gets worse. */
export async function setBroadcast({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  const broadcasts = readSwitch(rest, `/db hook broadcast ${hook.name} on`);
  await changeHook(hook, context, (present) => ({ ...present, broadcasts }));
  const where = broadcasts ? "the channel hears of it too" : "its thread alone hears of it";
  const text = `When the severity of an alert of ${hookInMrkdwn(hook)} rises, ${where}.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}
