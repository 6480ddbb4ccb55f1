import { expect, test } from "vitest";
import type { Role } from "../../../../../src/platform/access/role.ts";
import { formatPolicy } from "../../../../../src/features/services/approval/policy/policy.ts";
import type { ApprovalPolicy } from "../../../../../src/features/services/approval/policy/record.ts";
import { AppError } from "../../../../../src/lib/errors.ts";
import { approvalNeeded } from "../../../../../src/features/services/approval/needed.ts";
import type { ServiceRequest } from "../../../../../src/platform/cloud/services/request.ts";
import { policy } from "../fixture.ts";

/** Why a request needs approval under a policy, with a rate in credits a GB-hour; undefined if it needs none. */
async function because(
  changes: Partial<ApprovalPolicy>,
  request: ServiceRequest,
  { role = "operator", rate }: { role?: Role | Error; rate?: number } = {},
): Promise<string | undefined> {
  const needed = await approvalNeeded(
    { request, connection: "default", userId: "UADA" },
    {
      approvalPolicies: {
        find: async () => ({ ...policy, ...changes }),
      },
      access: {
        async roleOf() {
          if (role instanceof Error) throw role;
          return role;
        },
        effectiveRoleOf: async () => ({
          role: undefined,
          reasons: [],
          facts: undefined,
          unsure: undefined,
          unread: [],
        }),
        demand: async () => undefined,
      },
      creditPrices: { of: async () => undefined },
      services: { list: async () => [] },
      computeRates: { find: async () => undefined, save: async () => undefined },
      computeCreditsPerGbHour: rate,
    },
  );
  return needed?.because;
}

test("memory counts at its maximum, with the most replicas that the cloud may choose", async () => {
  const limit = { memoryOverGb: 64 };
  expect(await because(limit, { maxReplicaMemoryGb: 16, numReplicas: 4 })).toBeUndefined();
  expect(await because(limit, { maxReplicaMemoryGb: 16, numReplicas: 5 })).toContain("80 GB is over 64 GB");
  expect(await because(limit, { maxReplicaMemoryGb: 32 })).toContain("96 GB is over 64 GB");
  expect(await because(limit, { maxReplicaMemoryGb: 8, maxTotalMemoryGb: 120 })).toContain("120 GB");
});

test("an open size, an unknown price and an unknown role need approval", async () => {
  expect(await because({ memoryOverGb: 64 }, {})).toBe("the cloud chooses its memory");
  expect(await because({ creditsOverAMonth: 500 }, { maxReplicaMemoryGb: 8 })).toContain("can't estimate");
  const unknown = new AppError("upstream", "Slack is away.");
  expect(await because({ role: "operator" }, {}, { role: unknown })).toContain("every new service");
});

test.each([new AppError("bug", "A line of ours is wrong."), new TypeError("A line of ours is wrong.")])(
  "a bug does not count as an unknown role (%s)",
  async (mistake) => {
    await expect(because({ role: "operator" }, {}, { role: mistake })).rejects.toBe(mistake);
  },
);

test("a price over the limit needs approval, and so does exceeding one of two limits", async () => {
  const request = { maxReplicaMemoryGb: 8, numReplicas: 2 };
  // 16 GB for 720 hours at 0.1 credits.
  expect(await because({ creditsOverAMonth: 1152 }, request, { rate: 0.1 })).toBeUndefined();
  expect(await because({ creditsOverAMonth: 1151 }, request, { rate: 0.1 })).toContain(
    "1,152.00 credits in 30 days",
  );
  expect(await because({ creditsOverAMonth: 9e6, memoryOverGb: 15 }, request, { rate: 0.1 })).toContain(
    "16 GB",
  );
});

test("a policy for operators spares admins, and one without a role applies to all", async () => {
  expect(await because({ role: "operator" }, {}, { role: "admin" })).toBeUndefined();
  expect(await because({ role: "operator" }, {})).toBeDefined();
  expect(await because({}, {}, { role: "admin" })).toBeDefined();
});

test("a policy says what needs approval, and from how many people", () => {
  const full: ApprovalPolicy = {
    ...policy,
    quorum: 2,
    role: "operator",
    memoryOverGb: 64,
    creditsOverAMonth: 500,
  };
  expect(formatPolicy(full)).toBe(
    "Every new service with more than 64 GB of memory or compute over 500 credits in 30 days needs approval if an operator requests it. 2 members of <!subteam^S1> must approve it in <#C1>.",
  );
});
