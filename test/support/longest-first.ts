import { BaseSequencer, type TestSpecification } from "vitest/node";

const groups = [
  // A minute each, mostly waiting for killed processes.
  /\/test\/faults\/(?:alerts|creates|schedules|killed|two-workspaces|rotation)/,
  // These mostly wait too, or use a browser.
  /\/test\/(?:faults|browser|sandbox\/slack\/page|main\.test|features\/(?:services\/lost-response\/in-slack|services\/form\/waiting-creates|observability\/dashboards\/in-slack))/,
];

/** Begins with the longest files, so no worker runs one of them alone at the end. */
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
