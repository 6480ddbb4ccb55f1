import { describe, expect, test } from "vitest";
import type { Alert } from "../../../../src/platform/cloud/observability/alert.ts";
import { formatNotifies } from "../../../../src/features/observability/alert-rules/format-rule.ts";
import { canChooseWebhook } from "../../../../src/features/observability/alert-rules/form/facts.ts";

const known = [{ webhookId: "w1", hookName: "checkout", channelId: "C1" }, { webhookId: "w2" }];
const facts = {
  target: { connection: "default", name: "orders prod" },
  given: {},
  isRead: true,
  dashboards: [],
  searches: [],
  webhooks: [],
  hooks: [],
  publicUrl: "https://qm.example.com",
};

describe("the channels of an alert, and whether a form may choose another webhook for it", () => {
  test.each<[Partial<Alert>, string, boolean]>([
    [{ channel: { type: "webhook", webhookId: "w1" } }, "*checkout* in <#C1>", true],
    [{ channel: { type: "webhook", webhookId: "w2" } }, "the webhook `w2`", true],
    [{ channel: { webhookId: "w3" } }, "the webhook `w3`", true],
    [{ channel: { type: "webhook", webhookId: "" } }, "no one", true],
    [{}, "no one", true],
    [{ channel: null, channels: [] }, "no one", true],
    [{ channel: { type: "email" } }, "`email`", false],
    [
      { channels: [{ type: "webhook", webhookId: "w1" }, { type: "email" }] },
      "*checkout* in <#C1> and `email`",
      false,
    ],
    [
      { channels: ["a", "b", "c", "d", "e"].map((webhookId) => ({ type: "webhook", webhookId })) },
      "the webhook `a`, the webhook `b`, the webhook `c` and 2 more",
      false,
    ],
    [{ channel: { type: "<!channel>" } }, "`&lt;\u200b!channel&gt;`", false],
  ])("%j", (alert, words, canChoose) => {
    const seen = { id: "a1", ...alert };
    expect(formatNotifies(seen, known)).toBe(words);
    expect(canChooseWebhook({ ...facts, seen })).toBe(canChoose);
  });
});
