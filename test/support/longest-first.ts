import { BaseSequencer, type TestSpecification } from "vitest/node";

const groups = [
  // A minute or two each, mostly waiting for processes.
  /\/test\/(?:main\.test|faults\/(?:features-killed|schedules|calendar|wrong-clocks|rotation|creates)|features\/alerts\/handover\/handover)/,
  // These mostly wait too, or use a browser.
  /\/test\/(?:browser|demo|docs\/shell|tracing|platform\/secrets\/no-secret-anywhere|features\/(?:mcp\/(?:fuzz|confirmations)|services\/(?:lost-response|restore\/in-slack|form\/waiting-creates)|lifecycle\/changes\/lost|observability\/dashboards\/in-slack))/,
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
