import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import { alertmanager } from "./alertmanager.ts";
import { defaultText } from "./default-text.ts";
import { grafana } from "./grafana.ts";
import { incidentTool } from "./incident-tool.ts";
import { lenient } from "./lenient.ts";
import { olderText } from "./older-text.ts";
import { toEvent } from "./reading/to-event.ts";
import type { Reading, Sender } from "./sender.ts";
import { slackShaped } from "./slack-shaped.ts";
import { structured } from "./structured.ts";
import { unreadable, unwrap } from "./unwrap.ts";
import { mapped } from "./paths.ts";

/** In the order of their tests: the most specific shape first. */
const senders: readonly Sender[] = [
  grafana,
  alertmanager,
  incidentTool,
  structured,
  defaultText,
  olderText,
  slackShaped,
  lenient,
];

const mostEvents = 5_000;

/**
 * Reads the body of a delivery: one event for each alert in it, at least one. It never throws: an unreadable body
 * becomes one event that says so and holds the text.
 */
export function readBody(raw: Buffer, hook: Pick<Hook, "mapping">, receivedAt: Date): AlertEvent[] {
  const { text, value, problem } = unwrap(raw);
  const candidates = hook.mapping ? [mapped(hook.mapping), ...senders] : senders;
  const found = findIn(value, candidates);
  if (found === "too many") return [unreadable(text, "holds too many alerts")];
  const each = found.map(({ item, readings }) => ({ item, events: eventsOf(readings, receivedAt) }));
  const rest = each.filter(({ events }) => events.length === 0).map(({ item }) => item);
  if (rest.length === each.length) return [unreadable(text, problem ?? "has no title")];
  const events = each.flatMap((one) => one.events);
  return rest.length === 0 ? events : [...events, unreadable(JSON.stringify(rest), "has no title")];
}

/** A body or an item of a list of bodies, and its readings. */
interface Found {
  item: unknown;
  readings: { sender: string; reading: Reading }[];
}

function findIn(body: unknown, candidates: readonly Sender[]): Found[] | "too many" {
  const items: unknown[] = Array.isArray(body) ? body : [body];
  if (items.length > mostEvents) return "too many";
  const whole = ask(body, candidates);
  const found =
    whole.length > 0 ? [{ item: body, readings: whole }] : items.map((item) => foundAs(item, candidates));
  const count = found.reduce((sum, { readings }) => sum + readings.length, 0);
  return count > mostEvents ? "too many" : found;
}

function foundAs(item: unknown, candidates: readonly Sender[]): Found {
  return { item, readings: ask(item, candidates) };
}

function ask(body: unknown, candidates: readonly Sender[]): Found["readings"] {
  for (const sender of candidates) {
    const readings = sender.read(body) ?? [];
    if (readings.length > 0) return readings.map((reading) => ({ sender: sender.name, reading }));
  }
  return [];
}

function eventsOf(readings: Found["readings"], receivedAt: Date): AlertEvent[] {
  return readings.flatMap(({ sender, reading }) => toEvent(sender, reading, receivedAt) ?? []);
}
