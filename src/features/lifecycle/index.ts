import { feature } from "../../platform/feature.ts";
import { approvedChange } from "./change/accept.ts";
import { changeCommand, deleteCommand, startCommand, stopCommand } from "./change/command.ts";
import { deleteServiceForm } from "./change/delete-form.ts";
import { changeServiceForm } from "./change/form.ts";
import { escapeName } from "../../platform/blocks/escape.ts";
import { SubmittedChange } from "./changes/change.ts";
import { titles } from "./changes/texts.ts";
import { advanceChange } from "./changes/advance.ts";
import { stateOfChange } from "./changes/conclude.ts";
import type { LifecycleContext } from "./context.ts";
import { expiries } from "./expiry/advance.ts";
import { endOfService, expiresCommand } from "./expiry/command.ts";
import { endOfCreated } from "./expiry/set.ts";
import { hours } from "./hours/advance.ts";
import { hoursCommand, wakeCommand } from "./hours/command.ts";
import { hoursOfService } from "./hours/edges.ts";
import { approvedKeep, keepActions } from "./expiry/posts.ts";

export const lifecycle = feature<LifecycleContext>({
  name: "lifecycle",
  commands: [
    changeCommand,
    stopCommand,
    startCommand,
    deleteCommand,
    expiresCommand,
    hoursCommand,
    wakeCommand,
  ],
  forms: [changeServiceForm, deleteServiceForm],
  interactions: keepActions,
  schedules: [expiries, hours],
  serviceFacts: [endOfService, hoursOfService],
  afterCreation: endOfCreated,
  approvedActs: [approvedChange, approvedKeep],
  jobs: [
    {
      name: "service-changes",
      subject: "A change of a service",
      async about(item, _id, { schedules }) {
        const { userId, service, verb, asOf } = SubmittedChange.parse(item);
        const schedule = asOf && (await schedules.find(asOf.scheduleId));
        const subject = `${titles[verb]} *${escapeName(service.name)}*`;
        return { subject, userId: schedule?.createdBy ?? userId };
      },
      waiting: "changes of services",
      work: ({ contextOf }) => ({ advance: advanceChange(contextOf) }),
      stateOf: stateOfChange,
    },
  ],
});
