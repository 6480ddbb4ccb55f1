import type { FailingItem } from "../../../platform/jobs/failing.ts";
import { z } from "zod";
import type { AlertsContext } from "../context.ts";
import type { DeadLetter } from "../incident/dead-letters.ts";
import { Severity } from "../incident/event-record.ts";
import type { Incident } from "../incident/record.ts";
import { readableTitle } from "../message/title.ts";
import { next, time, total } from "../../../platform/commands/found.ts";
import { type Page, type WantedPage, nextOf, pageOf } from "../../../platform/commands/paging.ts";
import type { TraceEntry } from "../../../platform/jobs/outbox/shown.ts";
import { type Group, type OpenIncidents, groupOf } from "./open-incidents.ts";

const OpenAlert = z.object({
  id: z.string(),
  title: z.string().describe("From the alert's sender"),
  state: z.enum(["firing", "acknowledged", "snoozed", "muted"]).describe("What is done about it"),
  holderId: z.string().optional().describe("Who acknowledged or snoozed it. Absent if no one in Slack did"),
  severity: Severity.optional().describe("Absent if its sender gave none"),
  group: z.string().optional().describe("Its group, such as a label of its sender"),
  hook: z.string().optional().describe("The hook that it came through"),
  channelId: z.string().describe("Its channel in Slack"),
  openedAt: time.describe("When it began"),
  lastSeenAt: time.describe("When its last event came"),
  times: z.int().describe("How many events it had"),
  link: z.string().optional().describe("The sender's page"),
  message: z.string().optional().describe("Its message in Slack"),
});

/** Open alerts for programs. */
export const OpenAlerts = z.object({
  total,
  alerts: z.array(OpenAlert).describe("The firing ones first, then the newest"),
  next,
});

const mostForPrograms = 50;

/** A page of the open alerts. */
export async function openAlertsData(
  { incidents, hooks, total }: OpenIncidents,
  wanted: WantedPage,
  context: Pick<AlertsContext, "incidents" | "messenger">,
): Promise<z.output<typeof OpenAlerts>> {
  const page = pageOf(incidents, wanted, mostForPrograms);
  const { items: shown } = page;
  const messages = await context.incidents.messagesOf(shown);
  const alerts = await Promise.all(
    shown.map(async (incident, index) => {
      const [hook, message] = [hooks.get(incident.hookId), messages[index]];
      return {
        ...alertData(incident, groupOf(incident, hook)),
        hook: hook?.name,
        message: message && (await context.messenger.linkTo(message)),
      };
    }),
  );
  return { total, alerts, next: nextOf(page) };
}

function alertData(incident: Incident, state: Group): z.output<typeof OpenAlert> {
  const { id, severity, latest, channelId, openedAtMs, lastSeenAtMs, times, acknowledged, snoozed } =
    incident;
  return {
    id,
    title: readableTitle(latest).title,
    state,
    holderId: incident.state === "acknowledged" ? acknowledged?.userId : snoozed?.userId,
    severity,
    group: latest.group,
    channelId,
    openedAt: new Date(openedAtMs).toISOString(),
    lastSeenAt: new Date(lastSeenAtMs).toISOString(),
    times,
    link: latest.link,
  };
}

/** Alerts that no channel took, for programs. */
export const UndeliveredAlerts = z.object({
  total,
  alerts: z
    .array(
      z.object({
        id: z.string(),
        title: z.string().optional().describe("Absent for a summary of a storm, and for a forgotten alert"),
        channelId: z.string().describe("Its channel in Slack"),
        reason: z.string().describe("Why"),
        since: time.describe("Since when"),
        attempts: z.int().describe("How often it was tried"),
        events: z.int().describe("How many events no one saw"),
      }),
    )
    .describe("The latest first"),
  waiting: z
    .array(
      z.object({
        what: z.string().describe("In mrkdwn"),
        reason: z.string().describe("Why it fails"),
        since: time.describe("Since when it fails at each try"),
        attempts: z.int().describe("How often it was tried"),
      }),
    )
    .describe("What fails at each try and is tried again, so alerts wait"),
  next,
});

/** A page of the undelivered alerts. */
export function undeliveredData(
  page: Page<DeadLetter>,
  incidents: ReadonlyMap<string, Incident>,
  failing: readonly FailingItem[],
): z.output<typeof UndeliveredAlerts> {
  const alerts = page.items.map((letter) => {
    const { itemId, channelId, reason, atMs, attempts, events } = letter;
    const title = incidents.get(itemId)?.latest.title;
    return { id: itemId, title, channelId, reason, since: new Date(atMs).toISOString(), attempts, events };
  });
  const waiting = failing.map(({ subject: what, reason, sinceMs, times: attempts }) => ({
    what,
    reason,
    since: new Date(sinceMs).toISOString(),
    attempts,
  }));
  return { total: page.total, alerts, waiting, next: nextOf(page) };
}

/** The steps of an alert from its sender to Slack, for programs. */
export const AlertTrace = z.object({
  about: z.string().describe("Its title and channel, in mrkdwn"),
  steps: z
    .array(z.looseObject({ step: z.string().describe("Its kind"), at: time.describe("When it was") }))
    .describe("The oldest first"),
});

/** The steps with ISO times. */
export function traceData(about: string, trace: readonly TraceEntry[]): z.output<typeof AlertTrace> {
  const steps = trace.map(({ atMs, ...entry }) => ({ ...entry, at: new Date(atMs).toISOString() }));
  return { about, steps };
}
