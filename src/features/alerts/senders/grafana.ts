import { firstText, isRecord, own, textOf } from "./reading/fields.ts";
import { type ListedAlert, readAlerts } from "./reading/alerts.ts";
import type { Reading, Sender } from "./sender.ts";

// Fields that Alertmanager does not have: the first ones are in the body, the others in its alerts.
const inBody = ["orgId", "title", "message", "state"];
const inAlerts = ["silenceURL", "dashboardURL", "panelURL", "values", "valueString"];

/** Reads Grafana's webhook: Alertmanager's shape with a few more fields. */
export const grafana: Sender = {
  name: "grafana",

  read(body) {
    const alerts = readAlerts(body);
    const isMine =
      inBody.some((name) => isRecord(body) && own(body, name) !== undefined) ||
      alerts?.some(({ field }) => inAlerts.some((name) => field(name) !== undefined));
    return isMine ? alerts?.map(readingOf) : undefined;
  },
};

function readingOf({ reading, labels, annotations, field }: ListedAlert): Reading {
  return {
    ...reading,
    // A rule that fails or has no data alerts under another name. A label holds its own name.
    title: firstText(
      annotations.summary,
      annotations.title,
      withRule(reading.name, labels.rulename),
      reading.title,
    ),
    rule: firstText(withRule(reading.name, labels.rulename), reading.name),
    link: firstText(field("panelURL"), field("dashboardURL"), field("generatorURL")),
    silenceLink: field("silenceURL"),
    value: valuesOf(field("values")),
    isTest: labels.alertname === "TestAlert" && labels.instance === "Grafana",
  };
}

function withRule(name: unknown, rule: unknown): string {
  return textOf(rule) === "" || rule === name ? "" : `${textOf(name)}: ${textOf(rule)}`;
}

function valuesOf(values: unknown): string | undefined {
  if (!isRecord(values)) return undefined;
  const numbers = Object.entries(values).filter(([, value]) => typeof value === "number");
  const [only] = numbers;
  if (only && numbers.length === 1) return rounded(only[1]);
  return numbers.map(([name, value]) => `${name} = ${rounded(value)}`).join(", ");
}

/** Rounds to 6 digits. Expressions give numbers such as 44.23943737541908. */
function rounded(value: unknown): string {
  return String(Number(Number(value).toPrecision(6)));
}
