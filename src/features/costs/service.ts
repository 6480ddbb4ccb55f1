import { defaultNameOf, type ChoiceOfConnection } from "../connections/index.ts";
import type { CostsContext } from "./context.ts";
import type { CostLedger } from "./ledger/ledger.ts";
import { type CostRange, parseCostRange } from "../../lib/period/range.ts";
import type { LabelsOf } from "./parts.ts";
import { type CostPart, summarizeCosts } from "./summary.ts";
import { AppError, isAppError } from "../../lib/errors.ts";
import { foldName, nearest } from "../../lib/text.ts";
import type { Responder } from "../../platform/commands/command.ts";
import { readCosts } from "./read-costs.ts";

/** A service to show the costs of: a known service, or one that the costs name. */
export interface CostService {
  id: string;
  name: string;
  connection: string;
}

interface Context extends Pick<CostsContext, "ledgerOf" | "now"> {
  connections: ChoiceOfConnection;
  services: Pick<CostsContext["services"], "find" | "list" | "labels">;
}

interface Search {
  /** True if the person may have meant a period. */
  mayBePeriod?: boolean;
  /** Days to search when the last 31 days do not name the service, and the responder for progress. */
  within?: { range: CostRange; responder: Responder };
}

/** Finds a service by its name or id. Fails as `missing` and names the nearest known service or service with costs. */
export async function findCostService(
  wanted: string,
  context: Context,
  search: Search = {},
): Promise<CostService> {
  try {
    const { serviceId: id, name, connection } = await context.services.find(wanted);
    return { id, name, connection };
  } catch (error) {
    if (!isAppError(error, "missing")) throw error;
    return findInCosts(wanted, context, search);
  }
}

async function findInCosts(
  wanted: string,
  context: Context,
  { mayBePeriod = true, within }: Search,
): Promise<CostService> {
  // 31 days take one request at most. The wanted range may be years long, so it comes second.
  const lately = { range: parseCostRange("last 31 days", context.now()), responder: undefined };
  const names: string[] = [];
  const connection = await defaultNameOf(context.connections);
  const labelsOf: LabelsOf = (seen) => context.services.labels(seen);
  for (const { range, responder } of within ? [lately, within] : [lately]) {
    const costly = await costlyIn(range, context.ledgerOf(connection), labelsOf, responder);
    const isCalled = (name: string) => foldName(name) === foldName(wanted);
    const found =
      costly.find(({ id, name }) => isCalled(id) || isCalled(name)) ??
      onlyOne(costly.filter(({ cloudName }) => cloudName !== undefined && isCalled(cloudName)));
    if (found) return { id: found.id, name: found.name, connection };
    names.push(...costly.map(({ name }) => name));
  }
  const known = await context.services.list();
  throw unknown(wanted, [...known.map(({ name }) => name), ...names], mayBePeriod);
}

/** An ambiguous name finds nothing. */
function onlyOne<T>(found: readonly T[]): T | undefined {
  return found.length === 1 ? found[0] : undefined;
}

/** Every entity with costs in these days. */
async function costlyIn(
  range: CostRange,
  ledger: CostLedger,
  labelsOf: LabelsOf,
  responder: Responder | undefined,
): Promise<Pick<CostPart, "id" | "name" | "cloudName">[]> {
  await readCosts(ledger, [range], responder);
  const { services } = await summarizeCosts({ range, current: ledger.days(range), labelsOf });
  return services;
}

function unknown(wanted: string, names: readonly string[], mayBePeriod: boolean): AppError {
  const near = nearest(wanted, names);
  const hint = near
    ? `Did you mean “${near}”?`
    : names.length > 0
      ? `Those I know: ${[...new Set(names)].slice(0, 10).join(", ")}.`
      : "No service is known here yet, and none had costs in the last 31 days.";
  const what = mayBePeriod ? "no period of days and no service" : "no service";
  const help = mayBePeriod && near === undefined ? " `/db help costs` shows what can be asked." : "";
  return new AppError("missing", `“${wanted}” is ${what} that I know. ${hint}${help}`);
}
