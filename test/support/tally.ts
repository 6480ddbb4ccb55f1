import { readFileSync } from "node:fs";
import { z } from "zod";

/** The part of vitest's JSON report that counts. */
const Report = z.object({
  numPassedTests: z.number(),
  numFailedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(
        z.object({
          status: z.string(),
          fullName: z.string(),
          failureMessages: z.array(z.string()).nullish(),
        }),
      ),
    }),
  ),
});

/** The result of a test run. */
export interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Counts a report. A file that failed before its first test counts as one failure, and so does a run that
 * failed although no test did, for example by an unhandled rejection or without a report.
 */
export function tally(report: unknown, exitCode: number): Tally {
  const parsed = Report.safeParse(report);
  if (!parsed.success) return { passed: 0, failed: 1, skipped: 0 };
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } = parsed.data;
  const brokenFiles = testResults.filter(
    (file) => file.status === "failed" && file.assertionResults.length === 0,
  );
  const failed = numFailedTests + brokenFiles.length;
  return {
    passed: numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: numPendingTests + numTodoTests,
  };
}

/** What failed, with the reasons, for the end of a long output. */
export function failures(report: unknown): string[] {
  const parsed = Report.safeParse(report);
  if (!parsed.success) return ["a run left no report"];
  return parsed.data.testResults.flatMap(({ name, status, message = "", assertionResults }) => {
    if (status === "failed" && assertionResults.length === 0) return [`${name}\n${message}`];
    return assertionResults
      .filter((test) => test.status === "failed")
      .map((test) => [`${name}: ${test.fullName}`, ...(test.failureMessages ?? [])].join("\n"));
  });
}

/** True if something passed and nothing failed or was skipped. */
export function isGreen({ passed, failed, skipped }: Tally): boolean {
  return passed > 0 && failed === 0 && skipped === 0;
}

/** The closing line of `.ci/run`. */
export function tallyLine({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

function readReport(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, "utf8"));
  } catch {
    // An aborted run leaves no report, which counts as a failure.
    return undefined;
  }
}

/** The results of several runs as one. Each run has to pass something. */
export function sumOf(tallies: readonly Tally[]): Tally {
  const total = (name: keyof Tally) => tallies.reduce((sum, one) => sum + one[name], 0);
  const empty = tallies.filter(({ passed, failed }) => passed + failed === 0).length;
  return { passed: total("passed"), failed: total("failed") + empty, skipped: total("skipped") };
}

// node test/support/tally.ts <report.json> <exit code of the run> …, a pair for each run
if (import.meta.main) {
  const words = process.argv.slice(2);
  const runs = words.flatMap((path, index) => {
    if (index % 2 === 1) return [];
    const report = readReport(path);
    for (const failure of failures(report)) process.stdout.write(`\nFailed: ${failure}\n`);
    return [tally(report, Number(words[index + 1] ?? "1"))];
  });
  const result = sumOf(runs);
  process.stdout.write(`${tallyLine(result)}\n`);
  process.exitCode = isGreen(result) ? 0 : 1;
}
