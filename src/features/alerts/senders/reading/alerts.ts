import type { Reading } from "../sender.ts";
import { fieldsOf, firstText, isRecord, own, textOf } from "./fields.ts";

type Labels = Record<string, unknown>;

/** An alert in a list of alerts, as far as Alertmanager and the senders with its shape agree. */
export interface ListedAlert {
  reading: Reading;
  labels: Labels;
  annotations: Labels;
  field: (name: string) => unknown;
}

/** Reads the alerts of a body in Alertmanager's shape, or a single alert. Undefined if there is none. */
export function readAlerts(body: unknown): ListedAlert[] | undefined {
  if (!isRecord(body)) return undefined;
  const alerts = own(body, "alerts") ?? alone(body);
  if (!Array.isArray(alerts)) return undefined;
  const read = alerts.flatMap((alert: unknown) => readAlert(alert, body) ?? []);
  const [first] = read;
  if (first === undefined) return undefined;
  first.reading.body = withOmitted(textOf(first.reading.body), own(body, "truncatedAlerts"));
  return read;
}

/** Some senders send a single alert without the list around it. */
function alone(body: Labels): unknown {
  return own(recordOf(own(body, "labels")), "alertname") === undefined ? undefined : [body];
}

function readAlert(alert: unknown, body: Labels): ListedAlert | undefined {
  if (!isRecord(alert)) return undefined;
  const [labels, annotations] = [recordOf(own(alert, "labels")), recordOf(own(alert, "annotations"))];
  const name = firstText(own(labels, "alertname"), own(labels, "rulename"));
  const summary = firstText(own(annotations, "summary"), own(annotations, "title"), own(labels, "summary"));
  const title = firstText(summary, name, own(annotations, "message"), own(annotations, "description"));
  if (title === "" && firstText(own(alert, "fingerprint")) === "") return undefined;
  const reading = {
    id: own(alert, "fingerprint"),
    title,
    name,
    rule: name,
    body: bodyOf(annotations),
    group: groupOf(labels),
    severity: firstText(own(labels, "severity"), own(labels, "priority"), own(labels, "level")),
    states: [firstText(own(alert, "status"), own(body, "status"))],
    runbook: firstText(
      own(annotations, "runbook_url"),
      own(annotations, "runbook"),
      own(annotations, "playbook"),
    ),
    startsAt: own(alert, "startsAt"),
    endsAt: own(alert, "endsAt"),
  };
  return { reading, labels, annotations, field: fieldsOf(alert) };
}

function recordOf(value: unknown): Labels {
  return isRecord(value) ? value : {};
}

// Shown elsewhere, or meant for machines.
const notInGroup = new Set([
  "alertname",
  "severity",
  "priority",
  "level",
  "summary",
  "grafana_folder",
  "prometheus",
]);

/** The group in the format of the observability system: "instance:db-1, job:node". */
function groupOf(labels: Labels): string {
  return Object.entries(labels)
    .filter(([name, value]) => !notInGroup.has(name) && !name.startsWith("__") && textOf(value) !== "")
    .map(([name, value]) => `${name}:${textOf(value)}`)
    .join(", ");
}

const notInBody = new Set(["summary", "title", "description", "message"]);

function bodyOf(annotations: Labels): string {
  const others = Object.entries(annotations)
    .filter(([name, value]) => !notInBody.has(name) && !name.startsWith("__") && textOf(value) !== "")
    .map(([name, value]) => `${name}: ${textOf(value)}`);
  return [firstText(own(annotations, "description"), own(annotations, "message")), ...others]
    .filter((line) => line !== "")
    .join("\n");
}

/** Adds the number of alerts that the sender left out. */
function withOmitted(body: string, omitted: unknown): string {
  return typeof omitted === "number" && omitted > 0
    ? `${body}\nThe sender left out ${omitted} more of these alerts.`.trimStart()
    : body;
}
