import { randomBytes } from "node:crypto";
import { minuteMs } from "../../../lib/duration.ts";
import { hashText } from "../../../lib/hash.ts";
import { actions, linkButton } from "../../../platform/blocks/button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context as smallPrint, section } from "../../../platform/blocks/text.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { none } from "../../../platform/commands/entry.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { ttlInSeconds } from "../../../platform/redis/keys.ts";
import type { ConnectionsContext } from "../context.ts";
import type { ConnectPurpose } from "./links.ts";
import * as texts from "./texts.ts";

/** `/db admin connect`: makes a link to the page that takes a connection's address and key. */
const start = call({
  name: "connections_connect",
  title: "Connect a database cloud",
  summary: "Gives you a link to a page that connects a database cloud or an observability server.",
  effect: "change",
  access: "admin",
  line: "admin connect",
  args: none,
  asks: {
    means: ["connect connection", "connect"],
    around: "connection want create source",
    says: ["Connect a database cloud"],
  },
  run: async (_, context: ConnectionsContext, asker) => connectReply({ kind: "new" }, context, asker),
});

/** `/db connect`. */
export const connect = commandOf({
  name: "connect",
  partOf: "admin",
  summary: texts.summary,
  examples: ["/db admin connect"],
  details: texts.details,
  hint: texts.noWords,
  calls: [start],
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
  const headline = purpose.kind === "new" ? texts.newHeadline : texts.rotateHeadline(purpose.name);
  const small = texts.linkHint(slackDate(expiresAt, { style: "time" }));
  const url = `${publicUrl}/connect/${workspaceId}/${token}`;
  return reply([headline, small].join("\n"), [
    section(headline),
    actions([{ ...linkButton(texts.openPage, url), style: "primary" }]),
    smallPrint(small),
  ]);
}
