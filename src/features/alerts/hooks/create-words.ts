import { AppError } from "../../../lib/errors.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";

/** A hook as somebody asked for it. */
export interface WantedHook {
  channelId?: string;
  /** What it is called; without it, by its channel. */
  name?: string;
  /** What its channel is called, where Slack told. */
  channelName?: string;
  isSigned: boolean;
}

const nameLength = 60;
const named = /<#[CG][A-Z0-9]+\|([^>]+)>/i;

/** Reads what follows `hook create`: a channel, a name of one word, `signed`. Fails as user, with an example. */
export function readCreateWords(words: string): WantedHook {
  const { channelId, rest } = channelIn(words);
  const [, channelName] = named.exec(words) ?? [];
  const tokens = rest.split(" ").filter(Boolean);
  const names = tokens.filter((token) => token.toLowerCase() !== "signed");
  const [name, another] = names;
  if (another !== undefined) throw problem(`A hook's name is one word, such as “${names.join("-")}”.`);
  return {
    ...(channelId === undefined ? {} : { channelId }),
    ...(name === undefined ? {} : { name: checked(name) }),
    ...(channelName === undefined ? {} : { channelName: nameOf(channelName) }),
    isSigned: names.length < tokens.length,
  };
}

function checked(name: string): string {
  if (name.length > nameLength) throw problem(`A hook's name has at most ${nameLength} characters.`);
  if (/^[\p{L}\p{M}\p{N}._-]+$/u.test(name)) return name;
  throw problem(`“${name}” is no name for a hook: it holds letters, digits, dots, dashes and underscores.`);
}

/** Slack's names of channels are like ours already, but for some scripts' signs. */
function nameOf(channelName: string): string {
  return channelName.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-").slice(0, nameLength - 4);
}

function problem(what: string): AppError {
  return new AppError("user", `${what} For example: \`/db hook create #alerts checkout\`.`);
}
