import { expect, test } from "vitest";
import type { OwnersContext } from "../../../src/features/owners/context.ts";
import { listOwners } from "../../../src/features/owners/list.ts";
import type { Reply } from "../../../src/platform/blocks/reply.ts";
import { validateMessage } from "@quartermaster/local-slack/validate";

/** The list of so many services. Every third one has no owner. */
async function listOf(count: number): Promise<Reply> {
  const all = Array.from({ length: count }, (_, index) => ({
    serviceId: `s${index}`,
    name: `service ${index}`,
    connection: "default",
  }));
  const records = all
    .filter((_, index) => index % 3 > 0)
    .map((service) => ({ ...service, ownerId: "U1", since: "2026-11-20T10:00:00.000Z", by: "U1" }));
  const context = { services: { list: async () => all }, owners: { readable: async () => records } };
  // Holds all that the list uses. A whole context would need a whole app.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const found = await listOwners({}, context as unknown as OwnersContext, true);
  const drawn = await found.draw();
  if (!("text" in drawn)) throw new Error("The list opens a window.");
  return drawn;
}

const typesOf = (blocks: Reply["blocks"] = []) => blocks.map(({ type }) => type);

test.each([11, 40, 90])("a list of %i services is a table to sort and page through", async (count) => {
  const { text, blocks, olderBlocks } = await listOf(count);
  expect(typesOf(blocks)).toContain("data_table");
  expect(validateMessage({ text, blocks })).toBeNull();
  // Where Slack refuses that block.
  expect(typesOf(olderBlocks)).toContain("table");
  expect(validateMessage({ text, blocks: olderBlocks })).toBeNull();
});

test("a short list stays a plain table", async () => {
  const { blocks, olderBlocks } = await listOf(10);
  expect(typesOf(blocks)).toContain("table");
  expect(olderBlocks).toBeUndefined();
});

test("services are sorted as people count them, and the hint names one of them", async () => {
  const { text } = await listOf(12);
  expect(text).toMatch(/service 0[^]*service 3[^]*service 9[^]*service 1[^]*service 2[^]*service 10/);
  expect(text).toContain("Set one: `/db services owner service 0 me team payments`");
});
