import type { CostRecord } from "../../../platform/cloud/costs/usage.ts";
import type { Day } from "../../../lib/day.ts";
import { AmountReader, encodeAmounts } from "./amounts.ts";
import { type Shape, amountsOf, recordOf, shapeId, shapeIdBytes, shapeText } from "./shape.ts";

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
export function splitShapes(text: string): string[] {
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
