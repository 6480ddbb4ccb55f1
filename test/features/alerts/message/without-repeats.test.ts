import { expect, test } from "vitest";
import { withoutRepeats } from "../../../../src/features/alerts/message/body.ts";

const title = 'Alert for "p95" in "API" - 2432 meets or exceeds 2000';
const window = "Time Range (UTC): [Nov 3 2:00:00 PM - Nov 3 2:05:00 PM)";
const times = { startsAtMs: 1, endsAtMs: 2 };

test("a body leaves out the end of its title, that it is over, and the window of its event", () => {
  const body = `2432 meets or exceeds 2000\n${window}\nAsk the storage team.`;
  expect(withoutRepeats({ title, body, ...times })).toBe("Ask the storage team.");
  expect(withoutRepeats({ title, body: `The alert has been resolved.\n${window}`, ...times })).toBe("");
});

test("a line that only ends like the title stays", () => {
  const event = { title: "Disk full on db-2", body: "Hosts:\ndb-1\ndb-2" };
  expect(withoutRepeats(event)).toBe(event.body);
  expect(withoutRepeats({ ...event, body: "Disk full on db-2\nHosts: db-2" })).toBe("Hosts: db-2");
});

test("a window that the event does not have stays, and so does all text between fences", () => {
  expect(withoutRepeats({ title, body: window })).toBe(window);
  const body = `12 lines found\n\`\`\`\n${window}\n2432 meets or exceeds 2000\n\`\`\``;
  expect(withoutRepeats({ title, body, ...times })).toBe(body);
});
