import { z } from "zod";
import { escapeName } from "../../../platform/blocks/escape.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Accepted, Finding, Form, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { busyView } from "../changes/busy.ts";
import { acceptChange } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { type LastBackup, LastBackupRead, lastBackupOf } from "../last-backup.ts";
import * as texts from "./delete-texts.ts";

const DeleteFacts = z.object({
  service: z.object({ serviceId: z.string(), name: z.string(), connection: z.string() }),
  /** What is known of its backups; absent while they are read. */
  backup: LastBackupRead.optional(),
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
        const { service, backup } = factsOf(state);
        const name = escapeName(service.name);
        return [
          section(texts.deletes(name)),
          section(backupText(backup)),
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
    return backup ? undefined : { facts: { backup: await lastBackupOf(service, context) } };
  },
  problems(state) {
    const { service } = factsOf(state);
    if (textIn(state.values, "typedName") === service.name) return [];
    return [{ field: "typedName", message: texts.typeExactly(service.name) }];
  },
  accept,
};

function backupText(backup: LastBackup | undefined): string {
  return backup === undefined ? texts.readingBackups : texts.lastBackup(backup);
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
