import { z } from "zod";
import { addSchedule, changeSchedule, removeSchedule } from "../audit/schedule-changes.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Schedule, Schedules } from "../jobs/schedules/kept-schedules.ts";
import { type ScheduleKind, ServiceOfSchedule } from "../jobs/schedules/schedules.ts";
import { type CodePart, codePart, expectSame } from "./part.ts";
import * as texts from "./texts.ts";

interface ScheduleParts<S extends Schedule, Item> extends Pick<
  CodePart,
  "name" | "noun" | "nouns" | "places" | "governsNamedOnly" | "most"
> {
  kind: ScheduleKind<S>;
  item: z.ZodType<Item>;
  /** Why fields besides those of every schedule aren't in the file. */
  leftOut?: Readonly<Record<string, string>>;
  keyOf(this: void, item: Item): string;
  label(this: void, item: Item): string;
  /** Why an item can't be set now. */
  problem?(this: void, wanted: Item, before: Item | undefined, now: Date): string | undefined;
  /** What of a present item is to be compared, besides the name of its service. */
  compared?(this: void, present: Item, wanted: Item): Item;
  /** The item with the present names of groups. Those of services are found here. */
  named?(this: void, item: Item, context: WorkspaceContext): Promise<Item>;
  itemOf(this: void, schedule: S): Item;
  /** A new schedule. */
  scheduleOf(this: void, item: Item, made: { id: string; createdAt: string }): S;
  /** A present one with another item. */
  changed(this: void, schedule: S, item: Item): S;
}

/** Why fields of every schedule aren't in the file. */
const ofEverySchedule = {
  id: "made here",
  kind: "the part says it",
  createdAt: "when it was made here",
  state: "its progress",
  untold: "its progress",
  "service.name": "the cloud's present name is shown",
};

/** The settings of a schedule, or the schemas of them: all fields but those that the file leaves out of every one. */
export function settingsOf<
  Fields extends Record<"id" | "kind" | "createdAt" | "createdBy" | "state", unknown> & { untold?: unknown },
>(fields: Fields) {
  const {
    id: _id,
    kind: _kind,
    createdAt: _at,
    createdBy: _by,
    state: _state,
    untold: _untold,
    ...settings
  } = fields;
  const owner: Fields["createdBy"] = fields.createdBy;
  return { owner, ...settings };
}

/** A kind of schedule as code. */
export function schedulePart<S extends Schedule, Item extends object>(
  declared: ScheduleParts<S, Item>,
): CodePart {
  const {
    kind,
    item,
    keyOf,
    label,
    problem,
    named,
    itemOf,
    scheduleOf,
    changed,
    leftOut,
    compared,
    ...about
  } = declared;

  /** Undefined for a schedule of another kind. */
  function itemIn(schedule: Schedule | undefined): Item | undefined {
    const { data } = schedule?.kind === kind.kind ? kind.record.safeParse(schedule) : {};
    return data && itemOf(data);
  }

  /** The oldest first, and one of each key. */
  async function schedulesByKey({ schedules }: WorkspaceContext): Promise<Map<string, S>> {
    const all = await schedules.list(kind.record);
    return new Map(all.toReversed().map((schedule) => [keyOf(itemOf(schedule)), schedule]));
  }

  return codePart<WorkspaceContext, Item>({
    ...about,
    item,
    record: kind.record,
    leftOut: { ...ofEverySchedule, ...leftOut },
    keyOf,
    label: (_, each) => label(each),
    compared: (present, wanted) => withoutRename(compared?.(present, wanted) ?? present, wanted),
    async named(each, _, context) {
      const service = serviceOf(each);
      const present = service && (await context.schedules.labels())(service.serviceId, "");
      const shown = service ? renamed(each, present || texts.unknownService(service.serviceId)) : each;
      return named ? named(shown, context) : shown;
    },
    problem: async (_, wanted, before, { now }) => problem?.(wanted, before, now()),
    read: async (context) =>
      new Map([...(await schedulesByKey(context))].map(([key, schedule]) => [key, itemOf(schedule)])),
    async put(key, wanted, before, context) {
      const present = (await schedulesByKey(context)).get(key);
      expectSame(present && itemOf(present), before);
      if (!present) {
        const made = { id: context.newId(), createdAt: context.now().toISOString() };
        return addSchedule(kind, scheduleOf(wanted, made), context);
      }
      await changeSchedule(kind, present, context, (latest) => {
        expectSame(itemOf(latest), before);
        return changed(latest, wanted);
      });
    },
    async remove(key, before, context) {
      const present = (await schedulesByKey(context)).get(key);
      expectSame(present && itemOf(present), before);
      if (present) await removeSchedule(kind, present, context);
    },
    guards: {
      schedules({ schedules }, refusing) {
        async function checker() {
          const refuse = await refusing();
          return (before: Schedule | undefined, after: Schedule | undefined) => {
            const [was, is] = [itemIn(before), itemIn(after)];
            const one = was ?? is;
            if (one !== undefined) refuse(keyOf(one), was, is);
          };
        }
        const guarded: Schedules = {
          ...schedules,
          async add(schedule) {
            if (schedule.kind === kind.kind) (await checker())(undefined, schedule);
            await schedules.add(schedule);
          },
          async change(schedule, change) {
            if (schedule.kind !== kind.kind) return schedules.change(schedule, change);
            const check = await checker();
            return schedules.change(schedule, (present) => {
              const next = change(present);
              check(present, next);
              return next;
            });
          },
          async remove(id) {
            const present = await schedules.find(id);
            if (present?.kind === kind.kind) (await checker())(present, undefined);
            return schedules.remove(id);
          },
        };
        return guarded;
      },
    },
  });
}

const OfService = z.object({ service: ServiceOfSchedule });

function serviceOf(item: object) {
  return OfService.safeParse(item).data?.service;
}

function renamed<Item extends object>(item: Item, name: string): Item {
  const service = serviceOf(item);
  return service ? { ...item, service: { ...service, name } } : item;
}

/** A service's name may change in the cloud. */
function withoutRename<Item extends object>(present: Item, wanted: Item): Item {
  const service = serviceOf(wanted);
  return service ? renamed(present, service.name) : present;
}
