import {
  type Alert,
  alertDashboardId,
  alertSavedSearchId,
} from "../../../../platform/cloud/observability/alert.ts";
import { oneLine } from "../../../../lib/text.ts";
import { messageLength, nameLength } from "./text-fields.ts";

/**
 * What a form has of an alert that it changes or copies; its texts as the inputs show them, which may be cut. Where it tells
 * no webhook, the form asks for one, and chooses none by itself.
 */
export function valuesOf(alert: Alert): Record<string, unknown> {
  const { threshold, thresholdMax, thresholdType, interval, name, message } = alert;
  return {
    source: alert.source ?? "tile",
    dashboardId: alertDashboardId(alert),
    tileId: alert.tileId ?? undefined,
    savedSearch: alertSavedSearchId(alert),
    threshold: threshold ?? undefined,
    thresholdMax: thresholdMax ?? undefined,
    thresholdType: thresholdType ?? "above",
    interval: interval ?? "5m",
    name: shown(oneLine(name ?? ""), nameLength),
    message: shown(messageOf({ message }), messageLength),
    webhook: webhookOf(alert),
  };
}

/** The webhook that an alert tells, the first of several. */
export function webhookOf({ channel, channels }: Alert): string | undefined {
  const told = [channel, ...(channels ?? [])].find(
    (one) => one?.webhookId && (one.type ?? "webhook") === "webhook",
  );
  return told?.webhookId ?? undefined;
}

/** True where a form shows only the beginning of an alert's message. */
export function isMessageCut(alert: Pick<Alert, "message">): boolean {
  return messageOf(alert).length > messageLength;
}

/** With the line ends that inputs have. */
function messageOf({ message }: Pick<Alert, "message">): string {
  return (message ?? "").replaceAll("\r\n", "\n").trim();
}

function shown(text: string, length: number): string {
  return text.slice(0, length).toWellFormed().trim();
}
