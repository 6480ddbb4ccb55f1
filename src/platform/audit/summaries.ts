import { hash } from "node:crypto";
import type { Hook } from "../../features/alerts/hooks/record.ts";
import type { Preset } from "../../features/services/presets/presets.ts";
import type { KnownService } from "../../features/connections/known-services.ts";
import type { StandingOrder } from "../jobs/schedules/kept-schedules.ts";
import type { AuditEntry } from "./log.ts";

/** What the audit log keeps of something: its settings by name, long ones as a digest, and never a secret. */
export type Summary = Record<string, NonNullable<AuditEntry["after"]> | undefined>;

/** Named one by one, so that what is added to hooks stays out until somebody says that it is no secret. */
export function hookSummary(hook: Hook): Summary {
  const { name, channelId, ownerId, fallbackChannelId, escalation, broadcasts, observes } = hook;
  return {
    id: hook.id,
    name,
    channelId,
    ownerId,
    secretsMadeAt: hook.secrets.map(({ createdAt }) => createdAt),
    isSigned: hook.secrets.some(({ sealed }) => sealed !== undefined),
    isPaused: hook.paused !== undefined,
    fallbackChannelId,
    escalation,
    broadcasts,
    mappingDigest: digestOf(hook.mapping),
    rules: hook.rules.length,
    rulesDigest: digestOf(hook.rules),
    muted: Object.keys(hook.muted).length,
    mutedDigest: digestOf(Object.keys(hook.muted)),
    observes: observes && { connection: observes.connection, serviceId: observes.serviceId ?? null },
  };
}

export function serviceSummary({ name, serviceId, connection = "default" }: Partial<KnownService>): Summary {
  return { name, serviceId, connection };
}

export function presetSummary({ name, description, fields }: Preset): Summary {
  return { name, description, fields: Object.keys(fields), fieldsDigest: digestOf(fields) };
}

/** What was ordered, without how far it has come. */
export function orderSummary(order: StandingOrder): Summary {
  const facts: Summary = { id: order.id, channelId: order.channelId, connection: order.connection };
  switch (order.kind) {
    case "digest":
      return { ...facts, every: order.every, at: order.at, timeZone: order.timeZone, by: order.by };
    case "budget":
      return { ...facts, every: order.every, credits: order.credits, service: order.service?.name };
    case "backup-watch":
      return { ...facts, service: order.service.name, maxAgeHours: order.maxAgeMs / 3_600_000 };
    case "audit-mirror":
      return { channelId: order.channelId };
  }
}

/** What differs between two summaries, as each has it. */
export function difference(before: Summary, after: Summary): { before: Plain; after: Plain } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  const pick = (summary: Summary) =>
    Object.fromEntries(changed.map((name) => [name, summary[name] ?? null] as const));
  return { before: pick(before), after: pick(after) };
}

type Plain = Record<string, NonNullable<AuditEntry["after"]> | null>;

/** A summary without what is not there. */
export function plain(summary: Summary): Plain {
  return difference({}, summary).after;
}

function digestOf(value: unknown): string | undefined {
  return value === undefined ? undefined : hash("sha256", JSON.stringify(value)).slice(0, 12);
}
