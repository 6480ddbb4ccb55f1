import * as fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { say } from "../../../src/platform/blocks/reply.ts";
import { page } from "../../../src/platform/commands/arguments.ts";
import { fromKind } from "../../../src/platform/commands/arguments/kinds.ts";
import { argument, withoutOld } from "../../../src/platform/commands/arguments/kind.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { pageOf } from "../../../src/platform/commands/paging.ts";
import { readCall } from "../../../src/platform/commands/read-calls.ts";

const lists = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 });

const fits = ({ items }: { items: readonly number[] }) => items.reduce((sum, one) => sum + one, 0) <= 12;

test("each item is on one page, however many fit, and an item's number finds its page", () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 1, max: 8 }), (weights, most) => {
      const seen: number[] = [];
      let number: number | undefined = 1;
      while (number !== undefined) {
        const found: ReturnType<typeof pageOf<number>> = pageOf(weights, { page: number }, most, fits);
        expect(found).toMatchObject({ number, first: seen.length + 1, total: weights.length });
        for (const index of found.items.keys())
          expect(pageOf(weights, { from: found.first + index }, most, fits)).toEqual(found);
        seen.push(...found.items);
        number = found.next;
      }
      expect(seen).toEqual(weights);
    }),
  );
});

test("a number that is too high is the last page", () => {
  expect(pageOf([1, 2, 3], { page: 9 }, 2)).toMatchObject({ number: 2, items: [3], next: undefined });
  expect(pageOf([1, 2, 3], { from: 9 }, 2)).toMatchObject({ number: 2, items: [3] });
  expect(pageOf([], { page: 9 }, 2)).toMatchObject({ number: 1, items: [], next: undefined });
});

test("what earlier versions gave still works, and programs are not offered it", () => {
  const list = call({
    name: "things_list",
    title: "Things",
    summary: "Lists things.",
    effect: "read",
    line: ["things", "things page {page}", "things {from}"],
    args: z.object({
      page: page.optional(),
      from: argument({ ...fromKind, isOld: true }, z.int()).optional(),
    }),
    run: () => say("things"),
  });
  expect(list.line({ page: 2 })).toBe("things page 2");
  expect(list.args.parse({ from: 11 })).toEqual({ from: 11 });
  expect(readCall(list, { from: 11 })).toMatchObject({ args: { from: 11 } });
  const schema = z.toJSONSchema(list.args, { override: withoutOld });
  expect(Object.keys(schema.properties ?? {})).toEqual(["page"]);
});
