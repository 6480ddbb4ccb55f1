import { expect, test } from "vitest";
import { unusualPost } from "../../../../src/features/costs/budget/unusual-post.ts";
import type { UnusualRecord } from "../../../../src/features/costs/anomalies/unusual-days.ts";

const up: UnusualRecord = {
  day: "2026-11-18",
  direction: "up",
  total: "84.2",
  usual: "27.1",
  movers: [
    { kind: "service", name: "orders prod", amount: "60.1", usual: "5" },
    { kind: "service", name: "new one", amount: "3", usual: "0" },
    { kind: "metric", name: "Compute", amount: "61", usual: "8" },
  ],
};
const links = { value: "{}", console: undefined };

test("the post about high costs shows the parts that changed most, with their usual costs", () => {
  expect(unusualPost(up, links).text).toBe(
    [
      "*Unusually high costs on Wednesday 18 Nov 2026*",
      "*84.20 credits*, 3.1 times the usual 27.10 of a Wednesday.",
      "*What changed*",
      "• orders prod: 60.10, usually 5.00",
      "• new one: 3.00, usually nothing",
      "• Compute: 61.00, usually 8.00",
      "Compared with the same weekday in the four weeks before. The day is in UTC, and its costs are final.",
    ].join("\n"),
  );
});

test("the post about a fall says that it may be on purpose, and names the service", () => {
  const down: UnusualRecord = {
    ...up,
    direction: "down",
    total: "0",
    movers: [],
    service: { serviceId: "s1", name: "orders prod" },
  };
  expect(unusualPost(down, links).text).toContain(
    "*Hardly any costs for orders prod on Wednesday 18 Nov 2026*",
  );
  expect(unusualPost(down, links).text).toContain("If someone stopped something on purpose, that's fine.");
});

test("after a person expected the day, the post names them and has no button for it", () => {
  const post = unusualPost({ ...up, expected: { by: "U1", at: "2026-11-20T10:00:00.000Z" } }, links);
  expect(post.text).toContain("<@U1> expected this.");
  expect(JSON.stringify(post.blocks)).not.toContain("This was expected");
  expect(JSON.stringify(unusualPost(up, links).blocks)).toContain("This was expected");
});

test("the console's address is a separate link, and cannot break out of it", () => {
  const post = unusualPost(up, { ...links, console: "https://console.example/costs?a=1&day=2026-11-18|x" });
  expect(post.text).toContain(
    "<https://console.example/costs?a=1&amp;day=2026-11-18%7Cx|This day in the cloud console>",
  );
});
