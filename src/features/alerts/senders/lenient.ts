import { meaningOf, stateOfFlag } from "./reading/state.ts";
import { cutLine } from "./reading/text.ts";
import { readTitle } from "./reading/title.ts";
import type { Reading, Sender } from "./sender.ts";
import { firstText, isRecord, layersOf, listIn, own } from "./reading/fields.ts";

// Common names of these fields, without case, underscores and hyphens. The most specific ones come first.
const names = {
  title: [
    "title alertname alert rulename alertrule alarmname checkname monitorname monitorfriendlyname policyname searchname",
    "problemtitle entitydisplayname name summary subject headline issuetitle message msg problem text description",
    "descriptiontitle content label",
  ].join(" "),
  // What a check is about: its title if nothing else is one, and it has a state.
  checked: "servicedesc servicedescription servicename service hostname host",
  name: "alertname alert rulename alertrule alarmname checkname monitorname monitorfriendlyname policyname searchname",
  body: [
    "body description details detail message msg text newstatereason reason output serviceoutput hostoutput",
    "statemessage problemdetailstext descriptiontext content summary comment",
  ].join(" "),
  state: [
    "state status alertstatus alertstate newstatevalue eventstatus incidentstate currentstate monitorcondition",
    "servicestate hoststate alerttypefriendlyname",
  ].join(" "),
  action: "alerttransition eventaction eventtype notificationtype messagetype action event type kind",
  id: "dedupkey deduplicationkey fingerprint incidentkey incidentid incidentnumber alias alertid alertuid ruleid ruleuid monitorid checkid problemid issueid entityid alarmarn",
  link: "link url htmlurl permalink weburl sourceurl alerturl eventurl ruleurl monitorurl incidenturl issueurl problemurl resultslink dashboardurl clienturl href",
  runbook: "runbookurl runbook runbooklink playbookurl playbook",
  severity: "severity priority level urgency alertseverity alertpriority sev criticality",
  group: [
    "group groupkey host hostname instance service servicename resourcename impactedentity source component resource",
    "scope",
  ].join(" "),
  value: "value currentvalue metricvalue observedvalue",
  threshold: "threshold thresholdvalue",
  at: "timestamp time eventtime statechangetime occurredat updatedat datetime date",
} as const;

type Name = keyof typeof names;

/**
 * Reads any other JSON with something like a title: in the body, in its part about the alert, or in a list of alerts.
 */
export const lenient: Sender = {
  name: "other JSON",

  read(body) {
    if (!isRecord(body)) return undefined;
    const [outer = {}] = layersOf(body);
    const list = listIn(outer);
    const listed = list.length > 1 && valuesIn([outer])("title").length === 0;
    return (listed ? list : [body]).flatMap((each) => readOne(each) ?? []);
  },
};

type ValuesOf = (name: Name) => string[];

/** Finds all values of a field, the most specific name first. */
function valuesIn(layers: readonly Record<string, unknown>[]): ValuesOf {
  return (name) =>
    names[name]
      .split(" ")
      .flatMap((each) => layers.map((layer) => wordOf(own(layer, each))))
      .filter((text) => text !== "");
}

/** A text, or that of an object which stands for one, as in `"status": {"name": "Open"}`. */
function wordOf(value: unknown): string {
  if (!isRecord(value)) return firstText(value);
  const [named] = layersOf(value);
  return firstText(...["value", "name", "displayname"].map((name) => own(named ?? {}, name)));
}

const kumaStates = new Map<unknown, string>([
  [0, "down"],
  [1, "up"],
]);

function readOne(body: Record<string, unknown>): Reading | undefined {
  const layers = layersOf(body);
  const all = valuesIn(layers);
  const states = [...all("state"), ...wordsOf(layers)];
  const title =
    all("title").find((text) => /\p{L}/u.test(text)) ?? (states.length > 0 ? all("checked")[0] : undefined);
  if (title === undefined) return undefined;
  return {
    id: all("id")[0],
    title,
    name: all("name").find((text) => /\p{L}/u.test(text)),
    body: all("body").find((text) => text !== title),
    group: all("group").find((text) => text !== title),
    severity: all("severity")[0],
    states: [...states, ...all("action").filter(isState), ...severityStates(all), ...markedStates(all)],
    link: all("link").find((text) => /^https?:/i.test(text)),
    runbook: all("runbook").find((text) => /^https?:/i.test(text)),
    value: all("value")[0],
    threshold: all("threshold")[0],
    at: all("at")[0],
  };
}

// Any body may have a type or an action. It is a state only if it begins or ends something.
const isState = (word: string) => meaningOf(word) !== "unclear";

/** The states that flags give, and the number of an Uptime Kuma heartbeat. */
function wordsOf(layers: readonly Record<string, unknown>[]): string[] {
  return layers.flatMap((layer) => {
    const beat = own(layer, "heartbeat");
    const ofBeat =
      isRecord(beat) && isRecord(own(layer, "monitor")) ? kumaStates.get(own(beat, "status")) : undefined;
    return [...Object.entries(layer).map(([name, value]) => stateOfFlag(name, value)), ofBeat].filter(
      (word) => word !== undefined,
    );
  });
}

/** Some senders have no state but a severity, as in "critical" and "clear". Beside an alert's name, it is one. */
function severityStates(all: ValuesOf): string[] {
  const words = all("severity").filter(isState);
  return all("name").length > 0 ? words : words.filter((word) => meaningOf(word) === "resolved");
}

/** The states in the marks of texts, as in "[Orders DB] [🔴 Down] connection refused". */
function markedStates(all: ValuesOf): string[] {
  return [...all("title"), ...all("body")].flatMap(
    (text) => readTitle(cutLine(text.split("\n", 1)[0] ?? "", 500)).reported?.stateWord ?? [],
  );
}
