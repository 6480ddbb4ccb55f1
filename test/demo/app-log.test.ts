import { expect, test } from "vitest";
import { appLog } from "../../src/demo/app-process.ts";

const time = new Date(2026, 10, 20, 10, 30, 5).getTime();

function logged(...lines: string[]): { shown: string[]; lastLines: string[] } {
  const shown: string[] = [];
  const log = appLog((text) => shown.push(text));
  for (const line of lines) log.add(line);
  return { shown, lastLines: log.lastLines() };
}

test("only warnings and errors are shown, in readable form", () => {
  const { shown } = logged(
    JSON.stringify({ level: 30, time, msg: "listening" }),
    JSON.stringify({ level: 40, time, msg: "Redis is away" }),
    JSON.stringify({
      level: 50,
      time,
      msg: "bug",
      err: { type: "Error", message: "no such thing", stack: "…" },
    }),
  );
  expect(shown).toEqual(["10:30:05 warning: Redis is away", "10:30:05 error: bug: no such thing"]);
});

test("lines that are not JSON are kept unchanged for the end", () => {
  const { shown, lastLines } = logged("Error: out of luck", JSON.stringify({ level: 30, time, msg: "bye" }));
  expect(shown).toEqual([]);
  expect(lastLines).toEqual(["Error: out of luck", "10:30:05 info: bye"]);
});

test("only the last 15 lines of a long log are kept", () => {
  const lines = Array.from({ length: 40 }, (_, index) => `line ${index + 1}`);
  expect(logged(...lines).lastLines).toEqual(lines.slice(-15));
});
