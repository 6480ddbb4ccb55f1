import { code } from "../../../platform/blocks/escape.ts";

// What people read about hard limits. `most` is "500 credits" or "€150.00".

// The limits, in mrkdwn.

export const price = (most: string) =>
  `No service may cost more than ${most} in 30 days of compute at its largest size.`;
export const team = "A team over one of its budgets creates no services, and makes none larger.";
export const none = `There are no hard limits. To set one: ${code("/db admin approvals deny price over 500 credits a month")}`;
export const isSet =
  "No one can create more or make a service larger than that, not even an admin, and no approval changes it.";
export const removed = "Removed.";
export const alreadyNone = "There are no hard limits, so nothing changed.";

// Problems with what was typed, in plain text.

const example =
  "For example: `/db admin approvals deny price over 500 credits a month` or `/db admin approvals deny team over budget`.";
export const notUnderstood = (words: string) => `I don't understand “${words}”. ${example}`;
export const tooLong = `A limit has at most 60 characters. ${example}`;
export const badAmount = (words: string) => `“${words}” isn't an amount above 0. ${example}`;
export const unknownCurrency = (words: string) =>
  `“${words}” is neither credits nor a currency such as EUR. ${example}`;

// Why a service is denied, in plain text.

/** `cost` is "620.00 credits (€186.00)". */
export const tooExpensive = (cost: string, most: string) =>
  `Its compute of up to ${cost} in 30 days is over the limit of ${most}. Choose a smaller size.`;

const limited = (most: string) => `No service may cost more than ${most} in 30 days`;

export const unknownSize = (most: string) =>
  `${limited(most)}, and the cloud would choose this one's size. Choose a size.`;
export const unknownRate = (most: string) =>
  `${limited(most)}, and I can't estimate what this one costs. Add a running service with \`/db services add\`, or ask an admin to change the limit: \`/db admin approvals deny\`.`;
export const noPrice = (most: string, currency: string) =>
  `${limited(most)}, but credits of this connection have no price in ${currency}. Ask an admin to set it: \`/db admin connections price\`.`;
export const noTeam =
  "Say which team it belongs to: this workspace denies new services to teams over budget.";
export const noTeamYet =
  "Say which team it belongs to first, with `/db services owner`: this workspace denies larger services to teams over budget.";
export const teamOverBudget = (team: string, budget: string, used: string) =>
  `The team ${team} is over budget: ${used} of its ${budget} is used. Raise that budget, or wait for its next period.`;
export const budgetsUnread = (team: string) =>
  `I couldn't read whether the team ${team} is over budget. Try again in a minute.`;
export const unreadable = (most: string) =>
  `${limited(most)}, and I couldn't read what your services cost to estimate this one. Try again in a minute.`;
