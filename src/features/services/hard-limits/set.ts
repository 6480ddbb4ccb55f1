import { z } from "zod";
import { AppError } from "../../../lib/errors.ts";
import { type ArgumentKind, argument, readableBy } from "../../../platform/commands/arguments/kind.ts";
import { Credits } from "../../../lib/money.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import type { Asker } from "../../../platform/access/asker.ts";
import type { ServicesContext } from "../context.ts";
import { formatLimit } from "./denied.ts";
import { type HardLimits, hardLimitsRecord } from "./record.ts";
import * as texts from "./texts.ts";

type Limits = Pick<HardLimits, "price" | "teamOverBudget">;

const off = String.raw`(?:off|none)`;
const offAlone = new RegExp(`^${off}$`, "i");
const priceOff = new RegExp(`^price ${off}$`, "i");
const teamOff = new RegExp(`^teams? ${off}$`, "i");
const overPrice = /^price over ([\d.,]+) ?([a-z]{3}|credits?)?(?: (?:a|per) month| monthly)?$/i;
const overBudget = /^teams? over (?:a |their |its )?budgets?$/i;

/** Sets or removes a hard limit. It holds at once, and for requests that wait too. */
export async function setHardLimits(words: string, context: ServicesContext, asker: Asker): Promise<Reply> {
  const kept = await context.hardLimits.find();
  const present: Limits = { price: kept?.price, teamOverBudget: kept?.teamOverBudget ?? false };
  const wanted = readLimit(words, present);
  const isEmpty = wanted.price === undefined && !wanted.teamOverBudget;
  if (isEmpty && !kept) return say(texts.alreadyNone);
  const next = isEmpty ? undefined : { ...wanted, setBy: asker.userId, setAt: context.now().toISOString() };
  await hardLimitsRecord.change("deny", () => next, context);
  if (isRemoval(words)) return say(`${texts.removed} ${formatHardLimits(next)}`);
  return say(`${formatHardLimits(next)} ${texts.isSet}`);
}

function isRemoval(words: string): boolean {
  return [offAlone, priceOff, teamOff].some((pattern) => pattern.test(words));
}

/** The limits in mrkdwn, a sentence each. */
export function formatHardLimits(limits: Limits | undefined): string {
  const sentences = [
    ...(limits?.price ? [texts.price(formatLimit(limits.price))] : []),
    ...(limits?.teamOverBudget ? [texts.team] : []),
  ];
  return sentences.length === 0 ? texts.none : sentences.join(" ");
}

/** The limits with what was typed. Fails as user, with an example. */
function readLimit(words: string, present: Limits): Limits {
  if (offAlone.test(words)) return { teamOverBudget: false };
  if (priceOff.test(words)) return { ...present, price: undefined };
  if (teamOff.test(words)) return { ...present, teamOverBudget: false };
  if (overBudget.test(words)) return { ...present, teamOverBudget: true };
  const [, digits, unit = "credits"] = overPrice.exec(words) ?? [];
  if (digits === undefined) throw new AppError("user", texts.notUnderstood(words));
  return { ...present, price: { most: readAmount(digits), unit: readUnit(unit) } };
}

/** All the words behind "deny". */
const limitKind: ArgumentKind = {
  slot: {
    isOne: true,
    parts: [
      [/\bteams? (?:that (?:is|are) )?over (?:its |their |a )?budgets?\b/i, "team over budget"],
      [
        /\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) ?(?:euros?|eur|€)/i,
        "price over $1 EUR a month",
      ],
      [
        /\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) ?(?:dollars?|usd)\b/i,
        "price over $1 USD a month",
      ],
      [/\b(?:above|over|more than|beyond|exceeding) (\d[\d.]*) credits\b/i, "price over $1 credits a month"],
      [/\b(?:remove|lift|end|drop|delete) (?:the |all )?hard limits?\b|\bno hard limits?\b/i, "off"],
    ],
  },
  usage: ["off", "team over budget", "price over <number> credits a month"],
  take: (words) => (words === "" ? undefined : { value: words, rest: "" }),
  write: String,
};

/** A hard limit as people type it. */
export const limit = argument(
  limitKind,
  z
    .string()
    .trim()
    .min(1)
    .max(60, { error: texts.tooLong, abort: true })
    .superRefine(readableBy((words) => readLimit(words, { teamOverBudget: false }))),
).describe("price over 500 credits a month, price over 150 EUR a month, team over budget, or off");

function readAmount(digits: string): string {
  const isAmount = /^(?:\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.\d{1,2})?$/.test(digits);
  const amount = new Credits(isAmount ? digits.replaceAll(",", "") : 0);
  if (amount.gt(0)) return amount.toFixed();
  throw new AppError("user", texts.badAmount(digits));
}

function readUnit(word: string): string {
  if (/^credits?$/i.test(word)) return "credits";
  const currency = word.toUpperCase();
  if (Intl.supportedValuesOf("currency").includes(currency)) return currency;
  throw new AppError("user", texts.unknownCurrency(word));
}
