import { beforeEach, expect, test } from "vitest";
import { sendTimeline } from "../../../../src/features/oncall/timeline/timeline.ts";
import * as texts from "../../../../src/features/oncall/timeline/texts.ts";
import { useRedis } from "../../../support/redis.ts";
import { alertFixture } from "../../alerts/fixture.ts";

const redis = useRedis();
let fixture: ReturnType<typeof alertFixture>;
beforeEach(async () => {
  fixture = alertFixture(redis.client);
  await fixture.begin();
});

const asker = { userId: "U1" };

test("the timeline of an alert comes as a file in direct messages", async () => {
  await fixture.accept({});
  await fixture.ingest();
  await fixture.runOutbox("C1");
  const [id = ""] = await fixture.incidents.open("T1-checkout");
  const { text } = await sendTimeline(id, fixture.context, asker);
  expect(text).toMatch(/^I sent you the timeline of \*Checkout errors.*\* in direct messages\.$/);
  const [, announcement] = fixture.posts;
  expect(announcement).toMatchObject({ channelId: "U1", text: expect.stringContaining("Markdown file") });
  const [file = ""] = fixture.shared.slice(-1);
  expect(file).toContain("Times are in Europe/Berlin.");
  expect(file).toContain("<https://acme.slack.com/archives/C1/p10>");
  expect(file).toContain("- 2026-11-20 11:00: fired");
  expect(file).toContain("1 delivery from the sender, 1 call of Slack, all of them accepted.");
});

test("an unknown alert is refused", async () => {
  await expect(sendTimeline("nothing", fixture.context, asker)).rejects.toThrow(texts.unknown("nothing"));
  expect(fixture.posts).toEqual([]);
});
