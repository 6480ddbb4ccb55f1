import { readBody } from "../../../../src/features/alerts/senders/index.ts";
import type { AlertEvent } from "../../../../src/features/alerts/incident/event-record.ts";
import type { HookMapping } from "../../../../src/features/alerts/hooks/record.ts";

export const receivedAt = new Date("2026-11-03T14:05:01.000Z");

/** The events of a body. Any value but a text or bytes becomes JSON first. */
export function read(body: unknown, mapping?: HookMapping): AlertEvent[] {
  if (Buffer.isBuffer(body)) return readBody(body, { mapping }, receivedAt);
  return readBody(
    Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    { mapping },
    receivedAt,
  );
}

/** The only event of a body. */
export function readOne(body: unknown, mapping?: HookMapping): AlertEvent {
  const [event, ...more] = read(body, mapping);
  if (event === undefined || more.length > 0) throw new Error(`${more.length + 1} events instead of one`);
  return event;
}

const search =
  "https://observe.example.com/search/65f5e4a3b9e77c001a345001?from=1793714400000&to=1793714700000";
const dashboard =
  "https://observe.example.com/dashboards/65f5e4a3b9e77c001a567890?from=1793712300000&highlightedTileId=65f5e4a3b9e77c001a901234";
export const links = { search, dashboard };

export const structured = {
  eventId: "9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d",
  state: "ALERT",
  title: '🚨 Alert for "p95 latency (ms)" in "API Monitoring" - 2432 meets or exceeds 2000',
  body: 'Group: "ServiceName:api, Environment:prod"\n2432 meets or exceeds 2000\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)\n',
  link: dashboard,
  startTime: "1793714400000",
  endTime: "1793714700000",
};

const logLines =
  '```\n"2026-11-03 14:04:58.120","checkout","error","gateway timeout order=8841 <!channel> & co"\n```';

export const defaultFiring = {
  text: `🚨 Alert for "Checkout errors" - 12 lines found | \n12 lines found, which meets or exceeds the threshold of 5 lines\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)\n\n${logLines}\n | ${search} | ALERT | 1793714400000 | 1793714700000 | 3f1b0c5a9d2e47e6b8a1c0d4e5f60718293a4b5c`,
};

export const defaultResolved = {
  text: `✅ Alert for "Checkout errors" - 0 lines found | The alert has been resolved.\nTime Range (UTC): [Nov 3 2:10:00 PM - Nov 3 2:15:00 PM)\n | ${search} | OK | 1793715000000 | 1793715300000 | 3f1b0c5a9d2e47e6b8a1c0d4e5f60718293a4b5c`,
};

export const olderFiring = {
  text: `🚨 Alert for "Checkout errors" - 12 lines found | \n12 lines found, expected less than 5 lines\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)\n | ${search}`,
};

export const incidentTool = {
  title: '🚨 Alert for "p95 latency (ms)" in "API Monitoring" - 2432 exceeds 2000',
  description:
    'Group: "ServiceName:api"\n2432 exceeds 2000\nTime Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)\n',
  deduplication_key: "9a8b7c6d5e4f3021",
  status: "firing",
  source_url: dashboard,
};

export const slackBlocks = {
  text: '🚨 Alert for "Checkout errors" - 12 lines found',
  blocks: [
    {
      type: "section",
      text: {
        type: "mrkdwn",
        text: `*<${search} | 🚨 Alert for "Checkout errors" - 12 lines found>*\nGroup: "ServiceName:api"\n12 lines found, which exceeds the threshold of 5 lines`,
      },
    },
  ],
};

export const alertmanagerAlert = {
  status: "firing",
  labels: { alertname: "HighCPU", severity: "critical", instance: "db-1:9100", job: "node" },
  annotations: {
    summary: "CPU of db-1 is at 97%",
    description: "It has been so for 10 minutes.",
    runbook_url: "https://runbooks.example.com/cpu",
  },
  startsAt: "2026-11-03T14:00:00.157076123Z",
  endsAt: "0001-01-01T00:00:00Z",
  generatorURL: "https://prometheus.example.com/graph?g0.expr=up+%3E+0&g0.tab=1",
  fingerprint: "c6eadffa33fcdf37",
};

export const alertmanager = {
  version: "4",
  groupKey: '{}:{alertname="HighCPU"}',
  truncatedAlerts: 0,
  status: "firing",
  receiver: "chat",
  groupLabels: { alertname: "HighCPU" },
  commonLabels: { alertname: "HighCPU" },
  commonAnnotations: {},
  externalURL: "https://alertmanager.example.com",
  alerts: [
    alertmanagerAlert,
    {
      ...alertmanagerAlert,
      status: "resolved",
      endsAt: "2026-11-03T14:03:00Z",
      fingerprint: "bc97ff14869b13e3",
    },
  ],
};

export const grafana = {
  receiver: "chat",
  status: "firing",
  orgId: 1,
  version: "1",
  groupKey: '{}/{}:{alertname="High memory"}',
  title: "[FIRING:1] High memory (blue us-1)",
  state: "alerting",
  message: "**Firing**\n\nValue: B=44.23943737541908",
  alerts: [
    {
      status: "firing",
      labels: {
        alertname: "High memory",
        grafana_folder: "Infra",
        team: "blue",
        zone: "us-1",
        __alert_rule_uid__: "x",
      },
      annotations: { summary: "Memory of zone us-1 is high" },
      startsAt: "2026-11-03T15:00:00+01:00",
      endsAt: "0001-01-01T00:00:00Z",
      generatorURL: "https://grafana.example.com/alerting/grafana/x/view?orgId=1",
      fingerprint: "d7eadffa33fcdf38",
      silenceURL: "https://grafana.example.com/alerting/silence/new?alertmanager=grafana&matcher=team%3Dblue",
      dashboardURL: "https://grafana.example.com/d/abc?orgId=1",
      panelURL: "https://grafana.example.com/d/abc?orgId=1&viewPanel=2",
      values: { B: 44.23943737541908, C: 1 },
      valueString: "[ var='B' labels={} value=44.23943737541908 ]",
    },
  ],
};

export const samples: readonly object[] = [
  structured,
  defaultFiring,
  defaultResolved,
  olderFiring,
  incidentTool,
  slackBlocks,
  alertmanager,
  grafana,
];
