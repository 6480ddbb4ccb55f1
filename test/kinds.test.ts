import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../src/app/features.ts";
import { kindOf } from "../src/lib/kinds.ts";

// What a program, a file or an older record may hold is checked by the same schema as what people type.

/** Names that say what a text is. */
const named =
  /^(?:time)?zone$|^(?:e-?mail|colou?r|currency|connection|hook|service|team|person|group|fallback|owner)$|^(?:channel|user|group|owner|service)(?:Id)?$|^(?:created|set|saved|granted)?by$|^(?:from|to|at)$/i;

/** These are other things than their names say elsewhere. */
const others = new Set([
  // A path in a sender's body, and a part of a group's name.
  "mapping.group",
  "rules.group",
  // Three capitals in a record of a price: an amount and its currency are shown, and nothing goes by them.
  "currency",
]);

const moments: ReadonlySet<string | null> = new Set(["date", "datetime"]);

/** Each text in a schema that has neither a kind nor a format such as a date, as a path. */
function plainTexts(schema: z.core.$ZodType, path: readonly string[] = []): string[][] {
  if (schema instanceof z.ZodString || schema instanceof z.ZodStringFormat)
    return kindOf(schema) || moments.has(schema.format) ? [] : [[...path]];
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => plainTexts(field, [...path, name]));
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return plainTexts(schema.def.innerType, path);
  if (schema instanceof z.ZodArray) return plainTexts(schema.def.element, path);
  if (schema instanceof z.ZodRecord) return plainTexts(schema.def.valueType, path);
  if (schema instanceof z.ZodUnion) return schema.def.options.flatMap((each) => plainTexts(each, path));
  if (schema instanceof z.ZodPipe)
    return [schema.def.in, schema.def.out].flatMap((each) => plainTexts(each, path));
  return [];
}

const schemas = new Map<string, z.core.$ZodType>([
  ...product.codeParts.flatMap(({ name, item, record }) => [
    [`${name} in the file`, item] as const,
    [`${name} in Redis`, record] as const,
  ]),
  ...product.schedules.map(({ kind, record }) => [`schedules of the kind ${kind}`, record] as const),
  ...product.commands
    .flatMap(({ entries }) => entries)
    .map(({ name, args }) => [`arguments of ${name}`, args] as const),
]);

test.each([...schemas])("%s: a text with a name that says its kind is checked as that kind", (_, schema) => {
  const found = plainTexts(schema).filter((path) => named.test(path.at(-1) ?? ""));
  const paths = found.map((path) => path.join("."));
  expect(paths.filter((path) => !others.has(path))).toEqual([]);
});
