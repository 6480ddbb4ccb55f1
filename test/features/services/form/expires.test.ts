import { expect, test } from "vitest";
import { endText } from "../../../../src/features/services/form/expires.ts";
import { CreateFacts } from "../../../../src/features/services/form/facts.ts";
import type { CreateLimits } from "../../../../src/platform/access/create-limits.ts";

function shown(values: Record<string, string>, limits?: CreateLimits): string | undefined {
  return endText({ values, facts: CreateFacts.parse({ connections: ["default"], limits }) });
}

test("the review says when a service ends, and what is usual for the role", () => {
  expect(shown({})).toBeUndefined();
  expect(shown({ expires: "7d" })).toBe("After 7 days");
  expect(shown({ expires: "day", expiresOn: "2026-12-31" })).toBe("2026-12-31");
  expect(shown({}, { expiresAfterDays: 7 })).toBe("After 7 days, as usual for your role");
  expect(shown({ expires: "never" }, { expiresAfterDays: 7 })).toBe("Never");
});
