import { expect, test } from "vitest";
import { notifySections } from "../../../../../src/features/observability/alert-rules/form/notify-fields.ts";

/** The first hundred choices, which Slack shows, with this many webhooks and this chosen one. */
function offered(count: number, webhook?: string): string[] {
  const field = notifySections("notify")
    .flatMap(({ fields }) => fields)
    .find(({ name }) => name === "webhook");
  const webhooks = Array.from({ length: count }, (_, n) => ({ webhookId: `w${n}`, usedBy: 1 }));
  const target = { connection: "default", serviceId: "s-1", name: "orders prod" };
  const facts = { target, given: {}, isRead: true, webhooks, publicUrl: "https://qm.example.com" };
  return (field?.choices?.({ values: { webhook }, facts }) ?? []).slice(0, 100).map(({ value }) => value);
}

test("“another” is the last choice, or the first if there are more than Slack shows", () => {
  expect(offered(2)).toEqual(["w0", "w1", "another"]);
  expect(offered(99).at(-1)).toBe("another");
  for (const many of [100, 150]) expect(offered(many).slice(0, 2)).toEqual(["another", "w0"]);
});

test("the chosen webhook is among those that Slack shows", () => {
  expect(offered(100, "w99").slice(0, 3)).toEqual(["w99", "another", "w0"]);
  expect(offered(150, "w149").slice(0, 3)).toEqual(["w149", "another", "w0"]);
  expect(offered(150, "w3").slice(0, 3)).toEqual(["another", "w0", "w1"]);
  expect(offered(150, "another")[0]).toBe("another");
});

test("the field is hidden if no webhook is known", () => {
  const field = notifySections("notify")
    .flatMap(({ fields }) => fields)
    .find(({ name }) => name === "webhook");
  const target = { connection: "default", serviceId: "s-1", name: "orders prod" };
  const facts = { target, given: {}, isRead: true, publicUrl: "https://qm.example.com" };
  const shows = (webhooks: object[]) => field?.shows?.({ values: {}, facts: { ...facts, webhooks } });
  expect([shows([]), shows([{ webhookId: "w0", usedBy: 1 }])]).toEqual([false, true]);
});
