import { titleOf, wholeText } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { id as anId } from "../../../platform/commands/arguments.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import type { Asks } from "../../../platform/commands/entry.ts";
import { call } from "../../../platform/commands/call.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { sendFile } from "../../../platform/jobs/send-file.ts";
import * as texts from "./texts.ts";
import { timelineOf } from "./timeline.ts";

/** How people ask for one. */
const timelineAsks = {
  nouns: ["timeline", "postmortem|post-mortem", "write-up|writeup", "report of alert|incident"],
  also: ["alert|incident", "file|markdown|md", "$post", "draft|write"],
  says: ["The timeline of alert {alert}"],
} satisfies Asks;

/** An alert's id, and nothing else. */
const alertKind: ArgumentKind = {
  slot: "id",
  take(words) {
    if (words.includes(" ")) throw new AppError("user", texts.needsId);
    return words === "" ? undefined : { value: words, rest: "" };
  },
  write: String,
};

/** `/db alerts timeline 0f8c`. */
export const timeline = call({
  name: "alerts_timeline",
  title: "An alert's timeline",
  summary: "Sends you what happened in an alert as a Markdown file.",
  effect: "read",
  line: "alerts timeline {alert}",
  missing: { alert: texts.needsId },
  args: z.object({ alert: argument(alertKind, anId.describe("The alert's id")) }),
  asks: timelineAsks,
  run: ({ alert }, context: OncallContext, asker) => sendTimeline(alert, context, asker),
});

/** Sends what happened in an incident as a Markdown file. Fails as missing for an unknown id. */
export async function sendTimeline(
  id: string,
  context: OncallContext,
  asker: Pick<Asker, "userId">,
): Promise<Reply> {
  const incident = await context.incidents.find(id);
  if (!incident) throw new AppError("missing", texts.unknown(id));
  const [hook, trace, whole, [message], zone, names] = await Promise.all([
    context.hooks.find(incident.hookId),
    context.incidents.trace(id),
    wholeText(incident, context),
    context.incidents.messagesOf([incident]),
    zoneOf(asker, context),
    namesOf(
      incident.history.flatMap(({ userId }) => userId ?? []),
      context,
    ),
  ]);
  const facts = {
    incident,
    hook,
    trace,
    whole,
    message: message && (await context.messenger.linkTo(message)),
  };
  const markdown = timelineOf(facts, {
    zone: zone ?? "UTC",
    person: (userId) => names.get(userId) ?? `@${userId}`,
  });
  const title = titleOf(incident);
  const file = { name: `timeline-${id}.md`, bytes: Buffer.from(markdown) };
  const messages = { announced: say(texts.announced(title)), refused: say(texts.refused(title)) };
  await sendFile(asker.userId, { file, ...messages, comment: file.name }, context.messenger);
  return say(texts.sent(title));
}

/** People's names by user id. Those that Slack doesn't give are left out. */
async function namesOf(
  userIds: readonly string[],
  { people, log }: Pick<OncallContext, "people" | "log">,
): Promise<ReadonlyMap<string, string>> {
  const found = [...new Set(userIds)].map(async (userId) => {
    try {
      return [[userId, (await people.find(userId)).name]] as const;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // The file has the id instead.
      log.info({ err: error }, "couldn't read a person's name for a timeline");
      return [];
    }
  });
  return new Map((await Promise.all(found)).flat());
}
