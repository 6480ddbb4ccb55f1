import { z } from "zod";
import { minuteMs } from "../../../lib/duration.ts";
import { AppError } from "../../../lib/errors.ts";
import { channelId, textOf } from "../../../lib/kinds.ts";
import { formatEntries } from "../../../platform/audit/format-entry.ts";
import type { KeptAuditEntry } from "../../../platform/audit/log.ts";
import { declareSchedule, settings } from "../../../platform/as-code/declare-schedule.ts";
import { addSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { formatChannel } from "../../../platform/blocks/escape.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { type ArgumentKind, argument } from "../../../platform/commands/arguments/kind.ts";
import { namedChannelKind } from "../../../platform/commands/arguments/slack.ts";
import { call } from "../../../platform/commands/call.ts";
import { none } from "../../../platform/commands/entry.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import {
  type ScheduleStep,
  type ScheduleSteps,
  channelOfSchedule,
  postInChannel,
} from "../../../platform/jobs/schedules/schedules.ts";
import { scheduleFacts } from "../../../platform/jobs/schedules/kept-schedules.ts";
import type { InstalledContext } from "../context.ts";
import { withNames } from "./page.ts";
import * as texts from "./texts.ts";

/** The schedule that posts the audit log. A workspace has at most one. */
export const AuditMirrorSchedule = z.object({
  ...scheduleFacts,
  kind: z.literal("audit-mirror"),
  state: z.object({
    /** The last posted entry, or the newest one when it started. */
    after: z.string(),
    /** The last entry of the post in progress. */
    upTo: z.string().optional(),
  }),
});
export type AuditMirrorSchedule = z.output<typeof AuditMirrorSchedule>;

/** A workspace has one mirror. */
export const mirrorId = "audit-mirror";

/** The posts of the audit log, as a kind of schedule. */
export const mirrorKind = declareSchedule({
  kind: "audit-mirror",
  record: AuditMirrorSchedule,
  subject: () => "The audit log",
  command: () => "/db admin audit mirror #channel",
  settings: settings({ channelId: scheduleFacts.channelId }),
  // A mirror has no connection. It starts with the entries from now on.
  inFile: {
    first: ({ createdAt }) => ({
      id: mirrorId,
      connection: "default",
      state: { after: `${Date.parse(createdAt)}-0` },
    }),
    name: "auditLog",
    noun: "channel of the audit log",
    nouns: "channels of the audit log",
    shownIn: { tabs: ["admin audit"], lists: ["audit_mirror_show"] },
    leftOut: { connection: "it has none" },
    keyOf: () => mirrorId,
    label: ({ channelId }) => channelId,
  },
});

/** A channel gets at most one post a minute. */
const everyMs = minuteMs;
/** A post counts the entries that it does not show. */
const mostAtOnce = 500;

/** Fixes which entries the next post has, posts them, and goes on after them. */
async function advanceAuditMirror(
  schedule: AuditMirrorSchedule,
  context: InstalledContext,
): Promise<ScheduleStep> {
  const entries = await entriesOf(schedule, context);
  const upTo = entries.at(-1)?.id;
  if (upTo === undefined) return { againInMs: everyMs };
  if (schedule.state.upTo === undefined) {
    // After a crash the next worker posts the same entries, once.
    await change(schedule, context, { after: schedule.state.after, upTo });
    return { againInMs: 0 };
  }
  const messageRef = await postInChannel(context, mirrorKind, schedule, {
    key: `${schedule.id}:${schedule.channelId}:${upTo}`,
    reply: formatEntries(await withNames(entries, context.messenger.people)),
  });
  if (!messageRef) return "done";
  await change(schedule, context, { after: upTo });
  return { againInMs: everyMs };
}

async function entriesOf(
  { state: { after, upTo } }: AuditMirrorSchedule,
  { audit }: InstalledContext,
): Promise<KeptAuditEntry[]> {
  const entries = await audit.following(after, mostAtOnce);
  const last = entries.findIndex(({ id }) => id === upTo);
  return last === -1 ? entries : entries.slice(0, last + 1);
}

/** If an admin chose another channel in the meantime, the mirror started again there. */
async function change(
  schedule: AuditMirrorSchedule,
  { schedules }: InstalledContext,
  state: AuditMirrorSchedule["state"],
): Promise<void> {
  await schedules.change(schedule, (present) =>
    present.channelId === schedule.channelId && present.createdAt === schedule.createdAt
      ? { ...present, state }
      : present,
  );
}

/** The schedule of the audit log's posts. */
export const auditMirrors: ScheduleSteps<InstalledContext, AuditMirrorSchedule> = {
  ...mirrorKind,
  advance: advanceAuditMirror,
};

const mirrors = async ({ schedules }: InstalledContext) => schedules.list(AuditMirrorSchedule);

/** `/db admin audit mirror`. */
export const showMirror = call({
  name: "audit_mirror_show",
  title: "Where the audit log is posted",
  summary: "Shows the channel that gets every new entry of the audit log.",
  effect: "read",
  access: "admin",
  line: "admin audit mirror",
  verb: "show",
  args: none,
  asks: { means: ["audit mirror"], around: "list post mirror time", says: ["Where the audit log is posted"] },
  async run(_, context: InstalledContext) {
    const [present] = await mirrors(context);
    return say(formatMirror(present));
  },
});

/** A channel, or nothing but `off`: words behind `mirror` don't search the log. */
const mirrorChannel: ArgumentKind = {
  ...namedChannelKind,
  take(words, mark) {
    const taken = namedChannelKind.take(words, mark);
    const others = (taken?.rest ?? words.replace(/^off$/i, "")).trim();
    if (others !== "") throw new AppError("user", texts.mirrorUsage);
    return taken;
  },
};

/** `/db admin audit mirror #audit`, and `/db admin audit mirror off`. */
export const setMirror = call({
  name: "audit_mirror_set",
  title: "Choose where the audit log is posted",
  summary: "Posts every new entry of the audit log in a channel, or stops that.",
  effect: "change",
  access: "admin",
  line: "admin audit mirror {channel|off}",
  verb: "mirror",
  args: z.object({
    channel: argument(mirrorChannel, textOf(channelId))
      .optional()
      .describe("The channel. Without it, it stops"),
  }),
  asks: {
    means: ["post|share audit {channel}", "mirror audit {channel}", "end audit mirror", "end post audit"],
    around: "post mirror list time end share set",
    says: ["Post the audit log", " in {channel}"],
  },
  async confirm({ channel }, context: InstalledContext) {
    const [present] = channel === undefined ? await mirrors(context) : [];
    return present && { text: texts.askStop(formatChannel(present)), yes: texts.stop };
  },
  async run({ channel }, context: InstalledContext, asker) {
    const [present] = await mirrors(context);
    return channel === undefined ? end(present, context) : begin(channel, present, context, asker);
  },
});

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
    id: mirrorId,
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
  const headline = texts.mirrorStarted(formatChannel(schedule));
  return say([headline, ...notes].join(" "));
}

async function end(present: AuditMirrorSchedule | undefined, context: InstalledContext): Promise<Reply> {
  if (!present || !(await removeSchedule(mirrorKind, present, context))) return say(formatMirror(undefined));
  return say(texts.stopped(formatChannel(present)));
}

function formatMirror(present: AuditMirrorSchedule | undefined): string {
  return present ? texts.mirrored(formatChannel(present)) : texts.notMirrored;
}
