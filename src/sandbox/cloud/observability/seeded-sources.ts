import type { ObservedPlace } from "./place.ts";
import { seededId } from "./seeded-id.ts";

/** The data sources that a place begins with, each with the fields that running servers have; one lacks its kind, one its name. */
export function seededSources(place: string): ObservedPlace["sources"] {
  const connection = seededId(place, "connection");
  const logs = seededId(place, "logs");
  const traces = seededId(place, "traces");
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
      id: seededId(place, "metrics"),
      name: "Metrics",
      kind: "metric",
      connection,
      from: { databaseName: "default", tableName: "" },
      metricTables: { gauge: "metrics_gauge", sum: "metrics_sum", histogram: "metrics_histogram" },
      timestampValueExpression: "TimeUnix",
      resourceAttributesExpression: "ResourceAttributes",
    },
    {
      id: seededId(place, "audit"),
      name: "Audit trail",
      connection,
      from: table("audit"),
      timestampValueExpression: "At",
      querySettings: [{ setting: "max_threads", value: "4" }],
    },
    {
      id: seededId(place, "sessions"),
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
