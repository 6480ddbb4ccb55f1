import { z } from "zod";
import { addSchedule, changeSchedule, removeSchedule } from "../audit/schedule-changes.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Schedule, ScheduleKind, Schedules } from "../jobs/schedules/kept-schedules.ts";
import { kept as keptText, strictly, userId } from "../../lib/kinds.ts";
import { ServiceOfSchedule } from "../jobs/schedules/schedules.ts";
import { type CodePart, codePart, expectSame } from "./part.ts";
import * as texts from "./texts.ts";

/** An item of the file: settings, and the person that the schedule is for. */
type Owned<Item> = Item & { owner: string };

/** The settings of a schedule: as its record keeps them, and as people, files and the audit log have them. */
interface Settings<Kept extends object, Item extends object> {
  kept: z.ZodType<Kept>;
  /** For the file: strict, and with the person. */
  item: z.ZodType<Owned<Item>>;
  toItem(this: void, kept: Kept): Item;
  toKept(this: void, item: Item): Kept;
}

type Of<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>;

/** Settings that are the same in the record and elsewhere. */
export function settings<Shape extends z.ZodRawShape>(shape: Shape): Settings<Of<Shape>, Of<Shape>>;
export function settings(shape: z.ZodRawShape): Settings<object, object> {
  return { kept: z.object(shape), item: strictItem(shape), toItem: (kept) => kept, toKept: (item) => item };
}

/** Settings that people have in other words than the record: "maxAgeHours" for "maxAgeMs". */
export function settingsSaidAs<Kept extends z.ZodRawShape, Item extends z.ZodRawShape>(between: {
  kept: Kept;
  item: Item;
  toItem(this: void, kept: Of<Kept>): Of<Item>;
  toKept(this: void, item: Of<Item>): Of<Kept>;
}): Settings<Of<Kept>, Of<Item>>;
export function settingsSaidAs({
  kept,
  item,
  ...between
}: Pick<Settings<object, object>, "toItem" | "toKept"> & {
  kept: z.ZodRawShape;
  item: z.ZodRawShape;
}): Settings<object, object> {
  return { kept: z.object(kept), item: strictItem(item), ...between };
}

function strictItem(shape: z.ZodRawShape): z.ZodType<Owned<object>> {
  return strictly(z.object({ owner: keptText(userId), ...shape }));
}

interface Made {
  id: string;
  createdAt: string;
}

interface Declaration<S extends Schedule, Kept extends object, Item extends object> extends Omit<
  ScheduleKind<S>,
  "audited"
> {
  settings: Settings<Kept, Item>;
  /** What people call one. By default it has no name. */
  name?(this: void, item: Item): string;
  /** How the workspace's file has it. Absent for one that it can't have. */
  inFile?: InFile<S, Item>;
}

/** A kind of schedule in the workspace's file. */
type InFile<S, Item extends object> = Pick<
  CodePart,
  "name" | "noun" | "nouns" | "shownIn" | "ignoresUnlisted" | "most"
> & {
  /** False for one that the file neither has nor manages, such as a person's own. By default it has all. */
  includes?(this: void, item: Owned<Item>): boolean;
  /** The fields of a new one besides its settings: its state, and an id that isn't made at random. */
  first(this: void, made: Made, item: Owned<Item>): object;
  /** Those of them that change with its settings: what is due at once. By default none. */
  next?(this: void, present: S, item: Owned<Item>): object;
  /** Adds a rule over several settings. */
  rule?(this: void, item: z.ZodType<Owned<Item>>): z.ZodType<Owned<Item>>;
  /** Why fields besides those of every schedule aren't in the file. */
  leftOut?: Readonly<Record<string, string>>;
  keyOf(this: void, item: Owned<Item>): string;
  label(this: void, item: Owned<Item>): string;
  /** Why an item can't be set now. */
  problem?(this: void, wanted: Owned<Item>, before: Owned<Item> | undefined, now: Date): string | undefined;
  /** What of a present item is to be compared, besides the name of its service. */
  compared?(this: void, present: Owned<Item>, wanted: Owned<Item>): Owned<Item>;
  /** The item with the present names of groups. Those of services are found here. */
  named?(this: void, item: Owned<Item>, context: WorkspaceContext): Promise<Owned<Item>>;
};

/** Why fields of every schedule aren't in the file. */
const ofEverySchedule = {
  id: "made here",
  kind: "the part says it",
  createdAt: "when it was made here",
  state: "its progress",
  untold: "its progress",
  "service.name": "the cloud's present name is shown",
};

/**
 * Declares a kind of schedule by its record and its settings. What the audit log keeps and its part of the workspace's
 * file follow from them.
 */
export function declareSchedule<Record extends z.ZodType<Schedule>, Kept extends object, Item extends object>(
  declared: Declaration<z.output<Record>, Kept, Item> & { record: Record },
): ScheduleKind<z.output<Record>> & { asCode?: CodePart };
export function declareSchedule<S extends Schedule, Kept extends object, Item extends object>({
  settings: of,
  name,
  inFile,
  ...about
}: Declaration<S, Kept, Item>): ScheduleKind<S> & { asCode?: CodePart } {
  const saidOf = (schedule: S) => of.toItem(of.kept.parse(schedule));
  const kind: ScheduleKind<S> = {
    ...about,
    audited(schedule) {
      const said = saidOf(schedule);
      return { ...(name && { subject: name(said) }), facts: { id: schedule.id, ...factsOf(said) } };
    },
  };
  // What isn't in the record, such as the owner, is left out.
  const recordOf = (item: Owned<Item>, others: object): S =>
    kind.record.parse({ ...of.toKept(item), kind: kind.kind, createdBy: item.owner, ...others });
  if (!inFile) return kind;
  const { first, next } = inFile;
  const asCode = schedulePart(kind, inFile, {
    item: of.item,
    itemOf: (schedule) => ({ owner: schedule.createdBy, ...saidOf(schedule) }),
    made: (item, made) => recordOf(item, { ...made, ...first(made, item) }),
    changed(present, item) {
      const { id, createdAt } = present;
      const own = Object.keys(first({ id, createdAt }, item));
      const stays = Object.entries(present).filter(([key]) => own.includes(key));
      return recordOf(item, { id, createdAt, ...Object.fromEntries(stays), ...next?.(present, item) });
    },
  });
  return { ...kind, asCode };
}

/** How a schedule and its item become each other. */
interface Between<S extends Schedule, Item> {
  item: z.ZodType<Item>;
  itemOf(this: void, schedule: S): Item;
  /** A new schedule. */
  made(this: void, item: Item, made: Made): S;
  /** A present one with another item. */
  changed(this: void, present: S, item: Item): S;
}

function schedulePart<S extends Schedule, Item extends object>(
  kind: ScheduleKind<S>,
  {
    rule = (item) => item,
    includes = () => true,
    leftOut,
    keyOf,
    label,
    problem,
    compared,
    named,
    ...about
  }: InFile<S, Item>,
  { item, itemOf, made, changed }: Between<S, Owned<Item>>,
): CodePart {
  /** Undefined for a schedule of another kind. */
  function itemIn(schedule: Schedule | undefined): Owned<Item> | undefined {
    const { data } = schedule?.kind === kind.kind ? kind.record.safeParse(schedule) : {};
    const found = data && itemOf(data);
    return found && includes(found) ? found : undefined;
  }

  /** The oldest first, and one of each key. */
  async function schedulesByKey({ schedules }: WorkspaceContext): Promise<Map<string, S>> {
    const all = (await schedules.list(kind.record)).filter((schedule) => includes(itemOf(schedule)));
    return new Map(all.toReversed().map((schedule) => [keyOf(itemOf(schedule)), schedule]));
  }

  return codePart<WorkspaceContext, Owned<Item>>({
    ...about,
    item: rule(item),
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
        const facts = { id: context.newId(), createdAt: context.now().toISOString() };
        return addSchedule(kind, made(wanted, facts), context);
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

const Named = z.object({ name: z.string(), serviceId: z.string().optional() });
const Fact = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.array(z.union([z.string(), z.number()])).transform((all) => all.join(",")),
]);

/** Settings as the audit log keeps them: one text, number or truth for each. A thing has its name. */
function factsOf(said: object): ReturnType<ScheduleKind["audited"]>["facts"] {
  const facts = Object.entries(said).flatMap(([key, value]) => {
    const named = Named.safeParse(value).data;
    if (!named) return [[key, Fact.optional().parse(value)] as const];
    const { name, serviceId } = named;
    return [[key, name] as const, ...(serviceId === undefined ? [] : [["serviceId", serviceId] as const])];
  });
  return Object.fromEntries(facts);
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
