import { channelIn } from "../channel-in.ts";
import type { ArgumentKind } from "./kind.ts";

/** A channel, anywhere in the words: Slack writes one as `<#C123|name>`. */
export const channelKind: ArgumentKind = {
  slot: "channel",
  take(words) {
    const { channelId, rest } = channelIn(words);
    return channelId === undefined ? undefined : { value: channelId, rest };
  },
  write: (id) => `<#${String(id)}>`,
};
