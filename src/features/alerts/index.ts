import { recordingAlerts } from "./recording.ts";
import { hookSecretPurpose } from "./hooks/secret.ts";
import { feature } from "../../platform/feature.ts";
import { acknowledgeAct } from "./actions/acknowledge.ts";
import { detailsAct, pageActs } from "./actions/details.ts";
import { moreAct } from "./actions/more.ts";
import { muteAct } from "./actions/mute.ts";
import { releaseAct } from "./actions/release.ts";
import { resolveAct } from "./actions/resolve.ts";
import { ruleAct } from "./actions/rule.ts";
import { snoozeForm } from "./actions/snooze-form.ts";
import { snoozeAct } from "./actions/snooze.ts";
import { digestAllAct } from "./actions/storm-all.ts";
import { reconciliationJob, startAlerting } from "./workers.ts";
import type { AlertsContext } from "./context.ts";
import { hookListener } from "./receive/route.ts";
import { hook } from "./hooks/command.ts";
import { importForm } from "./hooks/settings/import-form.ts";

/** People press these many times in a row. None of it can wait. */
const incidentActions = [
  acknowledgeAct,
  snoozeAct,
  resolveAct,
  releaseAct,
  detailsAct,
  ...pageActs,
  moreAct,
  muteAct,
  ruleAct,
  digestAllAct,
].map((action) => ({ ...action, isQuick: true as const }));

export const alerts = feature<AlertsContext>({
  name: "alerts",
  commands: [hook],
  forms: [importForm, snoozeForm],
  interactions: incidentActions,
  sealed: [
    {
      what: "secrets of alert hooks",
      sealedBy: "features/alerts/hooks/secret.ts",
      keys: /^qm:\{(\w+)\}:hooks$/,
      purposeOf: ({ field = "" }) => hookSecretPurpose(field),
    },
  ],
  jobs: [reconciliationJob],
  startWorker: startAlerting,
  listener: hookListener,
  recording: recordingAlerts,
  subjects: ({ hooks }) => ({ hook: hooks }),
});
