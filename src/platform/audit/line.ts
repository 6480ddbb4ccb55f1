import type { Logger } from "pino";
import { z } from "zod";
import { appVersion } from "../../lib/version.ts";
import { AuditEntry, type AuditLog, withoutSecrets } from "./log.ts";

// https://schema.ocsf.io/classes/api_activity. Slack doesn't tell its `src_endpoint`.
const ocsf = { category_uid: 6, class_uid: 6003 } as const;

/** OCSF's activities of that class. */
const activities = { create: 1, read: 2, update: 3, delete: 4, other: 99 } as const;

const activityOf: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({
    create: "create add adopt copy duplicate import grant propose request ask",
    read: "list show view read overview details find export call answer",
    delete: "delete remove revoke erase forget stop withdraw drop discard uninstall",
    update:
      "set update change edit rename rotate apply approve deny acknowledge snooze mute unmute pause resume resolve handover",
  } as const).flatMap(([activity, verbs]) =>
    verbs.split(" ").map((verb) => [verb, Reflect.get(activities, activity)]),
  ),
);

const statuses = { done: 1, refused: 2, failed: 2 } as const;

/** A line of the audit log on standard output, as systems that collect logs read it. Fields may be added, never renamed. */
export const AuditLine = AuditEntry.extend({
  /** Tells the line from the others of the log. */
  audit: z.literal(true),
  level: z.literal([30, 50]),
  msg: z.enum(["audit", "couldn't keep an audit entry"]),
  /** In Unix milliseconds: when the line was written. `at` is when it happened. */
  time: z.number(),
  pid: z.int(),
  hostname: z.string(),
  /** While traces are exported. */
  trace_id: z.string().optional(),
  span_id: z.string().optional(),
  trace_flags: z.string().optional(),
  /** The Slack workspace. */
  workspaceId: z.string().optional(),
  category_uid: z.literal(ocsf.category_uid),
  class_uid: z.literal(ocsf.class_uid),
  activity_id: z.literal(Object.values(activities)),
  /** The class and the activity. */
  type_uid: z.int(),
  /** 1 is informational. 3 is medium: what was refused. */
  severity_id: z.literal([1, 3]),
  /** 1 is success, 2 is failure. */
  status_id: z.literal([1, 2]),
  actor: z.strictObject({ user: z.strictObject({ uid: z.string(), name: z.string().optional() }) }),
  api: z.strictObject({ operation: z.string() }),
  metadata: z.strictObject({
    version: z.literal("1.7.0"),
    product: z.strictObject({ name: z.literal("Quartermaster"), version: z.string() }),
  }),
  /** Why the entry couldn't be kept. */
  err: z.looseObject({ message: z.string().optional() }).optional(),
}).strict();

/** What each field of a line says, for docs/operations.md. */
export const auditFields: Readonly<Record<keyof z.output<typeof AuditLine>, string>> = {
  audit: "`true`. It tells these lines from the others of the log",
  level: "30, or 50 if the entry couldn't be kept. They ignore `LOG_LEVEL`",
  time: "OCSF. When the line was written, in Unix milliseconds",
  msg: "`audit`, or `couldn't keep an audit entry`",
  pid: "The process",
  hostname: "The machine or the pod",
  trace_id: "The trace, while traces are exported",
  span_id: "Its span",
  trace_flags: "`01` if the trace is exported",
  workspaceId: "The Slack workspace",
  at: "When it happened, in ISO 8601",
  userId: "Who did it: a Slack id, `app` for the app itself, or a pseudonym",
  userName: "Their handle in Slack, if Slack gave it",
  channelId: "Where, if it was in a channel",
  door: "`command`, `ask` for a sentence, `mcp` for a program. Absent for a click",
  action: "The kind of thing and what was done, such as `service.create`, `password.show`, `person.erase`",
  subject: "The name or id of the thing",
  before: "What changed, as it was. Long values are a hash",
  after: "What changed, as it is now",
  result: "`done`, `refused` by a role or a limit, or `failed`",
  detail: "Why it was refused or failed, or more about it",
  requestId: "The id of the request to create a service",
  category_uid: "OCSF. 6, Application Activity",
  class_uid: "OCSF. 6003, API Activity",
  activity_id: "OCSF. 1 create, 2 read, 3 update, 4 delete, 99 other",
  type_uid: "OCSF. `class_uid` times 100, plus `activity_id`",
  severity_id: "OCSF. 1 informational, 3 medium for what was refused",
  status_id: "OCSF. 1 success, 2 failure",
  actor: "OCSF. `user.uid` and `user.name`, the same as `userId` and `userName`",
  api: "OCSF. `operation`, the same as `action`",
  metadata: "OCSF. `version` of the schema, `product.name` and `product.version`",
  err: "The error, if the entry couldn't be kept",
};

/** What an entry's line has in OCSF's names. */
function ocsfOf({ userId, userName, action, result }: AuditEntry) {
  const [, verb = ""] = action.split(".");
  const activity = activityOf[verb] ?? activityOf[verb.split("-")[0] ?? ""] ?? activities.other;
  return {
    ...ocsf,
    activity_id: activity,
    type_uid: ocsf.class_uid * 100 + activity,
    severity_id: result === "refused" ? 3 : 1,
    status_id: statuses[result],
    actor: { user: { uid: userId, ...(userName !== undefined && { name: userName }) } },
    api: { operation: action },
    metadata: { version: "1.7.0", product: { name: "Quartermaster", version: appVersion } },
  };
}

/**
 * An audit log that also writes each entry to the process's log, with `audit: true`, for systems that collect them.
 * These lines ignore the log level. An entry that couldn't be kept is logged as an error. Entries that are not to be kept
 * are left out of both.
 */
export function loggedAudit<Log extends AuditLog>(
  audit: Log,
  log: Logger,
  isKept: (entry: AuditEntry) => boolean = () => true,
): Log {
  const lines = log.child({ audit: true }, { level: "info" });
  return {
    ...audit,
    async record(given: AuditEntry) {
      if (!isKept(given)) return;
      const entry = withoutSecrets(given);
      const line = { ...entry, ...ocsfOf(entry) };
      try {
        await audit.record(entry);
      } catch (err) {
        lines.error({ ...line, err }, "couldn't keep an audit entry");
        throw err;
      }
      lines.info(line, "audit");
    },
  };
}
