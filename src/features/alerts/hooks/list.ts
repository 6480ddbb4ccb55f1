import { troublesOf } from "../outbox/hook-troubles.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { packed } from "../../../platform/blocks/packed.ts";
import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import { plural } from "../../../lib/text.ts";
import type { Hook } from "./record.ts";
import { hookInMrkdwn, nothingAfter, showButton } from "./parts.ts";

/** Those after these have a line each and no button. */
const withButton = 20;

/** The answer to "what hooks are there", the oldest first. */
export async function listHooks(words: string, { hooks }: Pick<AlertsContext, "hooks">): Promise<Reply> {
  nothingAfter(words, "/db hook list");
  const all = await hooks.list();
  if (all.length === 0)
    return say(
      `There are no hooks here yet. To bring alerts into a channel: ${code("/db hook create #alerts")}.`,
    );
  const headline = `*${plural(all.length, "hook")}* for alerts.`;
  const lines = all.map(lineOf);
  const hint = `${code("/db hook show <hook>")} shows one in full, ${code("/db hook create #channel")} makes another.`;
  return reply([headline, ...lines, hint].join("\n"), [
    section(headline),
    ...all
      .slice(0, withButton)
      .map((hook, index) => ({ ...section(lines[index] ?? ""), accessory: showButton(hook) })),
    ...packed(lines.slice(withButton)),
    smallPrint(hint),
  ]);
}

function lineOf(hook: Hook): string {
  return [`${hookInMrkdwn(hook)}, ${placeInMrkdwn(hook)}.`, ...standingOf(hook)].join(" ");
}

function standingOf(hook: Hook): string[] {
  const { paused, awaited, secrets } = hook;
  const troubles = troublesOf(hook);
  const isOwn = troubles.some(({ channelId }) => channelId === hook.channelId);
  const which = isOwn ? "Its channel" : "Another of its channels";
  return [
    ...(troubles.length > 0 ? [`:warning: ${which} takes nothing any more.`] : []),
    ...(paused ? [":double_vertical_bar: Paused."] : []),
    ...(awaited ? ["Nothing was delivered yet."] : []),
    ...(secrets.length > 1 ? ["An old secret still works."] : []),
  ];
}
