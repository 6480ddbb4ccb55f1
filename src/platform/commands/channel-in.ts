import { AppError } from "../../lib/errors.ts";

/** A channel found in words, and the words without it. */
export interface ChannelIn {
  channelId?: string;
  rest: string;
}

const token = /(?:\b(?:in|to)\s+)?<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>/gi;
const bare = /(?:^|\s)#([^\s#<>]+)/;

/**
 * Finds the channel in typed words, with an optional "in" or "to". Slack writes one as `<#C123|name>`. Fails as user
 * on two channels, and on a name that Slack did not recognize.
 */
export function channelIn(words: string): ChannelIn {
  const found = [...words.matchAll(token)].map(([, id]) => (id ?? "").toUpperCase());
  const rest = words.replace(token, " ").replace(/\s+/g, " ").trim();
  const [channelId, other] = found;
  if (other !== undefined) throw new AppError("user", "Name one channel only, such as `#databases`.");
  const [, name] = bare.exec(rest) ?? [];
  if (name !== undefined) {
    throw new AppError(
      "user",
      `I can't tell which channel “#${name}” is. Choose it from the list that Slack shows while you type, or run this in that channel and leave the channel out.`,
    );
  }
  return channelId === undefined ? { rest } : { channelId, rest };
}

/** The words with channels and user groups as they were typed, for names that may contain # or @. */
export function channelsAsTyped(words: string): string {
  return words
    .replace(/<#[CG][A-Z0-9]+\|([^>]+)>/g, "#$1")
    .replace(/<!subteam\^[A-Z0-9]+\|@?([^>]+)>/g, "@$1");
}
