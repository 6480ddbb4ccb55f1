import { randomBytes } from "node:crypto";
import { z } from "zod";
import { minuteMs } from "../../../lib/duration.ts";
import { hashText } from "../../../lib/hash.ts";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { command } from "../../../platform/commands/command.ts";
import type { Asker } from "../../../platform/context.ts";
import { ttlInSeconds } from "../../../platform/redis/keys.ts";
import type { ConnectionsContext } from "../context.ts";
import type { ConnectPurpose } from "./links.ts";

/** `/db connect`: makes a link to the page that takes a connection's address and key. */
export const connect = command({
  name: "connect",
  partOf: "admin",
  summary:
    "Connects a database cloud or an observability server: gives you a link to the page where its key is typed.",
  usage: "",
  examples: ["/db admin connect"],
  details:
    "The page opens in your browser, for you alone and for 15 minutes. What you type there goes straight to me and never through Slack; before anything is kept, you can test it.",
  access: "admin",
  args: z.string().trim().max(0, "`/db connect` takes nothing after it: the page asks for the rest."),

  async run(_, context: ConnectionsContext, asker) {
    return connectReply({ kind: "new" }, context, asker);
  },
});

// 256 bits cannot be guessed in 15 minutes, and their hash needs no salt.
const tokenSizeInBytes = 32;
const lifetimeMinutes = ttlInSeconds.connectLink / 60;

/** Makes a link for one person to type a connection's credentials, and the reply with it. */
export async function connectReply(
  purpose: ConnectPurpose,
  { workspaceId, connectLinks, publicUrl, now }: ConnectionsContext,
  { userId }: Pick<Asker, "userId">,
): Promise<Reply> {
  const token = randomBytes(tokenSizeInBytes).toString("base64url");
  const expiresAt = new Date(now().getTime() + lifetimeMinutes * minuteMs);
  await connectLinks.add(hashText(token), { userId, purpose, expiresAt: expiresAt.toISOString() });
  const headline = headlineOf(purpose);
  const small = `The link is valid for ${lifetimeMinutes} minutes, until ${slackDate(expiresAt, { style: "time" })}, works once, and is for you alone: do not pass it on. What you type there does not go through Slack.`;
  const url = `${publicUrl}/connect/${workspaceId}/${token}`;
  return reply([headline, small].join("\n"), [
    section(headline),
    actions([{ ...linkButton("Open the page", url), style: "primary" }]),
    smallPrint(small),
  ]);
}

function headlineOf(purpose: ConnectPurpose): string {
  if (purpose.kind === "new") {
    return "Connect a database cloud or an observability server: the page asks for its address and its key, and tests them before anything is kept.";
  }
  return `Give ${code(purpose.name)} a new key: the page asks for it, and tests it before it takes the place of the old one.`;
}
