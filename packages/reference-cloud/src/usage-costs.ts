import { readUsageCost, UsageCostQuery } from "./contract.ts";
import { refuse } from "./answers.ts";
import { costHistory } from "./cost-history.ts";
import { type Call, route } from "./route.ts";

/** The operations on usage costs. */
export const usageCostRoutes = {
  readUsageCost: route(readUsageCost, usageCost),
};

function usageCost({ organization, query, world }: Call) {
  if (world.costs.forbidden) refuse(403, "The key lacks the right to read usage costs.");
  const { from_date: from, to_date: to } = acceptedQuery(query);
  const { grandTotalCredits, costs } = costHistory([...organization.services, ...organization.deleted], {
    from,
    to,
    now: world.clock.now(),
    factors: world.costs.factors,
  });
  const [only, ...others] = costs;
  const asSpecified = world.costs.shape === "object" && only !== undefined && others.length === 0;
  return { grandTotalCredits, costs: asSpecified ? only : costs };
}

function acceptedQuery(query: Call["query"]) {
  const parsed = UsageCostQuery.safeParse(query);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) => [...path.map(String), message].join(": "));
  return refuse(400, problems.join("; "));
}
