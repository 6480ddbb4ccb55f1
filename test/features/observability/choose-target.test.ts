import { expect, test } from "vitest";
import { commandOf } from "../../../src/platform/blocks/command-button.ts";
import { product } from "../../../src/app/features.ts";
import { lineOfButton } from "../../support/pressed.ts";
import { useRedis } from "../../support/redis.ts";
import { observedFixture } from "./fixture.ts";
import { chooseTargetReply, targetIn, wordOfTarget } from "../../../src/features/observability/target.ts";

const redis = useRedis();

function callNamed(name: string) {
  const found = product.commands.flatMap(({ entries }) => entries).find((entry) => entry.name === name);
  if (!found) throw new Error(`There is no call ${name}.`);
  return found;
}

test("words name a target; no words mean the only target, or none of several", async () => {
  const { context, target } = await observedFixture(redis.client, "managed");
  expect(await targetIn(" orders prod ", context)).toEqual(target);
  expect(await targetIn("", context)).toBeUndefined();
  await context.services.forget("orders prod");
  expect((await targetIn("", context))?.name).toBe("observability");
  await expect(targetIn("orders", context)).rejects.toThrow("I don't know a service or observability server");
});

test("without any target the answer says how to add one", async () => {
  const { context } = await observedFixture(redis.client, "managed");
  await context.services.forget("orders prod");
  await context.connections.remove("observability");
  await expect(targetIn("", context)).rejects.toThrow("/db services add <service id> <name>");
  await expect(chooseTargetReply(callNamed("sources_list"), {}, context)).rejects.toThrow(
    expect.objectContaining({ kind: "missing" }),
  );
});

test("a choice of a target runs the call with that target", async () => {
  const { context, target } = await observedFixture(redis.client, "managed");
  const find = callNamed("dashboards_find");
  const { text, blocks } = await chooseTargetReply(find, { words: "shop", from: 11 }, context);
  expect(text).toContain("• `orders prod`\n• `observability`");
  const [select] = blocks.flatMap((block) => (block.type === "actions" ? block.elements : []));
  if (select?.type !== "static_select") throw new Error("There is no select.");
  const options = select.options ?? [];
  expect(options.map((option) => option.text.text)).toEqual(["orders prod", "observability"]);
  const commands = options.map((chosen) =>
    commandOf({ action_id: select.action_id ?? "", selected_option: { value: chosen.value ?? "" } }),
  );
  expect(commands.map(lineOfButton)).toEqual([
    `dashboards found 11 "shop" "${wordOfTarget(target)}"`,
    'dashboards found 11 "shop" "observability"',
  ]);
});

test("with more targets than a select holds, the answer says how to type a name", async () => {
  const { context } = await observedFixture(redis.client, "managed");
  const addedAt = "2026-11-01T00:00:00.000Z";
  for (let count = 0; count < 110; count += 1)
    await context.services.add({ name: `s${count}`, serviceId: `id-${count}`, addedBy: "U1", addedAt });
  const { text } = await chooseTargetReply(callNamed("sources_list"), {}, context);
  expect(text).toMatch(
    /first 100 of 112 names\. Or type its name: `\/db dashboards sources &lt;service&gt;`\n• /,
  );
});

test("words that are too long for a menu leave the way to type a name", async () => {
  const { context } = await observedFixture(redis.client, "managed");
  const { text, blocks } = await chooseTargetReply(
    callNamed("dashboards_show"),
    { dashboard: "x".repeat(300) },
    context,
  );
  expect(text).toContain("• `orders prod`\n• `observability`");
  expect(blocks.map(({ type }) => type)).toEqual(["section", "context"]);
});
