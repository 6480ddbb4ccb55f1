import { z } from "zod";
import { formatAgo } from "../../../lib/time.ts";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Accepted, Finding, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { busyView } from "../changes/busy.ts";
import { acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { expiryOf } from "../expiry/set.ts";
import { LastBackupRead, gapOf, lastBackupOf } from "../last-backup.ts";
import * as texts from "./delete-texts.ts";

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

/** The form that deletes a service, once its name is typed. */
export const deleteServiceForm: Form<LifecycleContext> = {
  name: "delete-service",
  access: "operator",
  title: texts.title,
  submit: texts.submit,
  steps: [
    {
      name: "delete",
      title: "Delete",
      intro: (state) => {
        const facts = factsOf(state);
        const { service } = facts;
        const name = escapeName(service.name);
        return [
          section(texts.deletes(name)),
          section(backupText(facts)),
          section(texts.typeThis(service.name)),
        ];
      },
      sections: [
        {
          fields: [
            {
              name: "typedName",
              label: texts.typeName,
              help: texts.typeNameHelp,
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
    return [{ field: "typedName", message: texts.typeExactly(service.name) }];
  },
  accept,
};

/** The last good backup, with the same judgement as before a policy deletes. */
function backupText({ backup, readAt, ranUntil }: z.output<typeof DeleteFacts>): string {
  if (backup === undefined) return texts.readingBackups;
  const gap = gapOf(backup, ranUntil === undefined ? undefined : new Date(ranUntil));
  const age = backup.at && readAt ? formatAgo(new Date(backup.at), new Date(readAt)) : undefined;
  return [texts.lastBackup(backup, age), texts.lossOf(gap, backup)].filter(Boolean).join(" ");
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
