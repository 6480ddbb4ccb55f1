import { z } from "zod";
import { codePart, expectSame } from "../../platform/as-code/part.ts";
import { AppError } from "../../lib/errors.ts";
import { connectionName, currency, numberAsText, positiveAmount, textOf } from "../../lib/kinds.ts";
import { CreditPrice } from "../../lib/money.ts";
import type { ConnectionsContext } from "./context.ts";
import { written } from "./prices.ts";
import * as texts from "./texts.ts";

const PriceItem = z.strictObject({
  amount: z.preprocess(numberAsText, textOf(positiveAmount)),
  currency: textOf(currency),
});

/** What a credit of each connection costs, as code, by the connection's name. */
export const pricesAsCode = codePart<ConnectionsContext, CreditPrice>({
  name: "prices",
  noun: "price of a credit",
  nouns: "prices of credits",
  shownIn: { tabs: ["admin connections"], lists: ["connections_list"] },
  item: PriceItem,
  record: CreditPrice,
  leftOut: {},
  key: textOf(connectionName),
  async problem(name, _wanted, _before, { connections }) {
    const isThere = (await connections.list()).some((each) => each.name === name && each.kind === "managed");
    return isThere ? undefined : texts.noCloudNamed(name);
  },
  read: async ({ creditPrices }) => creditPrices.all(),
  put: setPrice,
  remove: (name, before, context) => setPrice(name, undefined, before, context),
  guards: {
    creditPrices({ creditPrices }, refusing) {
      const guarded: ConnectionsContext["creditPrices"] = {
        ...creditPrices,
        async set(name, price) {
          (await refusing())(name, await creditPrices.of(name), price);
          return creditPrices.set(name, price);
        },
      };
      return guarded;
    },
  },
});

async function setPrice(
  name: string,
  wanted: CreditPrice | undefined,
  before: CreditPrice | undefined,
  { creditPrices, audit }: ConnectionsContext,
): Promise<void> {
  expectSame(await creditPrices.of(name), before);
  await audit.change(
    { action: "connection.price", subject: name },
    async () => {
      if ((await creditPrices.set(name, wanted)) === "gone")
        throw new AppError("missing", texts.noCloudNamed(name));
    },
    () => ({ before: written(before), after: written(wanted) }),
  );
}
