import { z } from "zod";
import { AppError, attempt } from "../../../lib/errors.ts";
import { CreditPrice, Credits } from "../../../lib/money.ts";
import type { CostsContext } from "../context.ts";
import { type RateFinding, findComputeRate, keptComputeRate } from "./find-compute-rate.ts";

const PositiveDecimal = z.string().regex(/^\d+(\.\d+)?$/);

/** What every price of a connection's services rests on. A form keeps it, so all that it shows has one basis. */
export const PriceBasis = z.object({
  connection: z.string(),
  /** The credits that a GB of memory costs for an hour, or why that isn't known. */
  rate: z.discriminatedUnion("status", [
    z.object({
      status: z.literal("own"),
      creditsPerGbHour: PositiveDecimal,
      /** True if the services that it was found from may have slept. */
      mayIdle: z.boolean(),
    }),
    z.object({ status: z.literal("admin"), creditsPerGbHour: PositiveDecimal }),
    z.object({ status: z.literal("none") }),
    /** `reason` is mrkdwn. */
    z.object({ status: z.literal("unreadable"), reason: z.string() }),
  ]),
  /** The number of replicas that the workspace's own services usually have, if it is known. */
  usualReplicas: z.int().positive().optional(),
  /** What a credit costs, if the connection has a price. */
  credit: CreditPrice.optional(),
});
export type PriceBasis = z.output<typeof PriceBasis>;

/** The parts of a workspace that a basis is read from without asking its cloud. */
export type KeptBasisParts = Pick<CostsContext, "computeRates" | "computeCreditsPerGbHour"> & {
  creditPrices: Pick<CostsContext["creditPrices"], "of">;
  services: Pick<CostsContext["services"], "list">;
};

/** The same, and its cloud. */
export type BasisParts = KeptBasisParts & Pick<CostsContext, "cloudOf" | "now">;

/** The basis as far as it is known without asking the cloud. Undefined if the cloud has to be asked first. */
export async function keptPriceBasis(
  connection: string,
  parts: KeptBasisParts,
): Promise<PriceBasis | undefined> {
  const kept = await keptComputeRate(parts, connection);
  if (kept) return basisFrom(kept, connection, parts);
  // Without services there is nothing to ask for.
  const hasServices = (await parts.services.list()).some((each) => each.connection === connection);
  return hasServices ? undefined : basisFrom({ status: "none" }, connection, parts);
}

/** The basis, read from the cloud if it isn't kept. */
export async function readPriceBasis(connection: string, parts: BasisParts): Promise<PriceBasis> {
  const { services, computeRates, now } = parts;
  const kept = await attempt(() => keptPriceBasis(connection, parts));
  if (kept && !(kept instanceof AppError)) return kept;
  const cloud = parts.cloudOf(connection);
  const finding = await findComputeRate({ cloud, services, computeRates, now }, connection);
  return basisFrom(finding, connection, parts);
}

async function basisFrom(
  finding: RateFinding,
  connection: string,
  { creditPrices, computeCreditsPerGbHour }: KeptBasisParts,
): Promise<PriceBasis> {
  const credit = await creditPrices.of(connection);
  const usualReplicas = finding.status === "unreadable" ? undefined : finding.usualReplicas;
  return { connection, rate: rateOf(finding, computeCreditsPerGbHour), usualReplicas, credit };
}

/** The workspace's own usage comes before the admin's rate, because it shows what the workspace pays. */
function rateOf(finding: RateFinding, adminRate: number | undefined): PriceBasis["rate"] {
  if (finding.status === "known") {
    const { creditsPerGbHour, mayIdle } = finding.rate;
    return { status: "own", creditsPerGbHour: creditsPerGbHour.toFixed(), mayIdle };
  }
  if (adminRate !== undefined) return { status: "admin", creditsPerGbHour: new Credits(adminRate).toFixed() };
  return finding;
}
