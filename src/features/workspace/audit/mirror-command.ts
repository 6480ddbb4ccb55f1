import { code } from "../../../platform/blocks/escape.ts";
import { formatChannel } from "../../../platform/blocks/link.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { InstalledContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { channelIn } from "../../../platform/commands/channel-in.ts";
import { AuditMirrorSchedule, mirrorKind } from "./mirror.ts";
import { askFirst } from "../../../platform/commands/command.ts";
import { channelOfSchedule } from "../../../platform/jobs/schedules/schedules.ts";
import { addSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";

/** A workspace has one mirror. */
const scheduleId = "audit-mirror";

/** Starts or stops posting the audit log in a channel, or says where it is posted. */
export async function mirrorAudit(words: string, context: InstalledContext, asker: Asker): Promise<Reply> {
  const [present] = await context.schedules.list(AuditMirrorSchedule);
  const { channelId, rest } = channelIn(words);
  if (channelId !== undefined && rest === "") return begin(channelId, present, context, asker);
  if (rest === "") return say(formatMirror(present));
  const [off, sure] = /^off(?:\s+(yes))?$/i.exec(rest) ?? [];
  if (off !== undefined && channelId === undefined)
    return present && sure === undefined ? askToEnd(present) : end(present, context);
  throw new AppError(
    "user",
    "After `audit mirror` comes a channel or `off`: `/db audit mirror #audit`, `/db audit mirror off`.",
  );
}

async function begin(
  named: string,
  present: AuditMirrorSchedule | undefined,
  context: InstalledContext,
  asker: Asker,
): Promise<Reply> {
  if (present?.channelId === named) return say(formatMirror(present));
  const { channelId, notes } = await channelOfSchedule(named, context, asker);
  const [newest] = await context.audit.read({ limit: 1 });
  const schedule: AuditMirrorSchedule = {
    id: scheduleId,
    kind: "audit-mirror",
    channelId,
    // A mirror has no connection.
    connection: "default",
    createdBy: asker.userId,
    createdAt: context.now().toISOString(),
    // Starts with the entry about this command.
    state: { after: newest?.id ?? "0-0" },
  };
  await addSchedule(mirrorKind, schedule, context);
  return say(
    [
      `From now on I post what comes into the audit log ${formatChannel(schedule)}, once a minute at most.`,
      ...notes,
    ].join(" "),
  );
}

function askToEnd(present: AuditMirrorSchedule): Reply {
  return askFirst({
    text: `No longer post what comes into the audit log ${formatChannel(present)}? The log itself goes on.`,
    yes: "Stop posting it",
    command: "audit mirror off yes",
  });
}

async function end(present: AuditMirrorSchedule | undefined, context: InstalledContext): Promise<Reply> {
  if (!present || !(await removeSchedule(mirrorKind, present, context))) return say(formatMirror(undefined));
  return say(
    `What comes into the audit log is no longer posted ${formatChannel(present)}. The log itself goes on: ${code("/db audit")}.`,
  );
}

function formatMirror(present: AuditMirrorSchedule | undefined): string {
  return present
    ? `What comes into the audit log is posted ${formatChannel(present)}. To end that: ${code("/db audit mirror off")}.`
    : `What comes into the audit log is posted nowhere. To have it in a channel: ${code("/db audit mirror #audit")}.`;
}
