import { isDeepStrictEqual } from "node:util";
import { AppError, attempt } from "../../../lib/errors.ts";
import type { Finding, FormPerson, FormState } from "../../../platform/forms/form.ts";
import {
  type RateFinding,
  findComputeRate,
  formatEstimate,
  formatMonthly,
  keptComputeRate,
} from "../../costs/index.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import { type CreateFacts, factsOf } from "./facts.ts";
import { connectionIn, requestIn } from "./request.ts";
import { rulesFor } from "./rules.ts";
import { sizeNames, sizes } from "./sizes.ts";

type Prices = CreateFacts["prices"];

/** The price of each size at a rate. Undefined without a rate. */
async function pricesAt(
  finding: RateFinding | undefined,
  connection: string,
  { computeCreditsPerGbHour: adminRate, creditPrices }: ServicesContext,
): Promise<Prices> {
  const price = await creditPrices.of(connection);
  const priced = sizeNames.flatMap((name) => {
    const monthly = formatMonthly({ request: sizes[name], finding, adminRate, price });
    return monthly === undefined ? [] : [[name, monthly] as const];
  });
  return priced.length === 0 ? undefined : Object.fromEntries(priced);
}

/** The prices of the sizes at the rate that is known already. */
export async function keptPrices(connection: string, context: ServicesContext): Promise<Prices> {
  const kept = await attempt(async () =>
    pricesAt(await keptComputeRate(context, connection), connection, context),
  );
  return kept instanceof AppError ? undefined : kept;
}

/** Reads the rate for the prices of the sizes, and who must approve at that price. */
export async function readPrices(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const connection = connectionIn(state.values);
  const finding = await findComputeRate(partsOf(state, context), connection);
  const prices = await pricesAt(finding, connection, context);
  const known = factsOf(state.facts);
  // A rule of approval may depend on the price.
  const rules = await rulesFor(state, person, context, finding);
  const before = { prices: known.prices, approval: known.approval, denial: known.denial };
  if (isDeepStrictEqual({ prices, ...rules }, before)) return undefined;
  return {
    facts: { prices, ...rules },
    counts: (now) => connectionIn(now.values) === connection && now.values["size"] === state.values["size"],
  };
}

/** The estimate at the rate that is known already. */
export async function keptEstimate(state: FormState, context: ServicesContext): Promise<string | undefined> {
  const kept = await keptComputeRate(partsOf(state, context), connectionIn(state.values));
  return estimate(state, kept, context);
}

/** Reads the rate for the estimate, and who must approve at that price. */
export async function readEstimate(
  state: FormState,
  context: ServicesContext,
  person: FormPerson,
): Promise<Finding | undefined> {
  const finding = await findComputeRate(partsOf(state, context), connectionIn(state.values));
  const found = await estimate(state, finding, context);
  // A rule of approval may depend on the price, which the rate makes known.
  const rules = await rulesFor(state, person, context, finding);
  const { estimate: shown, approval, denial } = factsOf(state.facts);
  if (isDeepStrictEqual([found, rules], [shown, { approval, denial }])) return undefined;
  return {
    facts: { estimate: found, ...rules },
    counts: ({ values }) => isDeepStrictEqual(values, state.values),
  };
}

async function estimate(
  { values }: FormState,
  finding: RateFinding | undefined,
  { computeCreditsPerGbHour: adminRate, creditPrices }: ServicesContext,
): Promise<string | undefined> {
  const request = requestIn(values);
  if (!request) return undefined;
  const price = await creditPrices.of(connectionIn(values));
  return formatEstimate({ request, finding, adminRate, price });
}

/** The estimate of a request, for which the rate is read if it isn't known already. */
export async function estimateNow(
  request: ServiceRequest,
  connection: string,
  context: ServicesContext,
): Promise<string> {
  const finding = await findComputeRate(partsFor(connection, context), connection);
  const price = await context.creditPrices.of(connection);
  return formatEstimate({ request, finding, adminRate: context.computeCreditsPerGbHour, price });
}

function partsOf({ values }: FormState, context: ServicesContext) {
  return partsFor(connectionIn(values), context);
}

function partsFor(connection: string, context: ServicesContext) {
  const { services, computeRates, now } = context;
  return { cloud: context.cloudOf(connection), services, computeRates, now };
}
