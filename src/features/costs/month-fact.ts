import { isAppError } from "../../lib/errors.ts";
import { formatCost, moneyOf } from "../../lib/money.ts";
import { parseCostRange } from "../../lib/period/range.ts";
import type { KnownFact, ServiceFact } from "../../platform/commands/service-facts.ts";
import type { CostsContext } from "./context.ts";
import { summarizeCosts } from "./summary.ts";

/** What each service has cost this month. */
export const costThisMonth: ServiceFact<CostsContext> = {
  label: "This month",
  rank: 2,
  async read(services, context) {
    const names = [...new Set(services.map(({ connection }) => connection))];
    const costs = new Map((await Promise.all(names.map((name) => costsThrough(name, context)))).flat());
    return new Map(
      services.flatMap(({ serviceId }) => {
        const fact = costs.get(serviceId);
        return fact === undefined ? [] : [[serviceId, fact]];
      }),
    );
  },
};

async function costsThrough(
  connection: string,
  { ledgerOf, creditPrices, now }: CostsContext,
): Promise<[serviceId: string, fact: KnownFact][]> {
  const range = parseCostRange("this month", now());
  const ledger = ledgerOf(connection);
  const price = await creditPrices.of(connection);
  try {
    await ledger.fetch([range]);
    const { services } = await summarizeCosts({ range, current: ledger.days(range) });
    return services.map(({ id, total }) => [
      id,
      {
        text: formatCost(total, price),
        data: {
          creditsThisMonth: total.toFixed(),
          ...(price && {
            moneyThisMonth: { amount: moneyOf(total, price).toFixed(), currency: price.currency },
          }),
        },
      },
    ]);
  } catch (error) {
    // Such as a stand-alone server, which has no costs.
    if (isAppError(error, "bug")) throw error;
    return [];
  }
}
