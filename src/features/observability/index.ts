import { feature } from "../../platform/feature.ts";
import { firstEventsJob } from "./alert-rules/first-event/follow.ts";
import { advanceChange } from "./changes/advance.ts";
import type { ObservabilityContext } from "./context.ts";
import { alerts } from "./alerts-command.ts";
import { dashboards } from "./dashboards/command.ts";
import { observabilityForms } from "./forms.ts";
import { unfurl } from "./links/unfurl.ts";
import { sources } from "./sources/command.ts";
import { createAgainAction, leaveTheirsAction, makeMineAction } from "./changes/interactions.ts";

export const observability = feature<ObservabilityContext>({
  name: "observability",
  commands: [alerts, dashboards, sources],
  forms: observabilityForms,
  interactions: [makeMineAction, leaveTheirsAction, createAgainAction],
  links: { unfurl },
  jobs: [
    {
      name: "changes",
      waiting: "dashboards and alerts to change",
      work: ({ contextOf }) => ({ advance: advanceChange(contextOf, observabilityForms) }),
    },
    firstEventsJob,
  ],
});
