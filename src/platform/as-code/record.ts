import { z } from "zod";
import type { AuditAction } from "../audit/phrases.ts";
import type { Recorded } from "../audit/recorder.ts";
import type { WorkspaceContext } from "../context.ts";
import type { Changed, Kept, Records } from "../redis/records.ts";
import { type CodePart, codePart, expectSame } from "./part.ts";

/** Who puts an item where, and when. */
interface Putting {
  key: string;
  by: string;
  at: string;
}

/** The records in a context, by their name there. */
type Holding<Name extends string, R> = Readonly<Record<Name, Records<R>>>;

type InContext<Name extends string, R> = WorkspaceContext & Holding<Name, R>;

/** A kind of record, in Redis, in the audit log and in the workspace's file. */
interface Declaration<Name extends string, R, Item, Context> extends Pick<
  CodePart<Context, Item>,
  | "name"
  | "noun"
  | "nouns"
  | "shownIn"
  | "leftOut"
  | "ignoresUnlisted"
  | "label"
  | "named"
  | "compared"
  | "problem"
> {
  kept: Kept<R>;
  /** The name of the records in the context. */
  records: Name;
  /** The actions in the audit log. */
  actions: { set: AuditAction; remove: AuditAction };
  /** Its name in the audit log, if it has one. There is no record yet while it isn't read. */
  subject?(this: void, record: R | undefined, id: string): string | undefined;
  /** What the audit log keeps of a change. */
  recorded(this: void, before: R | undefined, after: R | undefined): Recorded | undefined;
  /** One in the file. */
  item: z.ZodType<Item>;
  /** The rule for keys in the file. By default the id of the only record. */
  key?: z.ZodType<string, string>;
  /** A record's key in the file, and the id of a key. By default both are the record's field. */
  keyOf?(this: void, field: string, record: R): string;
  idOf?(this: void, key: string): string;
  itemOf(this: void, record: R): Item;
  /** The record of an item. */
  recordOf(this: void, item: Item, putting: Putting, context: Context): R | Promise<R>;
}

/** What a change of a record needs. */
type Changing<Name extends string, R> = Pick<WorkspaceContext, "audit"> &
  Readonly<Record<Name, Pick<Records<R>, "change">>>;

/** A record as its feature's doors use it. */
interface RecordKind<Name extends string, R> {
  /** Changes one as it is at that moment and records the change. It is removed for undefined. */
  change(
    id: string,
    change: (present: R | undefined) => R | undefined,
    context: Changing<Name, R>,
  ): Promise<Changed<R>>;
  /** Removes one, records that, and returns what there was. */
  remove(id: string, context: Changing<Name, R>): Promise<R | undefined>;
  /** Its part of the workspace's file. */
  asCode: CodePart;
}

/**
 * Declares a record that people and the workspace's file may change. All of them change it through the same `change`,
 * which is guarded and recorded.
 */
export function record<
  const Name extends string,
  R,
  Item,
  Context extends InContext<Name, R> = InContext<Name, R>,
>({
  kept,
  records: name,
  actions,
  subject = () => undefined,
  recorded,
  keyOf = (field) => field,
  idOf = (key) => key,
  itemOf,
  recordOf,
  key = keyOfOnly(kept.only ?? ""),
  ...part
}: Declaration<Name, R, Item, Context>): RecordKind<Name, R> {
  const itemIn = (present: R | undefined) => (present === undefined ? undefined : itemOf(present));

  async function write(
    action: AuditAction,
    id: string,
    change: (present: R | undefined) => R | undefined,
    context: Changing<Name, R>,
  ): Promise<Changed<R>> {
    const entry = { action, subject: subject(undefined, id) };
    return context.audit.change(
      entry,
      () =>
        context[name].change(id, (present) => {
          const next = change(present);
          // A write that fails is recorded with it.
          entry.subject = subject(next ?? present, id);
          return next;
        }),
      ({ before, after }) =>
        before === undefined && after === undefined ? undefined : recorded(before, after),
    );
  }

  const kind: Omit<RecordKind<Name, R>, "asCode"> = {
    change: (id, change, context) => write(actions.set, id, change, context),
    remove: async (id, context) => (await write(actions.remove, id, () => undefined, context)).before,
  };
  const asCode = codePart<Context, Item>({
    ...part,
    key,
    record: kept.schema,
    ...(kept.most && { most: kept.most.count }),
    async read(context) {
      const all = await context[name].all();
      return new Map([...all].map(([field, each]) => [keyOf(field, each), itemOf(each)]));
    },
    async put(key, wanted, before, context, by) {
      const next = await recordOf(wanted, { key, by, at: context.now().toISOString() }, context);
      const change = (present: R | undefined) => {
        expectSame(itemIn(present), before);
        return next;
      };
      await kind.change(idOf(key), change, context);
    },
    async remove(key, before, context) {
      const change = (present: R | undefined) => {
        expectSame(itemIn(present), before);
        return undefined;
      };
      await write(actions.remove, idOf(key), change, context);
    },
    guards: {
      [name](context: Context, refusing) {
        const plain = context[name];
        const checked = plain.checkedBy(async () => {
          const refuse = await refusing();
          return (field, before, after) => {
            const one = before ?? after;
            if (one !== undefined) refuse(keyOf(field, one), itemIn(before), itemIn(after));
          };
        });
        return { ...plain, ...checked };
      },
    },
  });
  return { ...kind, asCode };
}

function keyOfOnly(only: string): z.ZodType<string, string> {
  return z.string().regex(new RegExp(`^${only}$`), `must be \`${only}\``);
}
