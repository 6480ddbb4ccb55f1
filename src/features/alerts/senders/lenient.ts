import { meaningOf } from "./reading/state.ts";
import type { Reading, Sender } from "./sender.ts";
import { firstText, isRecord, layersOf, listIn, own } from "./reading/fields.ts";

// Common names of these fields, without case, underscores and hyphens. The most specific ones come first.
const names = {
  title:
    "title alertname rulename alertrule alarmname checkname monitorname policyname name summary subject headline issuetitle message msg alert problem text description content label",
  name: "alertname rulename alertrule alarmname checkname monitorname policyname",
  body: "body description details detail message msg text newstatereason reason output content summary comment",
  state:
    "state status alertstatus alertstate newstatevalue eventstatus incidentstate currentstate monitorcondition",
  action: "alerttransition eventaction eventtype action event type kind",
  id: "dedupkey deduplicationkey fingerprint incidentkey incidentid incidentnumber alias alertid alertuid ruleid ruleuid monitorid checkid problemid issueid alarmarn",
  link: "link url htmlurl permalink weburl sourceurl alerturl eventurl ruleurl monitorurl incidenturl issueurl problemurl dashboardurl clienturl href",
  runbook: "runbookurl runbook runbooklink playbookurl playbook",
  severity: "severity priority level urgency alertseverity alertpriority sev criticality",
  group: "group groupkey host hostname instance service servicename source component resource scope",
  value: "value currentvalue metricvalue observedvalue",
  threshold: "threshold",
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
      .flatMap((each) => layers.map((layer) => firstText(own(layer, each))))
      .filter((text) => text !== "");
}

function readOne(body: Record<string, unknown>): Reading | undefined {
  const all = valuesIn(layersOf(body));
  const [title] = all("title");
  if (title === undefined) return undefined;
  // Any body may have a type or an action. It is a state only if it begins or ends something.
  const actions = all("action").filter((word) => meaningOf(word) !== "unclear");
  return {
    id: all("id")[0],
    title,
    name: all("name")[0],
    body: all("body").find((text) => text !== title),
    group: all("group")[0],
    severity: all("severity")[0],
    states: [...all("state"), ...actions],
    link: all("link").find((text) => /^https?:/i.test(text)),
    runbook: all("runbook").find((text) => /^https?:/i.test(text)),
    value: all("value")[0],
    threshold: all("threshold")[0],
    at: all("at")[0],
  };
}
