import { randomBytes } from "node:crypto";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import type { ConnectionsContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import type { ConnectPurpose } from "./links.ts";
import { ttlInSeconds } from "../../../platform/redis/keys.ts";
import { hashText } from "../../../lib/hash.ts";
import { minuteMs } from "../../../lib/duration.ts";

// 256 bits: nobody guesses one in 15 minutes, and its digest needs no salt.
const tokenSizeInBytes = 32;
const lifetimeMinutes = ttlInSeconds.connectLink / 60;

/** Makes a link for one person to type a connection's credentials at, and what tells them of it. */
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
  if (purpose.act === "new") {
    return "Connect a database cloud or an observability server: the page asks for its address and its key, and tests them before anything is kept.";
  }
  return `Give ${code(purpose.name)} a new key: the page asks for it, and tests it before it takes the place of the old one.`;
}
