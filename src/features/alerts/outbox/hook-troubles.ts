import type { Hook } from "../hooks/record.ts";

type Unreachable = NonNullable<Hook["unreachable"]>;

/** The channels that took nothing any more, of those that a hook's alerts go to as it is now. */
export function troublesOf({
  channelId,
  fallbackChannelId,
  rules,
  unreachable = [],
}: Pick<Hook, "channelId" | "fallbackChannelId" | "rules" | "unreachable">): Unreachable {
  const used = new Set([channelId, fallbackChannelId, ...rules.map((rule) => rule.channelId)]);
  return unreachable.filter((each) => used.has(each.channelId));
}
