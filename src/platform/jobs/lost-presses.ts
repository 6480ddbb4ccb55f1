import { code } from "../blocks/escape.ts";
import { say } from "../blocks/reply.ts";
import type { WorkspaceContext } from "../context.ts";
import { Press, lookAfterMs, pressesQueue } from "./presses.ts";
import { tellSomeone } from "./tell.ts";
import type { Step } from "./worker.ts";
import type { JobDeclaration } from "./workers.ts";

/** Looks whether a press was answered. If its process died, it tells its person, or else an admin. */
async function followPress(id: string, item: unknown, context: WorkspaceContext): Promise<Step> {
  const press = Press.parse(item);
  const mark = await context.presses.find(id);
  if (mark === "ended") return "done";
  if (mark !== undefined) return { againInMs: lookAfterMs };
  context.log.warn({ what: press.what }, "a process ended before it answered a press");
  await tellSomeone({ key: `press:${id}`, userId: press.userId, reply: say(lostText(press)) }, context);
  return "done";
}

/** In mrkdwn. */
function lostText({ what, line, channelId }: Press): string {
  const where = channelId && /^[CG]/.test(channelId) ? ` in <#${channelId}>` : "";
  const asked = line === undefined ? `“${what}”` : code(`/db ${line}`);
  return `:warning: I was restarted while I worked on ${asked}${where}, so it may not have been done. If I tell you of no outcome, look how things are, and ask again.`;
}

/** The queue's work. */
export const pressesJob: JobDeclaration = {
  name: pressesQueue,
  subject: "Following what was pressed",
  work: ({ contextOf }) => ({
    advance: (id, item) => followPress(id, item, contextOf(Press.parse(item).workspaceId)),
  }),
};
