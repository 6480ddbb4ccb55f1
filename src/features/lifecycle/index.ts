import { feature } from "../../platform/feature.ts";
import { approvedChange } from "./change/approved.ts";
import { changeCommand, deleteCommand, startCommand, stopCommand } from "./change/command.ts";
import { deleteServiceForm } from "./change/delete-form.ts";
import { changeServiceForm } from "./change/form.ts";
import { advanceChange } from "./changes/advance.ts";
import type { LifecycleContext } from "./context.ts";

export const lifecycle = feature<LifecycleContext>({
  name: "lifecycle",
  commands: [changeCommand, stopCommand, startCommand, deleteCommand],
  forms: [changeServiceForm, deleteServiceForm],
  approvedActs: [approvedChange],
  jobs: [
    {
      name: "service-changes",
      waiting: "changes of services",
      work: ({ contextOf }) => ({ advance: advanceChange(contextOf) }),
    },
  ],
});
