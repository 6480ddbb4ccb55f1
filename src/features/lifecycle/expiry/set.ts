import { dayMs, minuteMs } from "../../../lib/duration.ts";
import { AppError, attempt } from "../../../lib/errors.ts";
import { bindingRole } from "../../../platform/access/create-limits.ts";
import { type Role, isAtLeast } from "../../../platform/access/role.ts";
import { addSchedule, changeSchedule, removeSchedule } from "../../../platform/audit/schedule-changes.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { explain } from "../../../platform/blocks/explain.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { getService } from "../../../platform/cloud/services/service.ts";
import type { CreatedHere } from "../../../platform/commands/service-facts.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { type Price, priceOf, readPriceBasis } from "../../costs/index.ts";
import { teamName } from "../../owners/index.ts";
import { type ApprovalFacts, askForAct } from "../../services/index.ts";
import { shapeOf } from "../changes/change.ts";
import type { LifecycleContext } from "../context.ts";
import { endsAtOf } from "./end.ts";
import { ExpirySchedule, expiryId, expiryKind } from "./schedule.ts";
import * as texts from "./texts.ts";

/** A service, as its schedule names it. */
interface Named {
  serviceId: string;
  name: string;
  connection: string;
}

/** Who moves an end, and where. */
interface Mover {
  userId: string;
  userName?: string | undefined;
  channelId?: string | undefined;
}

/** A new end of a service. Undefined keeps it for good. */
interface NewEnd {
  service: Named;
  until: Date | undefined;
  /** Only if the present end is this one, for buttons. */
  from?: Pick<ExpirySchedule, "expiresAt" | "setAt">;
}

/** The end of a service. Undefined if it has none. */
export async function expiryOf(
  serviceId: string,
  { schedules }: Pick<LifecycleContext, "schedules">,
): Promise<ExpirySchedule | undefined> {
  const found = await schedules.find(expiryId(serviceId));
  return ExpirySchedule.safeParse(found).data;
}

/**
 * Moves an end, within the limits of the mover's role, at least those of operators, or after approval. Returns what to
 * tell the mover.
 */
export async function moveEnd(wanted: NewEnd, mover: Mover, context: LifecycleContext): Promise<Reply> {
  const { service, until } = wanted;
  const role = bindingRole(await context.access.roleOf(mover));
  const most = (await context.createLimits.of(role))?.mostDays;
  // A button counts from the end, which may be some minutes after now.
  const isBeyond =
    most !== undefined &&
    (until === undefined || until.getTime() > context.now().getTime() + most * dayMs + minuteMs);
  if (!isBeyond) return saveEnd(wanted, mover, role, context);
  const policy = await context.approvalPolicies.find();
  if (!policy) throw new AppError("user", texts.tooLong(role, most));
  const { from, ...rest } = wanted;
  const data = { ...rest, until: until?.toISOString() ?? null, from: from ?? null };
  const act = {
    kind: "expiry-keep",
    name: service.name,
    wish: texts.wish(service.name, until),
    lines: [],
    data: { ...data, service: { ...service } },
  };
  const id = `keep-${service.serviceId}-${context.newId()}`;
  const requester = {
    userId: mover.userId,
    userName: mover.userName ?? mover.userId,
    channelId: mover.channelId,
  };
  return askForAct(
    { id, act, requester, connection: service.connection, facts: await factsNow(service, context) },
    { policy, because: texts.beyond(role, most) },
    context,
  );
}

/** What approvers decide by: what the service costs, whom it belongs to, and when it ends as yet. */
export async function factsForApprovers(
  { serviceId }: Named,
  prices: Pick<ApprovalFacts, "price" | "priceNow">,
  context: LifecycleContext,
): Promise<ApprovalFacts> {
  const [belongs, end] = await Promise.all([context.owners.of(serviceId), expiryOf(serviceId, context)]);
  const owner = { ownerId: belongs?.ownerId, team: belongs?.team && teamName(belongs.team) };
  return { ...prices, owner, ends: end ? slackDate(new Date(end.expiresAt)) : texts.noEndYet };
}

/** The same with the price of the service as its cloud shows it now. */
async function factsNow(service: Named, context: LifecycleContext): Promise<ApprovalFacts> {
  const { serviceId, connection } = service;
  const read = await attempt(() => context.cloudOf(connection).call(getService, { serviceId }));
  const price: Price =
    read instanceof AppError
      ? { status: "unreadable", reason: explain(read) }
      : priceOf(shapeOf(read), await readPriceBasis(connection, context));
  return factsForApprovers(service, { price }, context);
}

/** Writes the new end, if the present one is still the expected one. Two people at once have one effect. */
export async function saveEnd(
  { service, until, from }: NewEnd,
  mover: Mover,
  role: Role | undefined,
  context: LifecycleContext,
): Promise<Reply> {
  const present = await expiryOf(service.serviceId, context);
  if (from && !isSame(present, from)) return moved(service, present);
  if (!until) {
    if (present) await removeSchedule(expiryKind, present, context);
    return say(texts.never(service.name));
  }
  const now = context.now().toISOString();
  // An owner's role may be none that creates services. The one that the service was created under stays.
  const kept = isAtLeast(role, "operator") ? role : (present?.role ?? bindingRole(role));
  const next = {
    expiresAt: until.toISOString(),
    setAt: now,
    setBy: mover.userId,
    role: kept,
    state: {},
    untold: undefined,
  };
  if (!present) {
    await addSchedule(expiryKind, firstOf(service, mover, next), context);
    return say(texts.set(service.name, until));
  }
  let isMoved = false;
  const changed = await changeSchedule(expiryKind, present, context, (latest) => {
    isMoved = from === undefined || isSame(latest, from);
    return isMoved ? { ...latest, ...next } : latest;
  });
  return isMoved && changed ? say(texts.set(service.name, until)) : moved(service, changed);
}

function firstOf(
  { serviceId, name, connection }: Named,
  { userId, channelId }: Mover,
  end: Pick<ExpirySchedule, "expiresAt" | "setAt" | "setBy" | "state">,
): ExpirySchedule {
  return {
    id: expiryId(serviceId),
    kind: "expiry",
    service: { serviceId, name },
    connection,
    channelId: channelId ?? userId,
    createdBy: userId,
    createdAt: end.setAt,
    ...end,
  };
}

function isSame(
  present: ExpirySchedule | undefined,
  { expiresAt, setAt }: Pick<ExpirySchedule, "expiresAt" | "setAt">,
): boolean {
  return present?.expiresAt === expiresAt && present.setAt === setAt;
}

function moved({ name }: Named, present: ExpirySchedule | undefined): Reply {
  return say(texts.movedAlready(name, present && new Date(present.expiresAt)));
}

/** Sets the end of a service that was just created, once: as its form said, or as the role's limits do. */
async function beginEnd(
  service: Named,
  until: Date,
  mover: Mover,
  role: Role | undefined,
  context: LifecycleContext,
): Promise<void> {
  if (await context.schedules.find(expiryId(service.serviceId))) return;
  await saveEnd({ service, until }, mover, role, context);
}

/** Sets the end of a new service: as its form said, or else as the limits of its requester's role do. */
export async function endOfCreated(created: CreatedHere, context: LifecycleContext): Promise<void> {
  const { userId, channelId, expires } = created;
  const hasLimits = (await context.createLimits.list()).length > 0;
  if (expires === undefined && !hasLimits) return;
  const role = await context.access.roleOf({ userId, channelId });
  const limits = hasLimits ? await context.createLimits.of(bindingRole(role)) : undefined;
  const usual = limits?.expiresAfterDays ?? limits?.mostDays;
  const wanted = expires ?? (usual === undefined ? undefined : `${usual}d`);
  const most = limits?.mostDays;
  if (wanted === undefined || (wanted === "never" && most === undefined)) return;
  const zone = (await zoneOf({ userId }, context)) ?? "UTC";
  // A day that is over by then, as after a long approval, counts as the usual end.
  // The limit may have come, or become shorter, after the form was sent.
  const latest = most === undefined ? undefined : endsAtOf(`${most}d`, context.now(), zone);
  const until = await attempt(async () => earlier(endsAtOf(wanted, context.now(), zone), latest));
  const at = until instanceof AppError && usual ? endsAtOf(`${usual}d`, context.now(), zone) : until;
  if (at === undefined || at instanceof AppError) return;
  await beginEnd(created, at, { userId, channelId }, role, context);
}

function earlier(wanted: Date | undefined, latest: Date | undefined): Date | undefined {
  return latest && (wanted === undefined || wanted > latest) ? latest : wanted;
}
