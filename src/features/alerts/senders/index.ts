import type { AlertEvent } from "../incident/event-record.ts";
import type { Hook } from "../hooks/record.ts";
import { alertmanager } from "./alertmanager.ts";
import { defaultText, olderText } from "./default-text.ts";
import { grafana } from "./grafana.ts";
import { incidentTool } from "./incident-tool.ts";
import { lenient } from "./lenient.ts";
import { toEvent } from "./reading/to-event.ts";
import type { Reading, Sender } from "./sender.ts";
import { slackShaped } from "./slack-shaped.ts";
import { carriedBySns, snsSubscription } from "./sns.ts";
import { structured } from "./structured.ts";
import { unreadable, unwrap } from "./unwrap.ts";
import { mapped } from "./paths.ts";

// They know their bodies for sure, also those that another service carries.
const specific: readonly Sender[] = [grafana, alertmanager, incidentTool, structured];

/** In the order of their tests: the most specific shape first. */
const senders: readonly Sender[] = [
  snsSubscription,
  ...specific,
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
  const items: unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > mostEvents) return [unreadable(text, "holds too many alerts")];
  const whole = readingsOf(value, candidates);
  const found =
    whole.length > 0
      ? [{ item: value, readings: whole }]
      : items.map((item) => ({ item, readings: readingsOf(item, candidates) }));
  const count = found.reduce((sum, { readings }) => sum + readings.length, 0);
  if (count > mostEvents) return [unreadable(text, "holds too many alerts")];

  const each = found.map(({ item, readings }) => ({
    item,
    events: readings.flatMap(({ sender, reading }) => toEvent(sender, reading, receivedAt) ?? []),
  }));
  const rest = each.filter(({ events }) => events.length === 0).map(({ item }) => item);
  if (rest.length === each.length) return [unreadable(text, problem ?? "has no title")];
  const events = each.flatMap((one) => one.events);
  return rest.length === 0 ? events : [...events, unreadable(JSON.stringify(rest), "has no title")];
}

/** The readings of the first sender that knows the shape. */
function readingsOf(body: unknown, candidates: readonly Sender[]): { sender: string; reading: Reading }[] {
  const carried = carriedBySns(body);
  for (const sender of candidates) {
    const own = sender.read(body) ?? [];
    const isTried = own.length === 0 && carried !== undefined && specific.includes(sender);
    const readings = isTried ? (sender.read(carried) ?? []) : own;
    if (readings.length > 0) return readings.map((reading) => ({ sender: sender.name, reading }));
  }
  return [];
}
