import type { ObservedTarget } from "./target.ts";
import { seededId } from "./seeded-id.ts";

/** A target's initial data sources with the fields of running servers. One lacks its kind, one its name. */
export function seededSources(target: string): ObservedTarget["sources"] {
  const connection = seededId(target, "connection");
  const logs = seededId(target, "logs");
  const traces = seededId(target, "traces");
  return [
    {
      id: logs,
      name: "Logs",
      kind: "log",
      connection,
      from: table("logs"),
      timestampValueExpression: "TimestampTime",
      traceSourceId: traces,
      defaultTableSelectExpression: "Timestamp, ServiceName, SeverityText, Body",
      serviceNameExpression: "ServiceName",
      severityTextExpression: "SeverityText",
      bodyExpression: "Body",
      implicitColumnExpression: "Body",
    },
    {
      id: traces,
      name: "Traces",
      kind: "trace",
      connection,
      from: table("traces"),
      timestampValueExpression: "Timestamp",
      logSourceId: logs,
      durationExpression: "Duration",
      durationPrecision: 9,
      spanNameExpression: "SpanName",
      traceIdExpression: "TraceId",
      spanIdExpression: "SpanId",
      parentSpanIdExpression: "ParentSpanId",
    },
    {
      id: seededId(target, "metrics"),
      name: "Metrics",
      kind: "metric",
      connection,
      from: { databaseName: "default", tableName: "" },
      metricTables: { gauge: "metrics_gauge", sum: "metrics_sum", histogram: "metrics_histogram" },
      timestampValueExpression: "TimeUnix",
      resourceAttributesExpression: "ResourceAttributes",
    },
    {
      id: seededId(target, "audit"),
      name: "Audit trail",
      connection,
      from: table("audit"),
      timestampValueExpression: "At",
      querySettings: [{ setting: "max_threads", value: "4" }],
    },
    {
      id: seededId(target, "sessions"),
      kind: "session",
      connection,
      from: table("sessions"),
      timestampValueExpression: "Timestamp",
      traceSourceId: traces,
      disabled: false,
    },
  ];
}

function table(tableName: string) {
  return { databaseName: "default", tableName };
}
