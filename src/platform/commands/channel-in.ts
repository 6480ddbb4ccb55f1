import { AppError } from "../../lib/errors.ts";

/** What was found of a channel in words, and the words without it. */
export interface ChannelIn {
  channelId?: string;
  rest: string;
}

const token = /(?:\b(?:in|to)\s+)?<#([CDG][A-Z0-9]+)(?:\|[^>]*)?>/gi;
const bare = /(?:^|\s)#([^\s#<>]+)/;

/**
 * Finds the channel in what somebody typed, with an "in" or "to" before it; Slack writes one as `<#C123|name>`. Fails as
 * user on two channels, and on a name that Slack did not recognise.
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
      `I cannot tell which channel “#${name}” is. Pick it from the list that Slack shows while you type, or write this in the channel itself and leave the channel out.`,
    );
  }
  return channelId === undefined ? { rest } : { channelId, rest };
}

/** Words in which channels and user groups stand as they were typed, for names that may have a # or @ in them. */
export function channelsAsTyped(words: string): string {
  return words
    .replace(/<#[CG][A-Z0-9]+\|([^>]+)>/g, "#$1")
    .replace(/<!subteam\^[A-Z0-9]+\|@?([^>]+)>/g, "@$1");
}
