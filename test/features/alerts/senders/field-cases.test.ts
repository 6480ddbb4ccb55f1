import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { read, readOne } from "./bodies.ts";
import { fieldBodies } from "./field-bodies.ts";

function caseOf(name: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "cases", `${name}.json`), "utf8"));
}

/** The two bodies of a case, the firing one first. */
function pairOf(name: string): readonly [unknown, unknown] {
  const both = caseOf(name);
  if (!Array.isArray(both)) throw new Error(`${name} has no two bodies.`);
  return [both[0], both[1]];
}

const kumaBody = (status: number) => ({
  heartbeat: { monitorID: 3, status },
  monitor: { id: 3, name: "Orders DB" },
});
const checkBody = (state: unknown) => ({ check: { name: "Disk", state } });

describe("one message, firing and then resolved", () => {
  test.each([
    [
      "azure-common-schema",
      { title: "High CPU on db", severity: "critical", key: expect.stringMatching(/^id:.*b9569717$/) },
    ],
    ["azure-metric-alert", { title: "CPU alert", group: "db-1", value: "1", threshold: "1" }],
    ["sns-alarm-with-subject", { title: "db-cpu" }],
    ["sns-alarm-without-subject", { title: "db-cpu" }],
    ["uptime-kuma", { title: "Orders DB" }],
  ])("of the case %s", (name, expected) => {
    const [firing, over] = pairOf(name).map((body) => readOne(body));
    expect(firing).toMatchObject({ state: "firing", ...expected });
    expect(over).toMatchObject({ state: "resolved", key: firing?.key });
  });

  test.each(Object.entries(fieldBodies))("of %s", (_, { title, firing, over, read: more }) => {
    const [begin, end] = [readOne(firing), readOne(over)];
    expect(begin).toMatchObject({ state: "firing", title, ...more });
    expect(end).toMatchObject({ state: "resolved", title, key: begin.key });
  });

  test("of Splunk, which never says that a search is over", () => {
    const body = {
      sid: "rt_1",
      search_name: "Errors",
      results_link: "https://s.example.com/1",
      result: { host: "db-1" },
    };
    expect(readOne(body)).toMatchObject({ title: "Errors", group: "db-1", link: "https://s.example.com/1" });
    expect(readOne({ ...body, sid: "rt_2" }).key).toBe(readOne(body).key);
  });

  test("of Uptime Kuma with numbers alone", () => {
    expect([0, 1, 2].map((status) => readOne(kumaBody(status)).state)).toEqual([
      "firing",
      "resolved",
      "unclear",
    ]);
  });
});

test("an alarm in a string gives its value, limit, reason and address", () => {
  for (const name of ["sns-alarm-without-subject", "sns-alarm-with-subject"])
    expect(readOne(pairOf(name)[0])).toMatchObject({
      key: "id:arn:aws:cloudwatch:eu-west-1:111122223333:alarm:db-cpu",
      value: "93.0",
      threshold: "80",
      body: expect.stringContaining("Threshold Crossed"),
    });
});

test("raw JSON is never a title", () => {
  const odd = {
    Message: JSON.stringify({ a: { b: 1 } }),
    Type: "Notification",
    TopicArn: "arn:aws:sns:x:1:t",
  };
  expect(readOne(odd)).toMatchObject({ isUnreadable: true });
  expect(readOne({ title: '{"a":1}', status: "down", host: "db-1" }).title).not.toContain("{");
});

test("an unconfirmed subscription shows the address that confirms it", () => {
  expect(readOne(caseOf("sns-subscription"))).toMatchObject({
    title: "Confirm the subscription to alarms",
    link: "https://sns.example.com/?Action=ConfirmSubscription&Token=2336412f",
    isTest: true,
  });
});

describe("a mapping", () => {
  const [firing, over] = pairOf("sns-alarm-without-subject");

  test("looks into strings that hold JSON", () => {
    const mapping = { title: "Message.AlarmName", state: "Message.NewStateValue", key: "Message.AlarmArn" };
    expect(readOne(firing, mapping)).toMatchObject({ sender: "mapped", title: "db-cpu", state: "firing" });
    expect(readOne(over, mapping)).toMatchObject({ state: "resolved", key: readOne(firing, mapping).key });
  });

  test("says what words and numbers mean", () => {
    const mapping = { title: "check.name", state: "check.state", firing: "2,1, Bad ", resolved: "0" };
    expect([0, 1, 2, 3, "bad", "ok"].map((state) => readOne(checkBody(state), mapping).state)).toEqual([
      "resolved",
      "firing",
      "firing",
      "unclear",
      "firing",
      "resolved",
    ]);
  });
});

test("a JSON string that opens a thousand more is read in time", () => {
  let text = JSON.stringify({ name: "Deep" });
  for (let depth = 0; depth < 12; depth += 1)
    text = JSON.stringify({ message: text, payload: text }).slice(0, 250_000);
  const startedAtMs = performance.now();
  expect(read(text).length).toBeGreaterThan(0);
  expect(performance.now() - startedAtMs).toBeLessThan(2_000);
});
