import { hooksOfServices } from "./hooks/readers.ts";
import { hooksAsCode } from "./hooks/as-code.ts";
import { adminOnHome, firstUseStep, incidentsOnHome } from "./home.ts";
import { plural, shortList } from "../../lib/text.ts";
import { hookChecks } from "./hooks/checks.ts";
import { feature } from "../../platform/feature.ts";
import { detailsAction, pageActions } from "./actions/details.ts";
import { moreAction, muteAction, ruleAction } from "./actions/more.ts";
import {
  acknowledgeRuleAction,
  stormAcknowledgeAction,
  stormAllAction,
  stormMuteAction,
  stormMuteRuleAction,
  stormSnoozeAction,
} from "./actions/storm.ts";
import { reconciliationJob, startAlerting } from "./workers.ts";
import type { AlertsContext } from "./context.ts";
import { handoverForm } from "./handover/form.ts";
import { handoverJob } from "./handover/advance.ts";
import { handoverRoutes } from "./handover/receive.ts";
import { rotaForm } from "./rota/form.ts";
import { onCallOnHome } from "./rota/on-call.ts";
import { onCall } from "./rota/command.ts";
import { rotaJob } from "./rota/refresh.ts";
import { hookListener } from "./receive/route.ts";
import { hook } from "./hooks/command.ts";
import { noiseMuteAction, noiseMuteNowAction, noiseRaiseAction } from "./noise/actions.ts";
import { weeklyNoise } from "./noise/schedule.ts";
import { openAlertsOfService } from "./open/open-alerts-fact.ts";
import { hookWindow } from "./hooks/window.ts";
import { importForm } from "./hooks/settings/import-form.ts";
import { snoozeAction, snoozeForm } from "./actions/snooze.ts";
import { acknowledgeAction, releaseAction, resolveAction } from "./actions/acknowledge.ts";
import { hookSecretPurpose } from "./hooks/record.ts";

// What other features may use.
export type { AlertStore, AlertsPart } from "./context.ts";
export { Hook, hookAddress } from "./hooks/record.ts";
export { sendTest } from "./hooks/try.ts";
export { AlertOrigin } from "./incident/event-record.ts";
export { Incident } from "./incident/record.ts";
export { actionIds, at } from "./message/status.ts";
export { titleFromElsewhere } from "./message/notes.ts";
export { headline } from "./message/incident-message.ts";
export { noiseCalls } from "./noise/command.ts";
export { alertAsks } from "./open/asks.ts";
export { OpenAlerts } from "./open/data.ts";
export { retry, undelivered } from "./open/dead.ts";
export { from, listOpen } from "./open/list.ts";
export { trace } from "./open/trace.ts";
export { timeline } from "./timeline/send.ts";
export { type KnownAlert, alertOf, isCalled, knownAlert } from "./reconcile/known-alert.ts";
export { type FirstEventClue, hasFired } from "./rules/first-events.ts";
export type { MadeAlert } from "./rules/made-alerts.ts";
export type { WebhookTarget } from "./rules/webhook-targets.ts";
export { bodyTemplate } from "./senders/paths.ts";

/** Buttons that people click many times in a row during an incident, so they have the larger rate limit. */
const incidentActions = [
  acknowledgeAction,
  acknowledgeRuleAction,
  snoozeAction,
  resolveAction,
  releaseAction,
  detailsAction,
  ...pageActions,
  moreAction,
  muteAction,
  ruleAction,
  stormAllAction,
  stormAcknowledgeAction,
  stormSnoozeAction,
  stormMuteAction,
  stormMuteRuleAction,
].map((action) => ({ ...action, isQuick: true as const }));

export const alerts = feature<AlertsContext>({
  name: "alerts",
  asCode: [hooksAsCode],
  commands: [hook, onCall],
  forms: [importForm, snoozeForm, handoverForm, rotaForm],
  windows: [hookWindow],
  objects: [{ kind: "alert", load: async () => (await import("./object/alert-object.ts")).alertObject }],
  interactions: [...incidentActions, noiseMuteAction, noiseMuteNowAction, noiseRaiseAction],
  schedules: [weeklyNoise],
  sealed: [
    {
      what: "secrets of alert hooks",
      sealedBy: "features/alerts/hooks/record.ts",
      keys: /^qm:\{(\w+)\}:hooks$/,
      purposeOf: ({ field = "" }) => hookSecretPurpose(field),
    },
  ],
  jobs: [reconciliationJob, handoverJob, rotaJob],
  startWorker: startAlerting,
  listener: hookListener,
  routes: handoverRoutes,
  subjects: ({ hooks }) => ({ hook: hooks }),
  checks: hookChecks,
  async connectionUses(connection, { hooks }) {
    const asking = (await hooks.list()).filter(({ observes }) => observes?.connection === connection);
    const names = shortList(asking.map(({ name }) => name));
    return asking.length === 0
      ? []
      : [`${plural(asking.length, "hook")} that ${asking.length === 1 ? "asks" : "ask"} it (${names})`];
  },
  home: [onCallOnHome, incidentsOnHome, adminOnHome],
  serviceFacts: [openAlertsOfService],
  serviceReaders: hooksOfServices,
  setup: firstUseStep,
});
