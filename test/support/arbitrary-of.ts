import * as fc from "fast-check";
import { z } from "zod";
import * as kinds from "../../src/lib/kinds.ts";

// Values of a schema, made from the schema itself, so a new field of a record is in every test that uses them.

const rest = fc.stringMatching(/^[A-Z0-9]{8}$/);
const word = fc.stringMatching(/^[a-z][a-z0-9-]{1,12}$/);
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

/** Texts of the kinds that any text is not. */
const texts = new Map<kinds.Kind, fc.Arbitrary<string>>([
  [kinds.channelId, rest.map((id) => `C${id}`)],
  [kinds.placeId, rest.map((id) => `C${id}`)],
  [kinds.userId, rest.map((id) => `U${id}`)],
  [kinds.userIdOrMe, rest.map((id) => `U${id}`)],
  [
    kinds.userIdOrName,
    fc.oneof(
      rest.map((id) => `U${id}`),
      word.map((name) => `@${name}`),
    ),
  ],
  [kinds.groupId, rest.map((id) => `S${id}`)],
  [kinds.timeZone, fc.constantFrom("Europe/Berlin", "UTC", "America/New_York", "+05:30")],
  [kinds.clockTime, clock],
  [kinds.creditAmount, fc.integer({ min: 1, max: 1_000_000 }).map((hundredths) => String(hundredths / 100))],
  [kinds.positiveAmount, fc.integer({ min: 1, max: 100_000 }).map((amount) => String(amount / 1_000))],
  [kinds.currency, fc.constantFrom("EUR", "USD", "JPY")],
  [kinds.creditsOrCurrency, fc.constantFrom("credits", "EUR")],
  [kinds.connectionName, word],
  [kinds.hookName, word],
  [kinds.serviceId, fc.uuid()],
  [kinds.hostName, word.map((name) => `${name}.example`)],
]);

function textOf(schema: z.core.$ZodType): fc.Arbitrary<string> {
  const kind = kinds.kindOf(schema);
  const known = kind && texts.get(kind);
  if (known) return known;
  // Any text rarely fits a pattern.
  const checks = schema instanceof z.ZodString ? (schema.def.checks ?? []) : [];
  const check = checks.find((each) => each instanceof z.core.$ZodCheckRegex);
  if (check && !kind)
    return fc.stringMatching(check._zod.def.pattern).filter((text) => z.safeParse(schema, text).success);
  const some = fc.oneof(
    word,
    fc.constantFrom("yes", "1e3", "#x", "- a: b", "Größe 1", "aws", "us-east-1", "dev *"),
    fc.string({ minLength: 1, maxLength: 40 }),
  );
  return some.filter((text) => {
    const read = kind ? kind.read(text) : text;
    return read === text && z.safeParse(schema, text).success;
  });
}

const moment = fc
  .date({ min: new Date("2027-01-01T00:00:00Z"), max: new Date("2028-01-01T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString());

/** Any value that fits a schema. Each field that may be absent sometimes is. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodOptional)
    return fc.option(arbitraryOf(schema.def.innerType), { nil: undefined });
  if (schema instanceof z.ZodDefault) return arbitraryOf(schema.def.innerType);
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [name, arbitraryOf(field)] as const);
    return fc
      .record(Object.fromEntries(fields))
      .map((record) => Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)));
  }
  if (schema instanceof z.ZodArray) {
    const isEmptyFine = z.safeParse(schema, []).success;
    return fc.array(arbitraryOf(schema.def.element), { minLength: isEmptyFine ? 0 : 1, maxLength: 2 });
  }
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.def.options.map((each) => arbitraryOf(each)));
  if (schema instanceof z.ZodRecord)
    return fc.dictionary(word, arbitraryOf(schema.def.valueType), { maxKeys: 2 });
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) {
    const [min, max] = [schema.minValue ?? 0, schema.maxValue ?? 100_000];
    return fc.integer({ min: Math.max(Math.ceil(min), 1), max: Math.min(max, 100_000) });
  }
  if (schema instanceof z.ZodISODateTime) return moment;
  if (schema instanceof z.ZodISODate) return moment.map((time) => time.slice(0, 10));
  if (schema instanceof z.ZodGUID || schema instanceof z.ZodUUID) return fc.uuid();
  if (schema instanceof z.ZodString) return textOf(schema);
  if (schema instanceof z.ZodUnknown || schema instanceof z.ZodAny) return word;
  throw new Error(`Say how to make a value of ${schema._zod.def.type}.`);
}

/** The paths of everything that a schema's values may hold. An entry of a list is `*`, and an option has its name. */
export function pathsOf(schema: z.core.$ZodType, path = ""): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return pathsOf(schema.def.innerType, path);
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => pathsOf(field, joined(path, name)));
  if (schema instanceof z.ZodArray) return pathsOf(schema.def.element, joined(path, "*"));
  if (schema instanceof z.ZodRecord) return pathsOf(schema.def.valueType, joined(path, "*"));
  if (schema instanceof z.ZodUnion)
    return schema.def.options.flatMap((each) => pathsOf(each, optionPath(each, path)));
  return [path];
}

function joined(path: string, name: string): string {
  return path === "" ? name : `${path}.${name}`;
}

function optionPath(option: z.core.$ZodType, path: string): string {
  const kind = option instanceof z.ZodObject ? option.shape["kind"] : undefined;
  return kind instanceof z.ZodLiteral ? `${path}(${[...kind.values].join("|")})` : path;
}

/** A value without what is at some paths, as JSON. */
export function without(
  schema: z.core.$ZodType,
  value: unknown,
  leftOut: readonly string[],
  path = "",
): unknown {
  if (value === undefined || leftOut.includes(path)) return undefined;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return without(schema.def.innerType, value, leftOut, path);
  if (schema instanceof z.ZodObject) {
    const fields = new Map<string, unknown>(Object.entries(z.record(z.string(), z.unknown()).parse(value)));
    return Object.fromEntries(
      Object.entries(schema.shape)
        .map(([name, field]) => [name, without(field, fields.get(name), leftOut, joined(path, name))])
        .filter(([, kept]) => kept !== undefined),
    );
  }
  if (schema instanceof z.ZodArray)
    return z
      .array(z.unknown())
      .parse(value)
      .map((each) => without(schema.def.element, each, leftOut, joined(path, "*")));
  if (schema instanceof z.ZodRecord)
    return Object.fromEntries(
      Object.entries(z.record(z.string(), z.unknown()).parse(value))
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, each]) => [name, without(schema.def.valueType, each, leftOut, joined(path, "*"))]),
    );
  if (schema instanceof z.ZodUnion) {
    const option = schema.def.options.find((each) => z.safeParse(each, value).success);
    return option ? without(option, value, leftOut, optionPath(option, path)) : value;
  }
  return value;
}
