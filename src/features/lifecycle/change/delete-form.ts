import { z } from "zod";
import { plural } from "../../../lib/text.ts";
import { formatAgo } from "../../../lib/time.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Accepted, Finding, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { busyView } from "../changes/busy.ts";
import { acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { expiryOf } from "../expiry/set.ts";
import { type Gap, type LastBackup, LastBackupRead, gapOf, lastBackupOf } from "../last-backup.ts";

const DeleteFacts = z.object({
  service: z.object({ serviceId: z.string(), name: z.string(), connection: z.string() }),
  /** What is known of its backups; absent while they are read. */
  backup: LastBackupRead.optional(),
  /** When they were read. */
  readAt: z.string().optional(),
  /** When the service was last known to run. Absent if it runs, or that isn't known. */
  ranUntil: z.string().optional(),
});

function factsOf({ facts }: FormState) {
  return DeleteFacts.parse(facts);
}

const title = "Delete a service";
const submit = "Delete";

/** What is lost. The name is escaped. */
function deletes(name: string): string {
  return `:warning: *This deletes ${name} with all its data.* It's stopped first. It can't be taken back.`;
}

const readingBackups = ":hourglass_flowing_sand: Reading its backups…";

/** The last good backup of what is to be deleted, in mrkdwn. The age is as in "3 days ago". */
export function lastBackup({ at, failedSince, isRead }: LastBackup, age?: string): string {
  if (!isRead) return ":warning: *Last good backup:* I can't read its backups, so I don't know of one.";
  if (at === undefined)
    return ":warning: *Last good backup:* there is none. Nothing would be left of its data.";
  const failed = failedSince > 0 ? ` (:warning: ${failedSince} failed since)` : "";
  const when = `${slackDate(new Date(at))}${age === undefined ? "" : `, ${age}`}`;
  return `*Last good backup:* ${when}${failed}. What changed after it is lost. The cloud may delete its backups too.`;
}

/** Why the last good backup may not have all data, in mrkdwn. Empty if \`lastBackup\` says it. */
export function lossOf(gap: Gap | undefined, { failedSince, unclearSince }: LastBackup): string {
  switch (gap) {
    case undefined:
      return ":white_check_mark: It started after the service last ran, so it has all data.";
    case "failed":
      return `:warning: ${plural(failedSince, "later backup")} failed, so nothing newer can be restored.`;
    case "unclear":
      return `:warning: I can't tell whether ${plural(unclearSince, "later backup")} can be restored.`;
    case "older":
      return ":warning: The service ran after it, or may have.";
    case "unread":
    case "none":
      return "";
  }
}

/** What to type. */
function typeThis(name: string): string {
  return `To delete it, type ${code(name)}.`;
}

const typeName = "Type its name to confirm";
const typeNameHelp = "Exactly as above.";

/** Plain text. */
function typeExactly(name: string): string {
  return `Type ${name}, exactly like that.`;
}

/** The form that deletes a service, once its name is typed. */
export const deleteServiceForm: Form<LifecycleContext> = {
  name: "delete-service",
  access: "operator",
  title,
  submit,
  steps: [
    {
      name: "delete",
      title: "Delete",
      intro: (state) => {
        const facts = factsOf(state);
        const { service } = facts;
        const name = escapeName(service.name);
        return [section(deletes(name)), section(backupText(facts)), section(typeThis(service.name))];
      },
      sections: [
        {
          fields: [
            {
              name: "typedName",
              label: typeName,
              help: typeNameHelp,
              input: "text",
              optional: false,
              // The last good backup is seen before.
              shows: (state) => factsOf(state).backup !== undefined,
            },
          ],
        },
      ],
    },
  ],
  async begin(given, { services }) {
    const { serviceId, name, connection } = await services.find(String(given["service"]));
    return { values: {}, facts: { service: { serviceId, name, connection } } };
  },
  async fetchFacts(_about, state, context): Promise<Finding | undefined> {
    const { service, backup } = factsOf(state);
    if (backup) return undefined;
    const stopped = (await expiryOf(service.serviceId, context))?.state.stopped;
    const ranUntil = stopped && !stopped.isStarted ? stopped.at : undefined;
    const readAt = context.now().toISOString();
    return { facts: { backup: await lastBackupOf(service, context), readAt, ranUntil } };
  },
  problems(state) {
    const { service } = factsOf(state);
    if (textIn(state.values, "typedName") === service.name) return [];
    return [{ field: "typedName", message: typeExactly(service.name) }];
  },
  accept,
};

/** The last good backup, with the same judgement as before a policy deletes. */
function backupText({ backup, readAt, ranUntil }: z.output<typeof DeleteFacts>): string {
  if (backup === undefined) return readingBackups;
  const gap = gapOf(backup, ranUntil === undefined ? undefined : new Date(ranUntil));
  const age = backup.at && readAt ? formatAgo(new Date(backup.at), new Date(readAt)) : undefined;
  return [lastBackup(backup, age), lossOf(gap, backup)].filter(Boolean).join(" ");
}

async function accept(submitted: SubmittedForm, context: LifecycleContext): Promise<Accepted> {
  const { formId, attempt, viewId, userId, userName, channelId } = submitted;
  const { service } = factsOf(submitted);
  const change = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    service,
    verb: "delete" as const,
    parts: [{ kind: "stop" as const }, { kind: "delete" as const }],
    form: { formId, attempt, viewId },
  };
  await acceptChange(`${formId}-${attempt}`, change, context, slackShowsWithinMs);
  return { view: busyView("delete", service.name) };
}
