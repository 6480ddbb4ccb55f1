import { fieldsOf, firstText, isRecord } from "./reading/fields.ts";
import type { Reading, Sender } from "./sender.ts";

type Field = (name: string) => unknown;

// A body of another shape may have a title and a state, but none of these.
const ownFields = [
  "eventId",
  "startTime",
  "endTime",
  "startTimeISO",
  "endTimeISO",
  "alertId",
  "groupKey",
  "link",
];

/** Reads the body of our own template: a key for each of the observability system's variables. */
export const structured: Sender = {
  name: "structured",

  read(body) {
    if (!isRecord(body)) return undefined;
    const field = fieldsOf(body);
    const has = (...names: string[]) => names.some((name) => firstText(field(name)) !== "");
    const hasState = has("state", "status");
    const isMine = has("title", "body")
      ? (hasState || has("eventId")) && has(...ownFields)
      : hasState && has("eventId");
    return isMine ? [readingOf(field)] : undefined;
  },
};

function readingOf(field: Field): Reading {
  return {
    id: firstText(field("eventId")),
    title: field("title"),
    body: bodyOf(field),
    group: field("groupKey"),
    severity: firstText(field("severity"), field("priority")),
    states: [field("state"), field("status")],
    link: field("link"),
    runbook: firstText(field("runbook"), field("runbookUrl")),
    value: field("value"),
    threshold: field("threshold"),
    thresholdMax: field("thresholdMax"),
    startsAt: firstText(field("startTime"), field("startTimeISO")),
    endsAt: firstText(field("endTime"), field("endTimeISO")),
    hasWindow: true,
    isObserved: true,
    alertId: field("alertId"),
  };
}

/** The body and the note, which the alert's owner wrote for the person on call. */
function bodyOf(field: Field): string {
  const [body, note] = [firstText(field("body")), firstText(field("note"))];
  return body.includes(note) ? body : `${body.trimEnd()}\n${note}`;
}
