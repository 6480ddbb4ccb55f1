import type { Button, ModalView } from "@slack/types";
import type { KnownService } from "../../connections/index.ts";
import { button } from "../../../platform/blocks/button.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { startForm } from "../../../platform/forms/open.ts";
import type { ServicesContext } from "../context.ts";
import type { Given } from "../form/begin.ts";
import { createServiceForm } from "../form/form.ts";
import { buttons } from "./texts.ts";

const copyActionId = "service-copy";
const fromBackupActionId = "service-from-backup";

/** Opens the create form with a service's settings. */
export function copyButton({ serviceId }: Pick<KnownService, "serviceId">): Button {
  return button({ text: buttons.copy, actionId: copyActionId, value: serviceId });
}

/** Opens the create form with the choice of a service's backups. */
export function fromBackupButton({ serviceId }: Pick<KnownService, "serviceId">): Button {
  return button({ text: buttons.fromBackup, actionId: fromBackupActionId, value: serviceId });
}

export const copyAction = opening(copyActionId, ({ serviceId }) => ({ copy: serviceId }));

export const fromBackupAction = opening(fromBackupActionId, ({ serviceId, name }) => ({
  backup: { serviceId, serviceName: name },
}));

function opening(actionId: string, givenOf: (service: KnownService) => Given): Action<ServicesContext> {
  return {
    actionId,
    access: "operator",
    opens: () => true,
    async run(interaction: Interaction, context: ServicesContext) {
      const { value, userId, channelId, triggerId, viewId } = interaction;
      const service = await context.services.find(value);
      const { messenger } = context;
      const show = (view: ModalView) =>
        viewId === undefined
          ? messenger.openModal(triggerId, view)
          : messenger.pushModal(triggerId, view, viewId);
      await startForm(createServiceForm, givenOf(service), { userId, channelId }, show, context);
      return undefined;
    },
  };
}
