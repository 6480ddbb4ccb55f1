import { fieldsOf, firstText, isRecord } from "./reading/fields.ts";
import type { Sender } from "./sender.ts";

/**
 * Reads the body for an incident tool: title, description, deduplication_key, status, source_url, and maybe metadata.
 */
export const incidentTool: Sender = {
  name: "incident tool",

  read(body) {
    if (!isRecord(body)) return undefined;
    const field = fieldsOf(body);
    const id = firstText(field("deduplication_key"));
    const title = firstText(field("title"), field("description"));
    if (id === "" || title === "") return undefined;

    const metadata = field("metadata");
    const more = fieldsOf(isRecord(metadata) ? metadata : {});
    return [
      {
        id,
        title,
        body: field("description"),
        group: more("groupKey"),
        severity: firstText(field("severity"), more("severity"), more("priority")),
        states: [field("status"), field("state")],
        link: field("source_url"),
        runbook: firstText(field("runbook_url"), more("runbook_url"), more("runbook")),
        value: more("value"),
        threshold: more("threshold"),
        thresholdMax: more("thresholdMax"),
        startsAt: more("startTime"),
        endsAt: more("endTime"),
        hasWindow: true,
        isObserved: true,
        alertId: more("alertId"),
      },
    ];
  },
};
