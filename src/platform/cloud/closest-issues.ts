import type { z } from "zod";

/** The issues of a value. For a union, the issues of the variant with the fewest. */
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
