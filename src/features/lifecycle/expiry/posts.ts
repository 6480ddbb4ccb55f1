import type { Button } from "@slack/types";
import { z } from "zod";
import { dayMs } from "../../../lib/duration.ts";
import { JsonText } from "../../../lib/json.ts";
import type { ApprovedAct } from "../../../platform/access/approved-act.ts";
import type { Person } from "../../../platform/access/effective-role.ts";
import { isAtLeast } from "../../../platform/access/role.ts";
import { actions, button } from "../../../platform/blocks/button.ts";
import { type Reply, reply, say } from "../../../platform/blocks/reply.ts";
import { section } from "../../../platform/blocks/text.ts";
import type { Action, Interaction } from "../../../platform/forms/interaction.ts";
import { tellDirectly } from "../../../platform/jobs/tell.ts";
import { lastBackup } from "../change/delete-form.ts";
import type { LifecycleContext } from "../context.ts";
import { type LastBackup, gapOf } from "../last-backup.ts";
import type { ExpirySchedule } from "./schedule.ts";
import { moveEnd, saveEnd } from "./set.ts";
import * as texts from "./texts.ts";

const keepActionIds = {
  day: "expiry:keep-day",
  week: "expiry:keep-week",
  good: "expiry:keep",
} as const;

/** The buttons that keep a service. Each is for one end: whoever clicks first moves it. */
export function keepButtons(expiry: ExpirySchedule): Button[] {
  return (["day", "week", "good"] as const).map((kind) => keepButtonOf(expiry, kind));
}

/** The one of them on a line of a list. */
export function keepButtonOf(
  { service, expiresAt, setAt }: ExpirySchedule,
  kind: keyof typeof keepActionIds = "week",
): Button {
  const value = JSON.stringify([service.serviceId, expiresAt, setAt]);
  return button({ text: texts.buttons[kind], actionId: keepActionIds[kind], value });
}

function withButtons(expiry: ExpirySchedule, lines: readonly string[]): Reply {
  return reply(lines.join("\n"), [section(lines.join("\n")), actions(keepButtons(expiry))]);
}

/** Before the end. */
export function warning(expiry: ExpirySchedule, endsAt: Date): Reply {
  return withButtons(expiry, [texts.warning(expiry.service.name, endsAt), texts.warningMore]);
}

/** After the stop. It can be kept from a deletion. */
export function stopped(expiry: ExpirySchedule, days: number | undefined): Reply {
  const text = texts.stopped(expiry.service.name, days);
  return days === undefined ? reply(text, [section(text)]) : withButtons(expiry, [text]);
}

/** Each day after the end, while it can't be stopped. */
export function stillRuns(expiry: ExpirySchedule, why: string): Reply {
  return withButtons(expiry, [texts.stillRuns(expiry.service.name, why)]);
}

/** A day before it is deleted, with what would be left. */
export function grace(expiry: ExpirySchedule, until: Date, backup: LastBackup, ranUntil: Date): Reply {
  const gap = gapOf(backup, ranUntil);
  const unless = gap && texts.unlessBackup(texts.unproven(gap, backup, ranUntil));
  return withButtons(
    expiry,
    [texts.grace(expiry.service.name, until), lastBackup(backup), unless].filter(
      (line) => line !== undefined,
    ),
  );
}

/** It was not deleted. */
export function kept({ service }: ExpirySchedule, why: string): Reply {
  return plain(texts.kept(service.name, why));
}

/** It was deleted. */
export function deleted({ service }: ExpirySchedule): Reply {
  return plain(texts.deleted(service.name));
}

/** It was deleted elsewhere. */
export function gone({ service }: ExpirySchedule): Reply {
  return plain(texts.gone(service.name));
}

function plain(text: string): Reply {
  return reply(text, [section(text)]);
}

const Value = JsonText.pipe(z.tuple([z.string(), z.iso.datetime(), z.iso.datetime()]));

const days = { day: 1, week: 7, good: undefined } as const;

/** The buttons that keep a service: for its owner, and for operators. */
export const keepActions = (["day", "week", "good"] as const).map((kind): Action<LifecycleContext> => ({
  actionId: keepActionIds[kind],
  // Checked below: an owner may keep their own service, whatever their role.
  access: "viewer",
  run: (interaction, context) => keep(interaction, days[kind], context),
}));

async function keep(
  { value, userId, userName, channelId }: Interaction,
  count: number | undefined,
  context: LifecycleContext,
): Promise<Reply> {
  const [serviceId, expiresAt, setAt] = Value.parse(value);
  const service = await context.services.find(serviceId);
  if (!(await isOwner(serviceId, userId, context)))
    await context.access.demand({ userId, channelId }, "operator");
  const base = Math.max(Date.parse(expiresAt), context.now().getTime());
  const until = count === undefined ? undefined : new Date(base + count * dayMs);
  return moveEnd({ service, until, from: { expiresAt, setAt } }, { userId, userName, channelId }, context);
}

async function isOwner(serviceId: string, userId: string, { owners }: LifecycleContext): Promise<boolean> {
  return (await owners.of(serviceId))?.ownerId === userId;
}

async function mayKeep(serviceId: string, person: Person, context: LifecycleContext): Promise<boolean> {
  if (await isOwner(serviceId, person.userId, context)) return true;
  return isAtLeast(await context.access.roleOf(person, { fresh: true }), "operator");
}

const Wanted = z.object({
  service: z.object({ serviceId: z.string(), name: z.string(), connection: z.string() }),
  until: z.iso.datetime().nullable(),
  from: z.object({ expiresAt: z.iso.datetime(), setAt: z.iso.datetime() }).nullable(),
});

/** An end beyond the role's limit that approvers let through. */
export const approvedKeep: ApprovedAct<LifecycleContext> = {
  kind: "expiry-keep",
  // An owner may keep their own service, whatever their role.
  access: "viewer",
  async obstacle(data, requester, context) {
    const { service } = Wanted.parse(data);
    const isThere = (await context.services.list()).some(({ serviceId }) => serviceId === service.serviceId);
    if (!isThere) return texts.noLonger;
    return (await mayKeep(service.serviceId, requester, context)) ? undefined : texts.notAllowedNow;
  },
  async carryOut(id, data, requester, context) {
    const { service, until, from } = Wanted.parse(data);
    const role = await context.access.roleOf(requester);
    const end = { service, until: until === null ? undefined : new Date(until), ...(from && { from }) };
    const told = await saveEnd(end, requester, role, context);
    const { userId } = requester;
    await tellDirectly({ key: `expiry-kept:${id}`, userId, reply: say(told.text) }, context);
  },
};
