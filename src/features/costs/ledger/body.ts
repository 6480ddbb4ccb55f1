import { z } from "zod";
import type { Day } from "../../../lib/day.ts";
import { AppError } from "../../../lib/errors.ts";
import { hashText } from "../../../lib/hash.ts";
import { JsonText } from "../../../lib/json.ts";
import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { CostDays } from "./kept-days.ts";

/** A record without its day and amounts. Most entities have the same shape day after day, so it is kept once. */
const Shape = z.object({
  entityId: z.string().optional(),
  entityName: z.string().optional(),
  entityType: z.string().optional(),
  serviceId: z.string().optional(),
  dataWarehouseId: z.string().optional(),
  locked: z.boolean(),
  /** The metrics' names, in the order of the record's amounts. */
  metrics: z.array(z.string()),
});
type Shape = z.output<typeof Shape>;

/** The length of a shape's id: enough bytes of a hash that two shapes of a connection never share one. */
const shapeIdBytes = 8;

/** A record's shape as a text; equal shapes give equal texts. */
function shapeText(record: CostRecord): string {
  const { entityId, entityName, entityType, serviceId, dataWarehouseId, locked } = record;
  const metrics = Object.keys(record.metrics);
  const shape: Shape = { entityId, entityName, entityType, serviceId, dataWarehouseId, locked, metrics };
  return JSON.stringify(shape);
}

/** A shape's id, in hexadecimal digits. */
function shapeId(text: string): string {
  return hashText(text, 2 * shapeIdBytes);
}

/** A record of this shape; `nextAmount` gives the total first, then each metric's amount. */
function recordOf({ metrics: names, ...entity }: Shape, date: Day, nextAmount: () => number): CostRecord {
  const totalCredits = nextAmount();
  const metrics: Record<string, number> = {};
  for (const name of names) metrics[name] = nextAmount();
  return { ...entity, date, metrics, totalCredits };
}

/** A record's amounts in the order that `recordOf` reads them. */
function amountsOf({ totalCredits, metrics }: CostRecord): number[] {
  return [totalCredits, ...Object.values(metrics)];
}

// A day's body is the number of records, the id of each record's shape, then all amounts.
const countBytes = 4;

/** Shape ids by shape text, so no shape is hashed twice. */
export type ShapeIds = Map<string, string>;

/** Encodes a day's records for the store, and adds their shapes to `ids`. */
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

/** The shape ids in a body, joined into one text. Days with the same entities have the same text. */
export function shapesIn(body: Buffer): string {
  const count = body.readUInt32LE(0);
  return body.toString("hex", countBytes, countBytes + count * shapeIdBytes);
}

/** Splits the text of `shapesIn` into ids. */
function splitShapes(text: string): string[] {
  const length = 2 * shapeIdBytes;
  return Array.from({ length: text.length / length }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

/** Decodes a day's records, given their shapes. Throws a RangeError if the bytes are not such a body. */
export function decodeBody(day: Day, body: Buffer, shapes: readonly Shape[]): CostRecord[] {
  const amounts = new AmountReader(body, countBytes + shapes.length * shapeIdBytes);
  const next = () => amounts.next();
  return shapes.map((shape) => recordOf(shape, day, next));
}

const KeptShape = JsonText.pipe(Shape);

/**
 * Returns a reader for the shapes of several days, given one text of `shapesIn` for each day. It reads each shape from
 * the store once, and fails as `bug` if one is missing or unreadable: costs are never guessed.
 */
export function shapeReader(
  costDays: Pick<CostDays, "shapes">,
): (texts: readonly string[]) => Promise<(readonly Shape[])[]> {
  const byId = new Map<string, Shape>();
  // Only the latest text, because consecutive days mostly have the same entities.
  const byText = new Map<string, readonly Shape[]>();

  async function load(ids: readonly string[]): Promise<void> {
    const missing = [...new Set(ids)].filter((id) => !byId.has(id));
    const stored = await costDays.shapes(missing);
    missing.forEach((id, index) => byId.set(id, readShape(stored[index] ?? "")));
  }

  return async (texts) => {
    const unknown = texts.filter((text) => !byText.has(text));
    await load(unknown.flatMap(splitShapes));
    return texts.map((text) => {
      const shapes = byText.get(text) ?? splitShapes(text).flatMap((id) => byId.get(id) ?? []);
      byText.clear();
      byText.set(text, shapes);
      return shapes;
    });
  };
}

function readShape(stored: string): Shape {
  const parsed = KeptShape.safeParse(stored);
  if (parsed.success) return parsed.data;
  throw new AppError("bug", "The kept costs name an entity that isn't kept.", { cause: parsed.error });
}

// An amount is one head byte and up to eight bytes more. The head has the sign, the number of decimals, and the length
// of a whole number of up to seven bytes, which is enough for almost every price. Otherwise the number's own bits follow.
const asBits = 0xff;
// With 15, a negative amount could begin with the byte `asBits`.
const mostDecimals = 14;
const powers = Array.from({ length: mostDecimals + 1 }, (_, exponent) => 10 ** exponent);
const bytesAtMost = 9;

/** Writes amounts one after another, each exactly. 36.12 takes three bytes, 36.123456 five. */
export function encodeAmounts(amounts: readonly number[]): Buffer {
  const buffer = Buffer.allocUnsafe(amounts.length * bytesAtMost);
  const length = amounts.reduce((at, amount) => writeAmount(buffer, at, amount), 0);
  return buffer.subarray(0, length);
}

function writeAmount(buffer: Buffer, at: number, amount: number): number {
  const size = Math.abs(amount);
  const decimals = powers.findIndex((power) => isWhole(Math.round(size * power), power, size));
  // A whole number would lose the sign of a negative zero.
  if (decimals === -1 || Object.is(amount, -0)) {
    buffer.writeUInt8(asBits, at);
    return buffer.writeDoubleLE(amount, at + 1);
  }
  return writeWhole(buffer, at, { whole: Math.round(size * (powers[decimals] ?? 1)), decimals, amount });
}

// A division of two exact numbers gives the nearest double, so reading gives back what was written.
function isWhole(whole: number, power: number, size: number): boolean {
  return whole < 1e15 && whole / power === size;
}

function writeWhole(
  buffer: Buffer,
  at: number,
  { whole, decimals, amount }: { whole: number; decimals: number; amount: number },
): number {
  let [rest, bytes] = [whole, 0];
  while (rest > 0) {
    bytes += 1;
    buffer.writeUInt8(rest % 256, at + bytes);
    rest = Math.floor(rest / 256);
  }
  buffer.writeUInt8((amount < 0 ? 0x80 : 0) | (decimals << 3) | bytes, at);
  return at + 1 + bytes;
}

/** Reads amounts in the order they were written, beginning at an offset. */
export class AmountReader {
  readonly #bytes: Buffer;
  #at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** The next amount. Throws a RangeError past the end. */
  next(): number {
    const bytes = this.#bytes;
    const head = bytes[this.#at];
    if (head === undefined) throw new RangeError("There are fewer amounts than records.");
    if (head === asBits) {
      this.#at += 9;
      return bytes.readDoubleLE(this.#at - 8);
    }
    const count = head & 7;
    let whole = 0;
    for (let index = count; index > 0; index -= 1) whole = whole * 256 + (bytes[this.#at + index] ?? 0);
    this.#at += 1 + count;
    const size = whole / (powers[(head >> 3) & 15] ?? 1);
    return head >= 0x80 ? -size : size;
  }
}
