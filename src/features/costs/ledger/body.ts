import { z } from "zod";
import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { Day } from "../../../lib/day.ts";
import { hashText } from "../../../lib/hash.ts";
import { AmountReader, encodeAmounts } from "./amounts.ts";
import { AppError } from "../../../lib/errors.ts";
import { JsonText } from "../../../lib/json.ts";
import type { CostDays } from "./kept-days.ts";

/** Everything of a record but its day and its amounts: most entities have the same shape day after day. */
export const Shape = z.object({
  entityId: z.string().optional(),
  entityName: z.string().optional(),
  entityType: z.string().optional(),
  serviceId: z.string().optional(),
  dataWarehouseId: z.string().optional(),
  locked: z.boolean(),
  /** In the order of the record's amounts. */
  metrics: z.array(z.string()),
});
export type Shape = z.output<typeof Shape>;

/** Eight bytes of a hash, which no two shapes of a connection ever share, and their text as hexadecimal digits. */
const shapeIdBytes = 8;

/** A record's shape as a text, the same for all records of that shape. */
function shapeText(record: CostRecord): string {
  const { entityId, entityName, entityType, serviceId, dataWarehouseId, locked } = record;
  const metrics = Object.keys(record.metrics);
  const shape: Shape = { entityId, entityName, entityType, serviceId, dataWarehouseId, locked, metrics };
  return JSON.stringify(shape);
}

/** The id that a shape is kept under. */
function shapeId(text: string): string {
  return hashText(text, 2 * shapeIdBytes);
}

/** A record of this shape on a day; its amounts are the total, and then those of its metrics. */
function recordOf({ metrics: names, ...entity }: Shape, date: Day, nextAmount: () => number): CostRecord {
  const totalCredits = nextAmount();
  const metrics: Record<string, number> = {};
  for (const name of names) metrics[name] = nextAmount();
  return { ...entity, date, metrics, totalCredits };
}

/** A record's amounts in the order that `recordOf` takes them. */
function amountsOf({ totalCredits, metrics }: CostRecord): number[] {
  return [totalCredits, ...Object.values(metrics)];
}

// A day's body: how many records it has, the id of each one's shape, then all amounts.
const countBytes = 4;

/** Ids by the text of the shape, so that none is hashed twice. */
export type ShapeIds = Map<string, string>;

/** A day's records as they are kept; adds their shapes to `ids`. */
export function encodeBody(records: readonly CostRecord[], ids: ShapeIds): Buffer {
  const head = Buffer.alloc(countBytes);
  head.writeUInt32LE(records.length);
  const shapes = Buffer.from(records.map((record) => idOf(record, ids)).join(""), "hex");
  return Buffer.concat([head, shapes, encodeAmounts(records.flatMap(amountsOf))]);
}

function idOf(record: CostRecord, ids: ShapeIds): string {
  const text = shapeText(record);
  const id = ids.get(text) ?? shapeId(text);
  ids.set(text, id);
  return id;
}

/** The ids of the shapes in a body, one after another in one text: the same one day as the next, where nothing changed. */
export function shapesIn(body: Buffer): string {
  const count = body.readUInt32LE(0);
  return body.toString("hex", countBytes, countBytes + count * shapeIdBytes);
}

/** That text as ids. */
function splitShapes(text: string): string[] {
  const length = 2 * shapeIdBytes;
  return Array.from({ length: text.length / length }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

/** The records of a day's body, given their shapes. Fails as a RangeError where the bytes are no such body. */
export function decodeBody(day: Day, body: Buffer, shapes: readonly Shape[]): CostRecord[] {
  const amounts = new AmountReader(body, countBytes + shapes.length * shapeIdBytes);
  const next = () => amounts.next();
  return shapes.map((shape) => recordOf(shape, day, next));
}

/** The shapes that days are kept with, each read from the store once. */
export interface KeptShapes {
  /** Those of each of some days, whose ids come as one text a day. */
  ofDays(texts: readonly string[]): Promise<(readonly Shape[])[]>;
}

const KeptShape = JsonText.pipe(Shape);

/** Fails as a bug where a shape is missing or cannot be read: costs are never guessed. */
export function keptShapes(costDays: Pick<CostDays, "shapes">): KeptShapes {
  const byId = new Map<string, Shape>();
  // Days that follow each other have the same entities, mostly.
  const byText = new Map<string, readonly Shape[]>();

  async function load(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !byId.has(id));
    const stored = await costDays.shapes(missing);
    missing.forEach((id, index) => byId.set(id, readShape(stored[index] ?? "")));
  }

  return {
    async ofDays(texts) {
      const unknown = texts.filter((text) => !byText.has(text));
      await load(unknown.flatMap(splitShapes));
      return texts.map((text) => {
        const shapes = byText.get(text) ?? splitShapes(text).flatMap((id) => byId.get(id) ?? []);
        byText.clear();
        byText.set(text, shapes);
        return shapes;
      });
    },
  };
}

function readShape(stored: string): Shape {
  const parsed = KeptShape.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new AppError("bug", "The kept costs name an entity that is not kept.", { cause: parsed.error });
}
