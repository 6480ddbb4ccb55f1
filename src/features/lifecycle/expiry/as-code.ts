import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { schedulePart, settingsOf } from "../../../platform/as-code/schedule-part.ts";
import { ExpirySchedule, expiryId, expiryKind } from "./schedule.ts";
import * as texts from "./texts.ts";

const { setAt: _setAt, setBy: _setBy, ...shape } = settingsOf(ExpirySchedule.shape);

/** The ends of services as code. New services get ends too, so only those in a file are its own. */
export const expiriesAsCode = schedulePart({
  name: "expiries",
  noun: "end of a service",
  nouns: "ends of services",
  places: { tabs: ["service"], lists: ["services_expiries"] },
  governsNamedOnly: true,
  kind: expiryKind,
  item: strictly(z.object(shape)),
  leftOut: { setAt: "when it was set here", setBy: "who set it here" },
  keyOf: ({ service }) => service.serviceId.toLowerCase(),
  label: ({ service }) => service.name,
  // An end in the past would stop the service at once.
  problem: (wanted, before, now) =>
    Date.parse(wanted.expiresAt) <= now.getTime() && wanted.expiresAt !== before?.expiresAt
      ? texts.isOver(wanted.service.name)
      : undefined,
  itemOf(schedule) {
    const { setAt: _at, setBy: _by, ...settings } = settingsOf(schedule);
    return settings;
  },
  scheduleOf: ({ owner, ...item }, { createdAt }) => ({
    ...item,
    id: expiryId(item.service.serviceId),
    kind: "expiry" as const,
    createdBy: owner,
    createdAt,
    setAt: createdAt,
    setBy: owner,
    state: {},
  }),
  changed: ({ id, kind, createdAt, setAt, setBy, state, expiresAt }, { owner, ...item }) => ({
    ...item,
    id,
    kind,
    createdAt,
    createdBy: owner,
    setAt,
    setBy,
    // The warnings begin again when the end is moved.
    state: item.expiresAt === expiresAt ? state : {},
  }),
});
