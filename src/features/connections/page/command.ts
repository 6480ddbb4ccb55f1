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
  summary: "Gives you a link to a page that connects a database cloud or an observability server.",
  usage: "",
  examples: ["/db admin connect"],
  details:
    "The page opens in your browser, only for you, for 15 minutes. What you type there doesn't go through Slack. You can test it before you save it.",
  access: "admin",
  args: z
    .string()
    .trim()
    .max(0, "`/db admin connect` takes no words after it. The page asks for everything."),

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
  const small = `The link works once, until ${slackDate(expiresAt, { style: "time" })}, and only for you. Don't share it. What you type there doesn't go through Slack.`;
  const url = `${publicUrl}/connect/${workspaceId}/${token}`;
  return reply([headline, small].join("\n"), [
    section(headline),
    actions([{ ...linkButton("Open the page", url), style: "primary" }]),
    smallPrint(small),
  ]);
}

function headlineOf(purpose: ConnectPurpose): string {
  if (purpose.kind === "new") {
    return "Connect a database cloud or an observability server. The page asks for its address and key, and tests them first.";
  }
  return `Give ${code(purpose.name)} a new key. The page tests it before it replaces the old one.`;
}
