import { readAlerts } from "./reading/alerts.ts";
import type { Sender } from "./sender.ts";

/** Prometheus Alertmanager's webhook: one reading for each of its alerts. */
export const alertmanager: Sender = {
  name: "alertmanager",

  read(body) {
    return readAlerts(body)?.map(({ reading, field }) => ({ ...reading, link: field("generatorURL") }));
  },
};
