import { z } from "zod";
import { orUndefined } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import { foldName } from "../../../lib/text.ts";
import { behindNumber, keepNumbers } from "../../../platform/ask/conversations.ts";
import type { Page } from "../../../platform/commands/paging.ts";
import type { AlertsContext } from "../context.ts";
import type { Hook } from "../hooks/record.ts";
import type { Incident } from "../incident/record.ts";
import { type OpenIncidents, type OpenLine, groupOf, linesByRule, openIncidents } from "./open-incidents.ts";
import { type Narrowing, type WantedList, narrowings } from "./wanted.ts";

/** What a button of the list holds: an alert or a line of several, and the list to show again. */
const LineButton = z.object({
  alert: z.string().optional(),
  /** The reference of a line. */
  line: z.string().optional(),
  page: z.int().min(1).optional(),
  only: z.enum(narrowings).optional(),
  service: z.string().optional(),
});
export type LineButton = z.output<typeof LineButton>;

/** Reads the value of a button of the list. */
export function readLineButton(value: string): LineButton {
  return JsonText.pipe(LineButton).safeParse(value).data ?? {};
}

/** The value of a button that is about a line. */
export function lineValue({ ref, worst, incidents }: OpenLine, { page, only, service }: WantedList): string {
  const of = incidents.length === 1 ? { alert: worst.id } : { line: ref };
  const written: LineButton = { ...of, page, only, service };
  return JSON.stringify(written);
}

/** The line that a button is about, as it is now. Undefined if it has no open alert any more. */
export async function lineOf(
  { line, ...wanted }: LineButton,
  userId: string,
  context: AlertsContext,
): Promise<OpenLine | undefined> {
  const open = await narrowed(await openIncidents(context, Infinity), wanted, userId, context);
  return linesByRule(open).find(({ ref }) => ref === line);
}

const numbers = "alerts";

/** Keeps what each number on a page means to the person who reads it: an alert, or a line of several. */
export async function keepLines(
  { items, first }: Pick<Page<OpenLine>, "items" | "first">,
  userId: string,
  context: AlertsContext,
): Promise<void> {
  const ids = items.map(({ ref, worst, incidents }) => (incidents.length === 1 ? worst.id : ref));
  await keepNumbers(numbers, { ids, first }, userId, context);
}

/** The open alerts behind a number of the list that a person was last shown. None if they saw none, or if it is over. */
export async function withNumber(
  number: string,
  userId: string,
  open: OpenIncidents,
  context: Pick<AlertsContext, "conversations" | "incidents">,
): Promise<Pick<OpenLine, "group" | "incidents"> | undefined> {
  const wanted = await behindNumber(numbers, number, userId, context);
  if (wanted === number) return undefined;
  const line = linesByRule(open).find(({ ref }) => ref === wanted);
  if (line) return line;
  const alert = await context.incidents.find(wanted);
  return alert && { group: groupOf(alert, open.hooks.get(alert.hookId)), incidents: [alert] };
}

/** Only the open alerts that are wanted. */
export async function narrowed(
  open: OpenIncidents,
  { only, service }: Narrowing,
  userId: string,
  context: Pick<AlertsContext, "owners" | "messenger">,
): Promise<OpenIncidents> {
  if (only === undefined && service === undefined) return open;
  const isMine = only === "mine" ? await concerning(userId, open, context) : () => true;
  const incidents = open.incidents.filter((incident) => {
    const hook = open.hooks.get(incident.hookId);
    if (service !== undefined && !servicesOf(incident, hook).includes(foldName(service))) return false;
    if (only === undefined || only === "mine") return isMine(incident);
    return groupOf(incident, hook) === (only === "acknowledged" ? only : "firing");
  });
  return { ...open, incidents, total: incidents.length };
}

/** The ids of the services that an alert is about, or the connection of its stand-alone server. */
function servicesOf({ service }: Incident, hook: Hook | undefined): string[] {
  const observed = hook?.observes;
  return [service?.serviceId, observed?.serviceId ?? observed?.connection].flatMap((each) =>
    each === undefined ? [] : [foldName(each)],
  );
}

/** Finds the alerts that a person has, that mentioned them, or that are about a service of theirs. */
async function concerning(
  userId: string,
  { incidents, hooks }: OpenIncidents,
  { owners, messenger }: Pick<AlertsContext, "owners" | "messenger">,
): Promise<(incident: Incident) => boolean> {
  const mentions = new Map(incidents.map((incident) => [incident.id, mentionOf(incident)]));
  const groupIds = [...new Set([...mentions.values()].flatMap((mention) => mention?.groupId ?? []))];
  const [owned, groups] = await Promise.all([
    owners.readable(),
    Promise.all(groupIds.map(async (id) => [id, await membersOf(id, messenger)] as const)),
  ]);
  const ownIds = new Set(
    owned.flatMap(({ ownerId, serviceId }) => (ownerId === userId ? [foldName(serviceId)] : [])),
  );
  const ownGroups = new Set(groups.flatMap(([id, members]) => (members.includes(userId) ? [id] : [])));
  return (incident) => {
    const { state, acknowledged, snoozed } = incident;
    const holder = state === "acknowledged" ? acknowledged?.userId : snoozed?.userId;
    if (state !== "firing" && holder === userId) return true;
    const mention = mentions.get(incident.id);
    return (
      mention?.userIds?.includes(userId) === true ||
      ownGroups.has(mention?.groupId ?? "") ||
      servicesOf(incident, hooks.get(incident.hookId)).some((id) => ownIds.has(id))
    );
  };
}

/** Whom an alert mentioned that still waits for someone. */
function mentionOf({ state, history }: Incident) {
  return state === "firing" ? history.findLast(({ what }) => what === "mentioned") : undefined;
}

/** No one if Slack doesn't say it. */
async function membersOf(groupId: string, { people }: AlertsContext["messenger"]): Promise<string[]> {
  const found = await orUndefined(
    () => people.membersOf(groupId),
    "auth",
    "forbidden",
    "missing",
    "limited",
    "upstream",
  );
  return found ?? [];
}
