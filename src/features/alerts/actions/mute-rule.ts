import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Interaction } from "../../../platform/forms/interaction.ts";
import type { AlertsContext } from "../context.ts";
import { type Hook, ruleMuteKey } from "../hooks/record.ts";
import { titleFromElsewhere } from "../message/notes.ts";
import { at } from "../message/status.ts";
import type { StormRule } from "../storm/members.ts";
import * as texts from "../storm/texts.ts";
import { mutesCommand } from "./target.ts";

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
  if (!changed) return say(texts.hookGone);
  return say(
    before
      ? texts.ruleMutedAlready(name, `<@${before.userId}>`, at(Date.parse(before.at)))
      : texts.ruleMuted(name, code(mutesCommand(changed))),
  );
}
