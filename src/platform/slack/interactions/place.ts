import { z } from "zod";
import { JsonText } from "../../../lib/json.ts";
import type { Place } from "../../access/asker.ts";
import type { InteractionBody } from "../bodies.ts";

type Click = Pick<z.infer<typeof InteractionBody>, "channel" | "container" | "view">;

/** The callback_id of modals with an answer. Their page buttons redraw them. */
export const answerCallbackId = "answer";

/** Where something was clicked or typed. */
export function placeOf({ channel, view }: Click): Place {
  if (view) return view.type === "modal" ? "modal" : "home";
  return channel?.id.startsWith("D") ? "direct" : "channel";
}

/** A window that is open below an answer. */
const BelowView = z.object({ id: z.string(), callback_id: z.string(), private_metadata: z.string() });
type BelowView = z.infer<typeof BelowView>;

/** What a modal knows of the click that opened it: ids only. */
const Origin = z.object({
  channelId: z.string().optional(),
  threadTs: z.string().optional(),
  below: BelowView.optional(),
});
export interface Origin {
  channelId?: string | undefined;
  /** The thread of the clicked message. */
  threadTs?: string | undefined;
  below?: BelowView | undefined;
}

/**
 * Where a click comes from: the channel and thread of its message, or what its modal knows. Slack keeps what a modal knows, so
 * people cannot change it.
 */
export function originOf({ channel, container, view }: Click): Origin {
  const { message_ts: ts, thread_ts: threadTs } = container ?? {};
  // A thread's first message is in the channel.
  if (channel || !view)
    return {
      channelId: channel?.id ?? container?.channel_id,
      threadTs: threadTs === ts ? undefined : threadTs,
    };
  const isWindow = view.callback_id?.startsWith("window:") ?? false;
  if (!isWindow && view.callback_id !== answerCallbackId) return {};
  const known = JsonText.pipe(Origin).safeParse(view.private_metadata).data ?? {};
  return isWindow ? { channelId: known.channelId, below: BelowView.safeParse(view).data } : known;
}
