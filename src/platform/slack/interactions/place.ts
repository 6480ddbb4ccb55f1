import { z } from "zod";
import { JsonText } from "../../../lib/json.ts";
import type { Place } from "../../context.ts";
import type { InteractionBody } from "../bodies.ts";
import { answerCallbackId } from "./modal-answer.ts";

/** Where something was clicked or typed. */
export function placeOf({ channel, view }: Pick<z.infer<typeof InteractionBody>, "channel" | "view">): Place {
  if (view) return view.type === "modal" ? "modal" : "home";
  return channel?.id.startsWith("D") ? "direct" : "channel";
}

const Origin = JsonText.pipe(z.object({ channelId: z.string().optional() }));

/**
 * The channel of a click: the message's, or the one that the clicked modal was opened from. Slack keeps what a modal
 * has, so people cannot change it.
 */
export function channelOf({
  channel,
  view,
}: Pick<z.infer<typeof InteractionBody>, "channel" | "view">): string | undefined {
  if (channel) return channel.id;
  const isOurs = view?.callback_id === answerCallbackId || view?.callback_id?.startsWith("window:");
  return isOurs ? Origin.safeParse(view?.private_metadata).data?.channelId : undefined;
}
