import { hooksOfServices } from "./hooks/show.ts";
import { hooksAsCode } from "./hooks/file-part.ts";
import { adminOnHome, firstUseStep, incidentsOnHome } from "./home.ts";
import { plural, shortList } from "../../lib/text.ts";
import { hookChecks } from "./hooks/checks.ts";
import { type Feature, feature } from "../../platform/feature.ts";
import { detailsAction, pageActions } from "./actions/details.ts";
import { acknowledgeLineAction, openLineAction } from "./actions/lines.ts";
import { moreAction, ruleAction } from "./actions/more.ts";
import { muteAction } from "./actions/mute.ts";
import {
  acknowledgeRuleAction,
  stormAcknowledgeAction,
  stormAllAction,
  stormMuteAction,
  stormMuteRuleAction,
  stormSnoozeAction,
} from "./actions/storm.ts";
import { reconciliationJob, startAlerting } from "./workers.ts";
import type { AlertsContext, HookPart } from "./context.ts";
import { hookListener } from "./receive/route.ts";
import { hookCommand } from "./hooks/command.ts";
import { openAlertsOfService } from "./open/open-incidents.ts";
import { hookWindow } from "./hooks/window.ts";
import { hookForms } from "./hooks/setting-forms.ts";
import { importForm } from "./hooks/settings/import-form.ts";
import { snoozeAction, snoozeForm, snoozeLineAction } from "./actions/snooze.ts";
import { acknowledgeAction, releaseAction, resolveAction } from "./actions/acknowledge.ts";
import { hookSecretPurpose } from "./hooks/record.ts";

// What other features may use.
export { actionCalls } from "./actions/calls.ts";
export { muteRule } from "./actions/target.ts";
export { momentOf, readSnoozeTime, withDigits } from "./actions/snooze-time.ts";
export { type ActionTarget, incidentAction, mutesCommand, queueAction, whoActs } from "./actions/target.ts";
export { type AlertStore, type AlertsContext, type AlertsPart, hookPart } from "./context.ts";
export { createHookWith } from "./hooks/create.ts";
export { behindName, onHook } from "./hooks/parts.ts";
export { hookForm, offerForm } from "./hooks/setting-forms.ts";
export type { Applied, HookPartInFile, IngestPart, Ingestion } from "./hooks/part.ts";
export { changeHook, discardQuietly, findHook, hookInMrkdwn, showButton } from "./hooks/parts.ts";
export { type Hook, hookAddress, muteOf, ruleDays, ruleMuteKey, workspaceOfHook } from "./hooks/record.ts";
export { zoneIn } from "./hooks/rules/read.ts";
export { tooMuch, typed, whichHook } from "./hooks/texts.ts";
export { sendTest } from "./hooks/try.ts";
export {
  type AlertEvent,
  AlertOrigin,
  Severity,
  isOwnEvent,
  ownSender,
  severityRank,
} from "./incident/event-record.ts";
export { type HistoryEntry, Incident, isHeld } from "./incident/record.ts";
export { type Facts, type HoldBack, isOfPerson } from "./incident/step.ts";
export { type IngestedIncident, type RedisCommand, isNewIncident } from "./ingest/commit.ts";
export { type WholeText, wholeText } from "./message/body.ts";
export { webAddress } from "./message/buttons.ts";
export { headline, titleOf } from "./message/incident-message.ts";
export { fromElsewhere, titleFromElsewhere } from "./message/notes.ts";
export { actionIds, at, isTime, statusOf } from "./message/status.ts";
export { statusWords } from "./message/texts.ts";
export { historyLines } from "./message/thread-entries.ts";
export { readableTitle } from "./message/title.ts";
export { OpenAlerts } from "./open/data.ts";
export { retry, undelivered } from "./open/dead.ts";
export { eventLogLength } from "./incident/event-log.ts";
export { from, listOpen } from "./open/list.ts";
export { type Taken, type WantedList, narrowings } from "./open/wanted.ts";
export { createHook, noHooks } from "./open/texts.ts";
export { trace } from "./open/trace.ts";
export { credentialsOf, isSigned } from "./receive/authenticate.ts";
export type { InboxEntry, IncidentAction, ReceivedEvent } from "./receive/inbox-entries.ts";
export { type KnownAlert, alertOf, isCalled, knownAlert } from "./reconcile/read-alerts.ts";
export type { Rule } from "./reconcile/read-alerts.ts";
export { findRule, mayHaveRule } from "./reconcile/rule-of.ts";
export { formatDays } from "./routing/route.ts";
export { daysIn } from "./routing/rule-time.ts";
export { type FirstEventClue, hasFired } from "./rules/made-alerts.ts";
export type { MadeAlert } from "./rules/made-alerts.ts";
export type { WebhookTarget } from "./rules/made-alerts.ts";
export { bodyTemplate } from "./senders/paths.ts";

/** Buttons that people click many times in a row during an incident, so they have the larger rate limit. */
const incidentActions = [
  acknowledgeAction,
  acknowledgeRuleAction,
  acknowledgeLineAction,
  snoozeLineAction,
  openLineAction,
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

/** The way of alerts from the addresses of hooks to Slack, with what other features add to hooks. */
export function alertsWith(hookParts: readonly HookPart[]): Feature {
  const window = hookWindow(hookParts);
  return feature<AlertsContext>({
    name: "alerts",
    asCode: [hooksAsCode(hookParts)],
    commands: [hookCommand(hookParts, window)],
    forms: [importForm, snoozeForm, ...hookForms.map(({ form }) => form)],
    windows: [window],
    objects: [{ kind: "alert", load: async () => (await import("./object/alert-object.ts")).alertObject }],
    interactions: incidentActions,
    sealed: [
      {
        what: "secrets of alert hooks",
        sealedBy: "features/alerts/hooks/record.ts",
        keys: /^qm:\{(\w+)\}:hooks$/,
        purposeOf: ({ field = "" }) => hookSecretPurpose(field),
      },
    ],
    jobs: [reconciliationJob],
    startWorker: startAlerting,
    listener: hookListener(hookParts),
    subjects: ({ hooks }) => ({ hook: hooks }),
    checks: hookChecks,
    async connectionUses(connection, { hooks }) {
      const asking = (await hooks.list()).filter(({ observes }) => observes?.connection === connection);
      const names = shortList(asking.map(({ name }) => name));
      return asking.length === 0
        ? []
        : [`${plural(asking.length, "hook")} that ${asking.length === 1 ? "asks" : "ask"} it (${names})`];
    },
    home: [incidentsOnHome, adminOnHome],
    serviceFacts: [openAlertsOfService],
    serviceReaders: hooksOfServices,
    setup: firstUseStep,
  });
}
