import { placeInMrkdwn } from "../../../platform/blocks/place.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { actions } from "../../../platform/blocks/button.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { AlertsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { foldName } from "../../../lib/text.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { channelOfOrder } from "../../../platform/jobs/schedules/channel.ts";
import { type NamedHook, changeHook } from "./named.ts";
import { hookInMrkdwn, nothingAfter, showButton } from "./parts.ts";

/** Names the channel that takes over where a hook's own takes nothing any more. */
export async function setFallback(
  { hook, rest }: NamedHook,
  context: AlertsContext,
  asker: Asker,
): Promise<Reply> {
  const example = `/db hook fallback ${hook.name} #databases`;
  if (foldName(rest) === "off") return take(hook, undefined, [], context);
  const { channelId: named, rest: more } = channelIn(rest);
  if (named === undefined)
    throw new AppError("user", `Say which channel takes over, or \`off\`. For example: \`${example}\`.`);
  nothingAfter(more, example);
  if (named === hook.channelId)
    throw new AppError("user", "That is the hook's own channel. Name another one to take over from it.");
  const { channelId, notes } = await channelOfOrder(named, context, asker);
  return take(hook, channelId, notes, context);
}

async function take(
  hook: NamedHook["hook"],
  fallbackChannelId: string | undefined,
  notes: readonly string[],
  context: AlertsContext,
): Promise<Reply> {
  const changed = await changeHook(hook, context, (present) => ({ ...present, fallbackChannelId }));
  const name = hookInMrkdwn(hook);
  const own = `<#${changed.channelId}>`;
  const text = [
    fallbackChannelId === undefined
      ? `${name} has no other channel. Should ${own} take nothing any more, I tell <@${changed.ownerId}>, and keep what could not be posted: \`/db alerts dead\` lists it.`
      : `Should ${own} take nothing any more (archived, gone, or I am not in it), what ${name} is sent goes on ${placeInMrkdwn({ channelId: fallbackChannelId })}, and I tell <@${changed.ownerId}>.`,
    ...notes,
  ].join(" ");
  return reply(text, [section(text), actions([showButton(hook)])]);
}
