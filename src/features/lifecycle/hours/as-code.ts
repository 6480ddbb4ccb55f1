import { z } from "zod";
import { strictly } from "../../../lib/kinds.ts";
import { schedulePart, settingsOf } from "../../../platform/as-code/schedule-part.ts";
import { HoursSchedule, hoursId, hoursKind } from "./schedule.ts";

const { setAt: _setAt, ...shape } = settingsOf(HoursSchedule.shape);
const HoursItem = strictly(z.object(shape)).refine(({ from, to }) => from !== to, {
  path: ["to"],
  message: "is the same time as `from`. Leave the hours out if it runs all day",
});

/** The hours of services as code. */
export const hoursAsCode = schedulePart({
  name: "hours",
  noun: "service with hours",
  nouns: "services with hours",
  places: { lists: ["services_hours"] },
  kind: hoursKind,
  item: HoursItem,
  leftOut: { setAt: "when they were set here" },
  keyOf: ({ service }) => hoursId(service.serviceId),
  label: ({ service }) => service.name,
  itemOf(schedule) {
    const { setAt: _at, ...settings } = settingsOf(schedule);
    return settings;
  },
  scheduleOf: ({ owner, ...item }, { createdAt }) => ({
    ...item,
    id: hoursId(item.service.serviceId),
    kind: "hours" as const,
    createdBy: owner,
    createdAt,
    setAt: createdAt,
    state: { doneAt: createdAt },
  }),
  changed: ({ id, kind, createdAt, setAt, state }, { owner, ...item }) => ({
    ...item,
    id,
    kind,
    createdAt,
    createdBy: owner,
    setAt,
    state,
  }),
});
