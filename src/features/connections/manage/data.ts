import { z } from "zod";
import type { ConnectionHealth } from "../health.ts";
import type { CreditPrice } from "../../../lib/money.ts";
import { priceData, time } from "../../../platform/commands/found.ts";
import { hostOf } from "../records.ts";
import type { Connection } from "../connection.ts";

/** The connections, the default one's name, and how each worked last. */
export interface ListedConnections {
  all: readonly Connection[];
  standard: string;
  healths: ReadonlyMap<string, ConnectionHealth>;
  /** By name. A connection without a price is missing. */
  prices: ReadonlyMap<string, CreditPrice>;
}

/** The connections for programs. No key is among it. */
export const ConnectionList = z.object({
  connections: z
    .array(
      z.object({
        name: z.string(),
        isDefault: z.boolean().describe("True if new services and costs use it"),
        kind: z.enum(["managed", "standalone"]).describe("A database cloud, or an observability server"),
        host: z.string().describe("Its server"),
        creditPrice: priceData.optional().describe("What a credit costs, if that is set"),
        lastUse: z
          .object({ at: time.describe("When"), outcome: z.string().describe("How it went") })
          .optional()
          .describe("Absent if it was not used yet"),
      }),
    )
    .describe("All of them"),
});

/** The list for programs. */
export function connectionsData({
  all,
  standard,
  healths,
  prices,
}: ListedConnections): z.output<typeof ConnectionList> {
  return {
    connections: all.map((connection) => {
      const { name, kind } = connection;
      const health = healths.get(name);
      const lastUse = health && { at: health.at, outcome: health.outcome };
      return {
        name,
        isDefault: name === standard,
        kind,
        host: hostOf(connection),
        creditPrice: prices.get(name),
        lastUse,
      };
    }),
  };
}
