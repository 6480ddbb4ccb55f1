import { feature } from "../../platform/feature.ts";
import type { Form } from "../../platform/forms/form.ts";
import { firstEventsJob } from "./alert-rules/first-event/follow.ts";
import { createAlertForm, deleteAlertForm, editAlertForm } from "./alert-rules/forms.ts";
import { alerts } from "./alerts-command.ts";
import { advanceChange } from "./changes/advance.ts";
import { stateOfChange } from "./changes/interactions.ts";
import { createAgainAction, leaveTheirsAction, makeMineAction } from "./changes/interactions.ts";
import type { ObservabilityContext } from "./context.ts";
import { dashboards } from "./dashboards/command.ts";
import { createDashboardForm } from "./dashboards/create-form.ts";
import { deleteDashboardForm, duplicateDashboardForm, editDashboardForm } from "./dashboards/forms.ts";
import { unfurl } from "./links/unfurl.ts";
import { dashboardsOfServices } from "./observability-client.ts";
import { sources } from "./sources/command.ts";
import { addTileForm, changeTileForm, removeTileForm } from "./tiles/forms.ts";

const forms: readonly Form[] = [
  createDashboardForm,
  editDashboardForm,
  addTileForm,
  changeTileForm,
  removeTileForm,
  duplicateDashboardForm,
  deleteDashboardForm,
  createAlertForm,
  editAlertForm,
  deleteAlertForm,
];

export const observability = feature<ObservabilityContext>({
  name: "observability",
  commands: [alerts, dashboards, sources],
  forms,
  interactions: [makeMineAction, leaveTheirsAction, createAgainAction],
  links: { unfurl },
  serviceReaders: dashboardsOfServices,
  jobs: [
    {
      name: "changes",
      subject: "A change of a dashboard or an alert rule",
      waiting: "dashboards and alerts to change",
      work: ({ contextOf }) => ({ advance: advanceChange(contextOf, forms) }),
      stateOf: stateOfChange,
    },
    firstEventsJob,
  ],
});
