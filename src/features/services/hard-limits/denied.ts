import type { Decimal } from "decimal.js";
import {
  type CreditPrice,
  formatCost,
  formatMoney,
  formatAmount,
  moneyOf,
  Credits,
} from "../../../lib/money.ts";
import type { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import {
  type PriceBasis,
  isSizeKnown,
  keptPriceBasis,
  mostCreditsAMonth,
  priceOf,
  readPriceBasis,
  usedUpBudget,
} from "../../costs/index.ts";
import { type FutureOwner, type Team, isSameTeam, readTeamSoon, teamName } from "../../owners/index.ts";
import type { ServicesContext } from "../context.ts";
import type { HardLimits } from "./record.ts";
import * as texts from "./texts.ts";

/** A service that someone wants to create, or the larger size of one that is there. */
export interface WantedService {
  request: ServiceRequest;
  connection: string;
  /** Whom a new one will belong to. */
  owner?: FutureOwner | undefined;
  /** The one that is there. */
  serviceId?: string;
}

/**
 * Why the workspace's hard limits deny a service now, in plain sentences; undefined if they allow it. What isn't known
 * is denied. What prices rest on is read from the cloud if it isn't kept.
 */
export async function whyDenied(
  wanted: WantedService,
  context: ServicesContext,
): Promise<string | undefined> {
  const limits = await context.hardLimits.find();
  if (!limits) return undefined;
  const basis = limits.price && (await readPriceBasis(wanted.connection, context));
  return (
    (limits.price && basis && whyTooExpensive(limits.price, wanted, basis)) ??
    (limits.teamOverBudget ? await whyTeamMayNot(wanted, context) : undefined)
  );
}

/** What was read for a form that shows a price. */
export interface Known {
  /** What the form's price rests on. By default what is kept. */
  basis?: PriceBasis | undefined;
  /** True if there is time to read a team's budgets. */
  readsBudgets?: boolean;
}

/**
 * The same without asking the cloud for prices, for what is answered at once. What isn't known yet isn't denied yet.
 */
export async function whyDeniedSoFar(
  wanted: WantedService,
  context: ServicesContext,
  { basis: shown, readsBudgets = false }: Known = {},
): Promise<string | undefined> {
  const limits = await context.hardLimits.find();
  if (!limits) return undefined;
  const basis = limits.price && (shown ?? (await keptPriceBasis(wanted.connection, context)));
  const tooExpensive = limits.price && basis && whyTooExpensive(limits.price, wanted, basis);
  if (tooExpensive !== undefined || !limits.teamOverBudget) return tooExpensive;
  if (!(await hasTeam(wanted, context))) return whyNoTeam(wanted);
  return readsBudgets ? whyTeamMayNot(wanted, context) : undefined;
}

/** Why a team over one of its services' budgets creates nothing more. Without a team it isn't known who pays. */
async function whyTeamMayNot(wanted: WantedService, context: ServicesContext): Promise<string | undefined> {
  const present = await teamOf(wanted, context);
  if (present === undefined) return whyNoTeam(wanted);
  const theirs = (await context.owners.list()).filter((each) => each.team && isSameTeam(each.team, present));
  const serviceIds = new Set(theirs.map(({ serviceId }) => serviceId.toLowerCase()));
  const over = await usedUpBudget({ team: present, serviceIds }, context);
  if (over === "unread") return texts.budgetsUnread(teamName(present));
  return over && texts.teamOverBudget(teamName(present), over.budget, over.used);
}

async function hasTeam({ serviceId, owner }: WantedService, { owners }: ServicesContext): Promise<boolean> {
  return (serviceId === undefined ? owner : await owners.of(serviceId))?.team !== undefined;
}

/** The team that pays: a new service's as its person typed it. */
async function teamOf(
  { serviceId, owner }: WantedService,
  context: ServicesContext,
): Promise<Team | undefined> {
  if (serviceId !== undefined) return (await context.owners.of(serviceId))?.team;
  return owner?.team === undefined ? undefined : readTeamSoon(owner.team, context);
}

function whyNoTeam({ serviceId }: WantedService): string {
  return serviceId === undefined ? texts.noTeam : texts.noTeamYet;
}

function whyTooExpensive(
  limit: NonNullable<HardLimits["price"]>,
  { request }: WantedService,
  basis: PriceBasis,
): string | undefined {
  const most = formatLimit(limit);
  if (!isSizeKnown(request)) return texts.unknownSize(most);
  const whole = priceOf(request, basis);
  const credits = mostCreditsAMonth(whole);
  if (credits === undefined)
    return whole.status === "unreadable" ? texts.unreadable(most) : texts.unknownRate(most);
  const price = basis.credit;
  const amount = limit.unit === "credits" ? credits : amountIn(limit.unit, credits, price);
  if (amount === undefined) return texts.noPrice(most, limit.unit);
  return amount.gt(limit.most) ? texts.tooExpensive(formatCost(credits, price), most) : undefined;
}

function amountIn(currency: string, credits: Decimal, price: CreditPrice | undefined): Decimal | undefined {
  return price?.currency === currency ? moneyOf(credits, price) : undefined;
}

/** A limit in words: "500 credits", "€150.00". */
export function formatLimit({ most, unit }: NonNullable<HardLimits["price"]>): string {
  return unit === "credits" ? formatAmount(most) : formatMoney(new Credits(most), unit);
}
