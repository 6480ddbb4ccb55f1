import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { type NamedHook, changeHook } from "./named.ts";
import { hookInMrkdwn, nothingAfter, showButton } from "./parts.ts";

/** Takes what a hook is sent without telling anybody, until it is resumed. */
export async function pauseHook(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  { userId }: Asker,
): Promise<Reply> {
  nothingAfter(rest, `/db hook pause ${hook.name}`);
  const at = context.now().toISOString();
  const changed = await changeHook(hook, context, (present) => ({
    ...present,
    paused: present.paused ?? { userId, at },
  }));
  const since = slackDate(new Date(changed.paused?.at ?? at));
  const text = `${hookInMrkdwn(hook)} is paused since ${since}. Senders are still answered, but nobody is told what they send, not even later, and not that an alert is over either.`;
  return reply(text, [section(text), actions([resumeButton(hook), showButton(hook)])]);
}

/** Tells again what a hook is sent from now on. */
export async function resumeHook({ hook, rest }: NamedHook, context: AlertsContext): Promise<Reply> {
  nothingAfter(rest, `/db hook resume ${hook.name}`);
  let was = hook.paused;
  const changed = await changeHook(hook, context, (present) => {
    was = present.paused;
    return { ...present, paused: undefined };
  });
  const place = placeInMrkdwn(changed);
  const text = was
    ? `${hookInMrkdwn(hook)} goes on: what it is sent from now on shows ${place}. It was paused since ${slackDate(new Date(was.at))}.`
    : `${hookInMrkdwn(hook)} is not paused: what it is sent shows ${place}.`;
  return reply(text, [section(text), actions([showButton(hook)])]);
}

/** Ends a pause. */
export function resumeButton({ id }: { id: string }) {
  return commandButton("Resume", `hook resume ${id}`);
}
