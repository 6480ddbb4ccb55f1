import type { z } from "zod";

/** What is wrong with a value; where it could have been one of several shapes, as of the one that it misses by least. */
export function closestIssues({ issues }: z.ZodError): z.core.$ZodIssue[] {
  return issues.flatMap((issue) => {
    if (issue.code !== "invalid_union") return [issue];
    const [closest = []] = issue.errors.toSorted((one, other) => one.length - other.length);
    return closest.length === 0 ? [issue] : closest.map((part) => within(issue.path, part));
  });
}

function within(path: readonly PropertyKey[], issue: z.core.$ZodIssue): z.core.$ZodIssue {
  return { ...issue, path: [...path, ...issue.path] };
}
