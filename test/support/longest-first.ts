import { BaseSequencer, type TestSpecification } from "vitest/node";

const groups = [
  // A minute each, mostly waiting for processes that were killed.
  /\/test\/faults\/(?:alerts|creates|schedules|killed|two-workspaces|rotation)/,
  // Files that mostly wait as well, or for a browser.
  /\/test\/(?:faults|browser|sandbox\/slack\/page|main\.test|features\/(?:services\/lost-response\/in-slack|services\/form\/waiting-creates|observability\/dashboards\/in-slack))/,
];

/** Begins with the files that take longest, so that no worker is left with one of them in the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => groupOf(one) - groupOf(other));
  }
}

function groupOf({ moduleId }: TestSpecification): number {
  const found = groups.findIndex((group) => group.test(moduleId));
  return found === -1 ? groups.length : found;
}
