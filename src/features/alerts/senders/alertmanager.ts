import { readAlerts } from "./reading/alerts.ts";
import { isRecord, own, textOf } from "./reading/fields.ts";
import type { Sender } from "./sender.ts";

// A link for each of thousands of alerts would make the events many times as large as the body.
const mostSilenceLinks = 100;

/** Reads Prometheus Alertmanager's webhook: one reading for each of its alerts. */
export const alertmanager: Sender = {
  name: "alertmanager",

  read(body) {
    const alerts = readAlerts(body) ?? [];
    const home = isRecord(body) && alerts.length <= mostSilenceLinks ? textOf(own(body, "externalURL")) : "";
    return alerts.map(({ reading, labels, field }) => ({
      ...reading,
      link: field("generatorURL"),
      silenceLink: home === "" ? undefined : silenceLink(home, labels),
    }));
  },
};

/** The address of the console's form to silence exactly these labels. */
function silenceLink(home: string, labels: Record<string, unknown>): string {
  const matchers = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(textOf(value))}`);
  const filter = encodeURIComponent(`{${matchers.join(",").toWellFormed()}}`);
  return `${home.replace(/\/$/, "")}/#/silences/new?filter=${filter}`;
}
