import { expect, test } from "vitest";
import { failures, isGreen, sumOf, tally, tallyLine } from "./tally.ts";

const ran = { status: "passed", fullName: "it counts", failureMessages: [] };

const report = {
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ name: "a.test.ts", status: "passed", assertionResults: [ran, ran, ran] }],
};

test("a run in which all tests passed is green", () => {
  const result = tally(report, 0);
  expect(tallyLine(result)).toBe("3 passed, 0 failed, 0 skipped");
  expect(isGreen(result)).toBe(true);
});

test.each([
  ["a failed test", { ...report, numFailedTests: 1 }, 1, "3 passed, 1 failed, 0 skipped"],
  ["a skipped test", { ...report, numPendingTests: 2 }, 0, "3 passed, 0 failed, 2 skipped"],
  ["a test that is yet to be written", { ...report, numTodoTests: 1 }, 0, "3 passed, 0 failed, 1 skipped"],
  ["no test", { ...report, numPassedTests: 0, testResults: [] }, 0, "0 passed, 0 failed, 0 skipped"],
  [
    "a file that failed to load",
    { ...report, testResults: [{ name: "b.test.ts", status: "failed", assertionResults: [] }] },
    1,
    "3 passed, 1 failed, 0 skipped",
  ],
  ["a run that ended badly although no test failed", report, 1, "3 passed, 1 failed, 0 skipped"],
  ["a run without a report", undefined, 1, "0 passed, 1 failed, 0 skipped"],
])("%s is not green", (_, given, exitCode, line) => {
  const result = tally(given, exitCode);
  expect(tallyLine(result)).toBe(line);
  expect(isGreen(result)).toBe(false);
});

test("what failed is named with its reason", () => {
  const failed = { status: "failed", fullName: "it counts", failureMessages: ["2 isn't 3"] };
  const file = { name: "b.test.ts", status: "failed", message: "no such module", assertionResults: [] };
  const results = [{ name: "a.test.ts", status: "failed", assertionResults: [ran, failed] }, file];
  expect(failures({ ...report, testResults: results })).toEqual([
    "a.test.ts: it counts\n2 isn't 3",
    "b.test.ts\nno such module",
  ]);
  expect(failures(report)).toEqual([]);
  expect(failures(undefined)).toEqual(["a run left no report"]);
});

test("several runs have one line, and a run without a test is a failure", () => {
  const full = tally(report, 0);
  const empty = tally({ ...report, numPassedTests: 0, testResults: [] }, 0);
  expect(tallyLine(sumOf([full, full]))).toBe("6 passed, 0 failed, 0 skipped");
  expect(tallyLine(sumOf([full, empty]))).toBe("3 passed, 1 failed, 0 skipped");
});
