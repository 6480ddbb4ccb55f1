import { expect, test } from "vitest";
import { shortBody } from "../../../../src/features/alerts/message/body.ts";

test("a short body is shown whole, with its code as code", () => {
  expect(shortBody("Group: api\n```\nlog *one*\n```\nend")).toEqual({
    mrkdwn: "Group: api\n```\nlog *one*\n```\nend",
    isShortened: false,
  });
});

test("an open fence is closed", () => {
  expect(shortBody("before ```log").mrkdwn).toBe("before\n```\nlog\n```");
});

test("no text breaks out of its code block", () => {
  expect(shortBody("```a `b` <!channel>\n````c").mrkdwn).toBe("```\na ˋbˋ &lt;\u200b!channel&gt;\n```\nˋc");
});

test("a long body ends at a line, within 12 lines and 700 characters", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  const byLines = shortBody(lines.join("\n"));
  expect(byLines).toEqual({ mrkdwn: `${lines.slice(0, 12).join("\n")}\n…`, isShortened: true });
  const byLength = shortBody(`${"a".repeat(600)}\n${"b".repeat(600)}`);
  expect(byLength).toEqual({ mrkdwn: `${"a".repeat(600)}\n…`, isShortened: true });
  expect(shortBody("c".repeat(701)).mrkdwn).toBe(`${"c".repeat(700)}\n…`);
});

test("a body that grows by escaping is cut shorter", () => {
  const { mrkdwn, isShortened } = shortBody("&".repeat(600));
  expect(isShortened).toBe(true);
  expect(mrkdwn.length).toBeLessThanOrEqual(1_802);
});

test("no line of a body becomes a quote", () => {
  expect(shortBody("value\n>>> 10").mrkdwn).toBe("value\n\u200b&gt;&gt;&gt; 10");
});
