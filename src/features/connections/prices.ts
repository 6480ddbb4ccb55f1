import { z } from "zod";
import { AppError } from "../../lib/errors.ts";
import { connectionName, currency, numberAsText, positiveAmount, textOf } from "../../lib/kinds.ts";
import { CreditPrice } from "../../lib/money.ts";
import { record } from "../../platform/as-code/record.ts";
import type { WorkspaceContext } from "../../platform/context.ts";
import type { RedisClient } from "../../platform/redis/connect.ts";
import { keys } from "../../platform/redis/keys.ts";
import { type Kept, type Records, records } from "../../platform/redis/records.ts";
import type { Connections } from "./records.ts";
import * as texts from "./texts.ts";

/**
 * By the connection's name. It is apart from the connection's record, because the environment writes its own connections
 * again and again, and people set their prices too.
 */
const keptPrices: Kept<CreditPrice> = {
  schema: CreditPrice,
  key: keys.creditPrices,
  within: {
    key: keys.connections,
    error: (name) => new AppError("missing", texts.noCloudNamed(name)),
  },
  unreadable: "hidden",
};

/** What a credit of each connection costs, in Redis. */
export const creditPrices = (redis: RedisClient, workspaceId: string) =>
  records(keptPrices, redis, workspaceId);

/** What the price of a credit needs of a context. */
interface PriceContext extends WorkspaceContext {
  connections: Pick<Connections, "list">;
  creditPrices: Records<CreditPrice>;
}

/** What a credit of a connection costs. */
export const priceRecord = record({
  kept: keptPrices,
  records: "creditPrices",
  actions: { set: "connection.price", remove: "connection.price" },
  subject: (_, name) => name,
  recorded(was, is) {
    const [before, after] = [written(was), written(is)];
    return before === after ? undefined : { before, after };
  },
  name: "prices",
  noun: "price of a credit",
  nouns: "prices of credits",
  shownIn: { tabs: ["admin connections"], lists: ["connections_list"] },
  item: z.strictObject({
    amount: z.preprocess(numberAsText, textOf(positiveAmount)),
    currency: textOf(currency),
  }),
  leftOut: {},
  key: textOf(connectionName),
  itemOf: (price) => price,
  recordOf: (price) => price,
  async problem(name, _wanted, _before, { connections }: PriceContext) {
    const isThere = (await connections.list()).some((each) => each.name === name && each.kind === "managed");
    return isThere ? undefined : texts.noCloudNamed(name);
  },
});

/** A price as a person types it. */
export function written(price: CreditPrice | undefined): string | null {
  return price ? `${price.amount} ${price.currency}` : null;
}
