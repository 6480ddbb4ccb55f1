import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../../src/app/features.ts";
import { say } from "../../../src/platform/blocks/reply.ts";
import { withoutData } from "../../../src/platform/commands/found.ts";

type Schema = z.core.JSONSchema.JSONSchema;

/** Names that say all there is to say. */
const plain = new Set(["id", "name", "page", "service", "connection", "warnings"]);

/** The paths of a shape's fields that say nothing about themselves. */
function silentIn(schema: Schema | boolean | undefined, path: string): string[] {
  if (typeof schema !== "object") return [];
  const branches = [schema.items, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  const inside = branches.flatMap((each) => (Array.isArray(each) ? each : [each]));
  return [
    ...inside.flatMap((each) => silentIn(each, path)),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => [
      ...(plain.has(name) || (typeof field === "object" && field.description) ? [] : [`${path}.${name}`]),
      ...silentIn(field, `${path}.${name}`),
    ]),
  ];
}

const entries = product.commands.flatMap((command) => command.entries);

test("every field of a result says what it is, unless its name does", () => {
  const silent = entries.flatMap(({ name, result }) =>
    result ? silentIn(z.toJSONSchema(result), name) : [],
  );
  expect(silent).toEqual([]);
});

test("only reads have a result", () => {
  expect(entries.filter(({ effect, result }) => effect !== "read" && result).map(({ name }) => name)).toEqual(
    [],
  );
});

test("a reply in place of data is what people read, and an error for programs", async () => {
  const reply = say("Connect a database cloud first.");
  const found = withoutData(reply);
  expect(await found.draw()).toBe(reply);
  await expect(found.data()).rejects.toMatchObject({ kind: "user", message: reply.text });
});
