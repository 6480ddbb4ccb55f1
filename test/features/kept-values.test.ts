import { expect, test } from "vitest";
import type { Schedule } from "../../src/platform/jobs/schedules/kept-schedules.ts";
import { answerTo } from "../support/answer-to.ts";
import { useTestEnvironment } from "../support/environment.ts";
import { HookRecord } from "../support/alerts.ts";
import { putHook } from "../support/hook.ts";
import { shownText } from "../support/slack-person.ts";
import { until } from "../support/until.ts";

const environment = useTestEnvironment();

// What earlier versions kept from a file: a zone that is none.
const zone = "Mars/Olympus";
const why = "It has “Mars/Olympus” in place of a time zone, such as Europe/Berlin.";
const createdAt = "2026-11-01T00:00:00.000Z";

function context() {
  const found = environment.app.contextOf?.(environment.slack.teamId);
  if (!found) throw new Error("This needs the app in this process.");
  return found;
}

test("an alert of a hook with a maintenance zone that is none is posted, and its owner and the lists say why", async () => {
  const { ada, slack, redisUrl, app } = environment;
  const channelId = slack.channels.find(({ name }) => name === "incidents")?.id ?? "";
  const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
  const { hook, secret, url } = await putHook(redisUrl, slack.teamId, {
    name: "checkout",
    ownerId: ada.id,
    channelId,
    publicUrl: app.url,
    maintenance: [
      {
        id: "w1",
        when: { kind: "weekly", days: [...days], from: "00:00", to: "00:00", zone },
        userId: ada.id,
        at: createdAt,
      },
    ],
  });
  const sent = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "Checkout is slow", status: "firing" }),
  });
  expect(sent.status).toBe(202);
  await ada.waitForMessage("incidents", "Checkout is slow");
  const told = async () =>
    (await ada.messages("direct")).filter((message) => shownText(message).includes(why));
  await until(async () => (await told()).length > 0);
  expect((await told()).map(shownText)).toEqual([
    expect.stringContaining("A setting of hook checkout can't be followed"),
  ]);
  const undelivered = shownText(await answerTo(ada, "/db alerts undelivered", "Nothing else is undelivered"));
  expect(undelivered).toContain("This needs a change by a person");
  expect(undelivered).toContain(why);
  expect(shownText(await answerTo(ada, "/db alerts hooks maintenance checkout", why))).toContain(
    "maintenance window",
  );
  await ada.command("databases", "/db alerts hooks maintenance checkout off");
  await ada.waitForMessage("databases", "Removed 1 maintenance window");
  await until(async () => (await context().failing.list()).every(({ id }) => !id.startsWith(hook.id)));
  expect(HookRecord.safeParse(await context().hooks.find(hook.id)).success).toBe(true);
});

test("what happens at set times and has a zone that is none is left out, and its owner and the lists say why", async () => {
  const { ada, slack } = environment;
  const channelId = slack.channels.find(({ name }) => name === "databases")?.id ?? "";
  const service = { serviceId: "11111111-1111-4111-8111-111111111111", name: "orders" };
  await context().services.add({ ...service, connection: "default", addedBy: ada.id, addedAt: createdAt });
  const of = (id: string, kind: string, more: object): Schedule => ({
    id,
    kind,
    channelId,
    connection: "default",
    createdBy: ada.id,
    createdAt,
    timeZone: zone,
    ...more,
  });
  const kept = [
    of("r1", "report", { every: "daily", at: "09:00", by: "service", state: {} }),
    of(`hours-${service.serviceId}`, "hours", {
      service,
      from: "08:00",
      to: "19:00",
      days: [1, 2, 3, 4, 5],
      setAt: createdAt,
      state: { doneAt: createdAt },
    }),
    of("n1", "noise", { state: {} }),
    of(`concerns-${ada.id}`, "concerns", { channelId: ada.id, state: {} }),
  ];
  for (const schedule of kept) await context().schedules.add(schedule);
  for (const { id } of kept) {
    const { workspaceId, scheduleQueue } = context();
    await scheduleQueue.ensure(`${workspaceId}.${id}`, { workspaceId, scheduleId: id });
  }
  const told = async () =>
    (await ada.messages("direct"))
      .map((message) => shownText(message))
      .filter((text) => text.includes(why) && !text.includes("hook checkout"));
  await until(async () => (await told()).length === kept.length);
  expect(await told()).toEqual(
    expect.arrayContaining([
      expect.stringContaining("The daily cost report can't be followed"),
      expect.stringContaining("The hours of"),
      expect.stringContaining("The weekly noise report can't be followed"),
    ]),
  );
  expect(shownText(await answerTo(ada, "/db costs schedule list", why))).toContain("1 cost report");
  expect(shownText(await answerTo(ada, "/db services hours", why))).toContain("08:00-19:00 Mon-Fri");
  await answerTo(ada, `/db services wake ${service.name}`, why);
  await answerTo(ada, "/db alerts noise", why);
  // A person's own zone mends their message.
  await ada.command("databases", "/db services owner digest on");
  await until(async () => (await context().failing.list()).every(({ id }) => !id.includes("concerns")));
});
