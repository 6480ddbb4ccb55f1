/** What a sender posts when an alert fires and when it is over, as its own documentation has it. */
export interface FieldBody {
  title: string;
  firing: unknown;
  over: unknown;
  /** What else is read. */
  read?: Record<string, unknown>;
}

const jira = (status: string, event: string) => ({
  timestamp: 1793714400000,
  webhookEvent: `jira:issue_${event}`,
  user: { accountId: "5b10", displayName: "Sam Rivera" },
  issue: {
    id: "10002",
    key: "OPS-1",
    fields: { summary: "Orders database is slow", priority: { name: "High" }, status: { name: status } },
  },
});

const nagios = (type: string, state: string) => ({
  notification_type: type,
  host_name: "db-1",
  service_name: "CPU load",
  state,
  output: `${state} - load average: 12.1`,
});

const checkmk = (type: string, state: string) => ({
  NOTIFICATIONTYPE: type,
  HOSTNAME: "db-1",
  SERVICEDESC: "CPU load",
  SERVICESTATE: state,
  SERVICEOUTPUT: "15 min load: 12.1",
});

const datadog = (word: string, id: string) => ({
  body: "%%%\nCPU was above 90\n%%%",
  last_updated: "1793714400000",
  event_type: "query_alert_monitor",
  title: `[${word} on {host:db-1}] CPU is high`,
  date: "1793714400000",
  org: { id: "11", name: "acme" },
  id,
});

const sentry = (action: string, title: string) => ({
  action,
  installation: { uuid: "a8e5" },
  data: {
    metric_alert: {
      id: "7",
      identifier: "12",
      status: 20,
      alert_rule: { id: "5", name: "Errors in checkout", dataset: "events" },
    },
    description_text: "500 events in the last 10 minutes",
    description_title: `${title}: Errors in checkout`,
    web_url: "https://sentry.example.com/organizations/acme/alerts/12/",
  },
  actor: { type: "application", id: "sentry", name: "Sentry" },
});

const opsgenie = (action: string) => ({
  action,
  source: { name: "web", type: "API" },
  alert: {
    alertId: "052652ac-5d1c",
    message: "Disk is full",
    alias: "disk-db-1",
    priority: "P1",
    tinyId: "23",
  },
  integrationName: "Quartermaster",
});

const betterStack = (status: string, resolvedAt: string | null) => ({
  data: {
    id: "25",
    type: "incident",
    attributes: {
      name: "Orders home page",
      url: "https://orders.example.com",
      cause: "Status 404",
      started_at: "2026-11-03T14:00:00Z",
      resolved_at: resolvedAt,
      status,
    },
  },
});

const newRelic = (state: string, trigger: string) => ({
  id: "57a1b2",
  issueUrl: "https://newrelic.example.com/issues/57a1b2",
  title: "High CPU on db-1",
  priority: "CRITICAL",
  totalIncidents: 1,
  state,
  trigger,
  createdAt: 1793714400000,
});

const netdata = (severity: string, message: string) => ({
  message,
  alert: "10min_cpu_usage",
  info: "average CPU utilization",
  chart: "system.cpu",
  context: "system.cpu",
  space: "acme",
  severity,
  date: "2026-11-03T14:00:00Z",
  alert_url: "https://netdata.example.com/a/1",
});

const gcp = (state: string, summary: string) => ({
  incident: {
    incident_id: "0.abc",
    scoping_project_id: "acme",
    url: "https://console.example.com/alerting/0.abc",
    started_at: 1793714400,
    ended_at: state === "open" ? null : 1793714700,
    state,
    summary,
    policy_name: "High CPU",
    condition_name: "VM instance CPU",
    severity: "Critical",
    observed_value: "0.95",
    threshold_value: "0.8",
  },
  version: "1.2",
});

const dynatrace = (State: string) => ({
  PID: "99999",
  ProblemID: "P-123",
  ProblemTitle: "CPU saturation",
  State,
  ProblemSeverity: "RESOURCE_CONTENTION",
  ProblemURL: "https://dynatrace.example.com/problem/99999",
  ImpactedEntity: "Host db-1",
  ProblemDetailsText: "CPU is saturated",
});

const elastic = (status: string) => ({
  rule: { id: "r1", name: "High CPU" },
  alert: { id: "db-1", actionGroup: status },
  status,
  message: "CPU is at 95%",
});

const victorOps = (type: string) => ({
  message_type: type,
  entity_id: "db-1/cpu",
  entity_display_name: "CPU of db-1",
  state_message: "97% busy",
  monitoring_tool: "own",
});

const pingdom = (now: string, before: string) => ({
  check_id: 12345,
  check_name: "Orders",
  check_type: "HTTP",
  previous_state: before,
  current_state: now,
  state_changed_timestamp: 1793714400,
  long_description: "HTTP Server Error 500",
});

const eventBridge = (value: string) => ({
  version: "0",
  id: "c4c1c1c9",
  "detail-type": "CloudWatch Alarm State Change",
  source: "aws.cloudwatch",
  time: "2026-11-03T14:00:00Z",
  resources: ["arn:aws:cloudwatch:eu-west-1:111122223333:alarm:db-cpu"],
  detail: {
    alarmName: "db-cpu",
    state: { value, reason: "Threshold Crossed", timestamp: "2026-11-03T14:00:00.000+0000" },
    previousState: { value: "OK" },
  },
});

const zabbix = (subject: string, status: string) => ({
  event_id: "123",
  subject,
  message: "Problem started at 14:00:00",
  severity: "High",
  status,
  host: "db-1",
});

const alertmanager = (status: string) => ({
  version: "4",
  status,
  alerts: [
    { status, labels: { alertname: "HighCPU", instance: "db-1" }, annotations: {}, fingerprint: "f1" },
  ],
});

const inSns = (message: unknown) => ({
  Type: "Notification",
  MessageId: "m1",
  TopicArn: "arn:aws:sns:eu-west-1:111122223333:alarms",
  Message: JSON.stringify(message),
});

const statusCake = (Status: string) =>
  `Token=5f4d&Status=${Status}&StatusCode=0&URL=https%3A%2F%2Forders.example.com&IP=192.0.2.1&Checkrate=300&Name=Orders+DB`;

const uptimeRobot = (type: string, word: string) =>
  `monitorID=777&monitorURL=https%3A%2F%2Forders.example.com&monitorFriendlyName=Orders+DB&alertType=${type}&alertTypeFriendlyName=${word}&alertDetails=HTTP+500`;

/** Bodies of senders that we have no reader of their own for. */
export const fieldBodies: Record<string, FieldBody> = {
  Datadog: {
    title: "CPU is high",
    firing: datadog("Triggered", "1"),
    over: datadog("Recovered", "2"),
    read: { group: "host:db-1" },
  },
  "New Relic": {
    title: "High CPU on db-1",
    firing: newRelic("ACTIVATED", "STATE_CHANGE"),
    over: newRelic("CLOSED", "INCIDENT_CLOSED"),
    read: { severity: "critical" },
  },
  Zabbix: {
    title: "High CPU on db-1",
    firing: zabbix("Problem: High CPU on db-1", "PROBLEM"),
    over: zabbix("Resolved in 5m 0s: High CPU on db-1", "RESOLVED"),
    read: { severity: "error", group: "db-1" },
  },
  Sentry: {
    title: "Errors in checkout",
    firing: sentry("critical", "Critical"),
    over: sentry("resolved", "Resolved"),
    read: { link: "https://sentry.example.com/organizations/acme/alerts/12/" },
  },
  Opsgenie: {
    title: "Disk is full",
    firing: opsgenie("Create"),
    over: opsgenie("Close"),
    read: { severity: "critical" },
  },
  "Better Stack": {
    title: "Orders home page",
    firing: betterStack("Started", null),
    over: betterStack("Resolved", "2026-11-03T14:05:00Z"),
  },
  "StatusCake, a form": {
    title: "Orders DB",
    firing: statusCake("Down"),
    over: statusCake("Up"),
    read: { link: "https://orders.example.com/" },
  },
  "UptimeRobot, a form": {
    title: "Orders DB",
    firing: uptimeRobot("1", "Down"),
    over: uptimeRobot("2", "Up"),
  },
  Checkmk: {
    title: "CPU load",
    firing: checkmk("PROBLEM", "CRIT"),
    over: checkmk("RECOVERY", "OK"),
    read: { group: "db-1" },
  },
  Nagios: {
    title: "CPU load",
    firing: nagios("PROBLEM", "CRITICAL"),
    over: nagios("RECOVERY", "OK"),
    read: { group: "db-1" },
  },
  "Icinga, a host": {
    title: "db-2",
    firing: { notification_type: "PROBLEM", host_name: "db-2", state: "DOWN", output: "No answer" },
    over: { notification_type: "RECOVERY", host_name: "db-2", state: "UP", output: "PING OK" },
  },
  Netdata: {
    title: "10min_cpu_usage",
    firing: netdata("critical", "CPU is at 97%"),
    over: netdata("clear", "CPU is at 12%"),
  },
  "Google Cloud Monitoring": {
    title: "High CPU",
    firing: gcp("open", "CPU of db-1 is above the threshold"),
    over: gcp("closed", "CPU of db-1 returned to normal"),
    read: {
      key: "id:0.abc",
      body: "CPU of db-1 is above the threshold",
      link: "https://console.example.com/alerting/0.abc",
      value: "0.95",
      threshold: "0.8",
      severity: "critical",
    },
  },
  Dynatrace: {
    title: "CPU saturation",
    firing: dynatrace("OPEN"),
    over: dynatrace("RESOLVED"),
    read: { group: "Host db-1" },
  },
  Elastic: { title: "High CPU", firing: elastic("Active"), over: elastic("Recovered") },
  VictorOps: { title: "CPU of db-1", firing: victorOps("CRITICAL"), over: victorOps("RECOVERY") },
  Jira: {
    title: "Orders database is slow",
    firing: jira("Open", "created"),
    over: jira("Done", "updated"),
    read: { severity: "error" },
  },
  Pingdom: { title: "Orders", firing: pingdom("DOWN", "UP"), over: pingdom("UP", "DOWN") },
  "EventBridge with a CloudWatch alarm": {
    title: "db-cpu",
    firing: eventBridge("ALARM"),
    over: eventBridge("OK"),
  },
  "Alertmanager through SNS": {
    title: "HighCPU",
    firing: inSns(alertmanager("firing")),
    over: inSns(alertmanager("resolved")),
    read: { sender: "alertmanager" },
  },
  "a text with JSON in JSON": {
    title: "Disk",
    firing: {
      data: { message: JSON.stringify({ payload: JSON.stringify({ name: "Disk", status: "down" }) }) },
    },
    over: { data: { message: JSON.stringify({ payload: JSON.stringify({ name: "Disk", status: "up" }) }) } },
  },
  "booleans as states": {
    title: "Disk",
    firing: { name: "Disk", active: true },
    over: { name: "Disk", active: false },
  },
  "booleans as states, the other way around": {
    title: "Disk",
    firing: { name: "Disk", healthy: false },
    over: { name: "Disk", healthy: true },
  },
};
