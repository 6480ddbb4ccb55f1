import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  type RequestedSize,
  formatEstimate,
  keptPriceBasis,
  mostCreditsAMonth,
  perDayOf,
  priceOf,
} from "../../src/features/costs/index.ts";
import type { AppContext } from "../../src/app/context.ts";
import { changeServiceForm } from "../../src/features/lifecycle/change/form.ts";
import { announcement } from "../../src/features/services/announcement/message.ts";
import { openApproval } from "../../src/features/services/approval/content.ts";
import { whyDeniedSoFar } from "../../src/features/services/hard-limits/denied.ts";
import { createServiceForm } from "../../src/features/services/index.ts";
import { Submission } from "../../src/features/services/provisioning/submission.ts";
import { Credits } from "../../src/lib/money.ts";
import { neutralWireNames } from "../../src/platform/cloud/connection.ts";
import type { FormState } from "../../src/platform/forms/form.ts";
import { drawForm } from "../../src/platform/forms/draw.ts";
import { approvalFixture, policy } from "../features/services/approval/fixture.ts";
import { draftOf } from "../support/form-state.ts";
import { useRedis } from "../support/redis.ts";

const redis = useRedis();
const person = { userId: "UADA", channelId: "C9" };
const service = { serviceId: "s1", name: "orders", connection: "default" };

const cloud = {
  name: "default",
  kind: "managed" as const,
  baseUrl: "https://cloud.example",
  organizationId: "org",
  keyIdRef: "env:KEY_ID",
  keySecretRef: "env:KEY_SECRET",
};

const memory = fc.constantFrom(8, 16, 32, 64, 120);
/** A size by name, by the memory of each replica, or by the older total memory. */
const size = fc.oneof(
  fc.record({ size: fc.constantFrom("s", "m", "l") }),
  fc.record({ one: memory, other: memory }).map(({ one, other }) => ({
    size: "custom",
    minReplicaMemoryGb: Math.min(one, other),
    maxReplicaMemoryGb: Math.max(one, other),
  })),
  fc
    .record({ one: fc.integer({ min: 2, max: 20 }), other: fc.integer({ min: 2, max: 20 }) })
    .map(({ one, other }) => ({
      size: "custom",
      olderFields: true,
      tier: "production",
      minTotalMemoryGb: Math.min(one, other) * 12,
      maxTotalMemoryGb: Math.max(one, other) * 12,
    })),
);
// What changes how a price is known is as likely as not.
const halfNone = { nil: undefined, freq: 2 };
const wanted = fc.record({
  size,
  numReplicas: fc.option(fc.integer({ min: 2, max: 20 }), halfNone),
  idleScaling: fc.boolean(),
});
/** What the workspace's own services tell, if it has any. */
const history = fc.option(
  fc.record({
    rate: fc.option(fc.integer({ min: 1, max: 100_000 }), halfNone),
    usualReplicas: fc.option(fc.integer({ min: 1, max: 5 }), halfNone),
  }),
  { nil: undefined },
);
const world = fc.record({
  history,
  adminRate: fc.option(fc.constantFrom(0.05, 0.25), halfNone),
  credit: fc.option(fc.constantFrom({ amount: "0.30", currency: "EUR" }), { nil: undefined }),
});

function rateOf(millionths: number) {
  const amounts = { creditsPerGbHour: new Credits(millionths).div(1e6), credits: new Credits(1) };
  const days = { from: "2026-10-21", to: "2026-11-19" };
  return { ...amounts, gbHours: new Credits(1), serviceCount: 1, mayIdle: true, ...days };
}

/** The estimate that a text has, to the end of its line. */
function estimateIn(blocks: unknown): string | undefined {
  const text = JSON.stringify(blocks);
  return /Estimate:\*? ((?:[^"\\]|\\"(?=\w))*?\.)(?= Your role|\\n|"| \*Now)/.exec(text)?.[1];
}

test("a service has one price: in its form, review, approval, change, budget and in what a limit compares", async () => {
  const { context, world: slack } = await approvalFixture(redis.client);
  Object.assign(context, { connections: { ...context.connections, list: async () => [] } });
  const seen = { known: 0, unknown: 0, ranges: 0, budgets: 0 };
  await fc.assert(
    fc.asyncProperty(
      wanted,
      world,
      async ({ size: sized, ...others }, { history: own, adminRate, credit }) => {
        Object.assign(context, { computeCreditsPerGbHour: adminRate });
        await redis.client.flushall();
        await context.approvalPolicies.set("policy", policy);
        // A price belongs to a connection that is there.
        await context.connections.save({ ...cloud, wireNames: neutralWireNames });
        await context.creditPrices.set("default", credit);
        if (own) {
          await context.services.add({ ...service, addedBy: "U1", addedAt: context.now().toISOString() });
          await context.computeRates.save("default", {
            rate: own.rate === undefined ? undefined : rateOf(own.rate),
            usualReplicas: own.usualReplicas,
          });
        }
        const values = { name: "priced", provider: "aws", region: "eu-west-1", ...sized, ...others };
        const draft = draftOf(createServiceForm, { formId: randomUUID(), userId: "UADA", values });
        const begun = await createServiceForm.prepare?.("review", draft, context, person);
        const facts = { connections: ["default"], ...begun?.facts };

        // The review, and the first screen with the same facts.
        const review = drawForm(createServiceForm, {
          ...draft,
          ...state(values, begun),
          facts,
          step: "review",
        });
        const said = estimateIn(review.blocks);
        const start = drawForm(createServiceForm, { ...draft, facts, step: "start" });
        const isKnown = said?.startsWith("not yet") === false;
        expect(estimateIn(start.blocks)).toBe(isKnown ? said : undefined);

        // The approval, from the first screen.
        const asked = { ...draft, facts: { ...facts, approval: "It needs approval." } };
        const fixed = Object.entries(createServiceForm.fixed?.(asked) ?? {}).map(([field, { value }]) => [
          field,
          value,
        ]);
        const counted = { ...asked, values: { ...values, ...Object.fromEntries(fixed) } };
        const submitted = { ...counted, viewId: "V1", userName: "Ada" };
        await createServiceForm.accept(submitted, context);
        const kept = await context.approvals.find(`${draft.formId}-1`);
        const content = kept && openApproval(kept, context)?.content;
        expect(estimateIn([content?.estimate])).toBe(said);
        const request = content?.request ?? {};

        // What a limit compares, to the hundredth that is shown.
        const basis = await keptPriceBasis("default", context);
        const price = priceOf(request, basis);
        expect(formatEstimate(price)).toBe(`*Estimate:* ${said}`);
        const most = mostCreditsAMonth(price);
        expect(most === undefined).toBe(!isKnown);
        if (most === undefined || price.status !== "known") return void (seen.unknown += 1);
        seen.known += 1;
        if (price.replicas.fewest !== price.replicas.most) seen.ranges += 1;
        const shownMost = new Credits(mostIn(said ?? ""));
        expect(shownMost.minus(most).abs().lte("0.005") || most.lt("0.01") || isAlwaysOneSize(request)).toBe(
          true,
        );
        for (const [limit, isDenied] of [
          [most, false],
          [most.times("0.999"), true],
        ] as const) {
          const set = { setBy: "U1", setAt: context.now().toISOString(), teamOverBudget: false };
          await context.hardLimits.set("deny", { ...set, price: { most: limit.toFixed(), unit: "credits" } });
          const why = await whyDeniedSoFar({ request, connection: "default" }, context);
          expect(why !== undefined).toBe(isDenied);
        }
        await context.hardLimits.set("deny", undefined);

        // The same size, as a change of a service that is there. A change has no older fields.
        const changed = "olderFields" in sized ? said : await estimateOfChange(request, context);
        expect(changed).toBe(said);

        // The budget that is offered once it runs.
        await context.approvalPolicies.set("policy", undefined);
        const other = { ...submitted, facts: { ...facts, approval: undefined }, formId: randomUUID() };
        await createServiceForm.accept(other, context);
        const { submission } = slack.created.at(-1) ?? {};
        const { perDay, ...sent } = Submission.parse(submission);
        expect(perDay).toEqual(perDayOf(price));
        const made = { name: "priced", serviceId: "s2", announced: "running", perDay, endpoints: [] };
        const progress = {
          status: "created",
          createdAt: context.now().toISOString(),
          creatorNotified: false,
          silent: false,
        } as const;
        const { blocks } = announcement(
          { requestId: "r", submission: { ...sent, perDay } },
          { ...progress, ...made, password: { fate: "none" } },
        );
        const [, budget] =
          /budgets_set\\",\\"args\\":\{\\"credits\\":([\d.]+)/.exec(JSON.stringify(blocks)) ?? [];
        if (budget !== undefined) seen.budgets += 1;
        expect([0, Number(usualIn(said ?? ""))]).toContain(Number(budget ?? 0));
      },
    ),
    { numRuns: 150 },
  );
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(5);
}, 240_000);

/** What the form for changes says of a size that a service should get. */
async function estimateOfChange(
  { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling = true }: RequestedSize,
  context: AppContext,
): Promise<string | undefined> {
  const now = { minReplicaMemoryGb: 356, maxReplicaMemoryGb: 356, idleScaling: !idleScaling };
  const present = numReplicas === undefined ? now : { ...now, numReplicas: 1 };
  const values = { numReplicas, minReplicaMemoryGb, maxReplicaMemoryGb, idleScaling };
  const change = draftOf(changeServiceForm, { step: "review", values, facts: { service, present } });
  const reviewed = await changeServiceForm.prepare?.("review", change, context, person);
  const facts = { ...change.facts, ...reviewed?.facts };
  return estimateIn(drawForm(changeServiceForm, { ...change, facts }).blocks);
}

function state(values: object, begun: Partial<FormState> | undefined): Pick<FormState, "values"> {
  return { values: { ...values, ...begun?.values } };
}

function isAlwaysOneSize({ minReplicaMemoryGb, maxReplicaMemoryGb, ...total }: RequestedSize): boolean {
  return minReplicaMemoryGb === maxReplicaMemoryGb && total.minTotalMemoryGb === total.maxTotalMemoryGb;
}

/** The credits after "at most". */
function mostIn(estimate: string): string {
  return (/at most ([\d,.]+) credits/.exec(estimate)?.[1] ?? "0").replaceAll(",", "");
}

/** The usual credits, of a range the upper end. */
function usualIn(estimate: string): string {
  return (/^(?:about |[\d,.]+ to )([\d,.]+) credits/.exec(estimate)?.[1] ?? "").replaceAll(",", "");
}
