import { BaseSequencer, type TestSpecification } from "vitest/node";

// Files that mostly wait, for processes that were killed or for a browser.
const waiting = /\/test\/(?:faults|browser|sandbox\/slack\/page|main\.test)/;

/** Begins with the files that take longest, so that no worker is left with one of them in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const [long, short] = [true, false].map((isLong) =>
      sorted.filter(({ moduleId }) => waiting.test(moduleId) === isLong),
    );
    return [...(long ?? []), ...(short ?? [])];
  }
}
