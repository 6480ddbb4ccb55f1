import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { AlertsContext } from "../context.ts";
import { formatList, plural } from "../../../lib/text.ts";
import type { RefusalReason } from "../../../lib/metrics.ts";
import { type AreaCheck, type Check, right, unknown, wrong } from "../../../platform/commands/check.ts";
import { askAddress } from "../../../platform/http/ask-address.ts";
import type { Presence } from "../../../platform/jobs/messenger.ts";
import { type Hook, hookAddress } from "./record.ts";
import { hookProbe, probeHeader } from "./sending.ts";
import { unauthorized } from "../receive/route.ts";

/** What the checks say, in mrkdwn. Arguments are escaped. */
export const areas = {
  channels: "Channels of hooks",
  fromOutside: "Hooks, from outside",
  refused: "Hooks, refused deliveries",
  noHooks: "You have no hooks yet.",
  cannotPost: (channels: string) =>
    `I can't post in ${channels}: deleted, or private without me in it. Invite me with ${code("/invite")}, or give the hook another channel.`,
  notMember: (channels: string) =>
    `I'm not in ${channels}. I can post there, but I can't find my own messages after a crash. Invite me with ${code("/invite")}.`,
  member: (checked: number, named: number) =>
    checked === named
      ? `I'm in ${checked === 1 ? "the channel" : `all ${checked} channels`}.`
      : `I'm in all ${checked} channels that I checked, of ${named}.`,
  noneRefused: "None since yesterday.",
  longTexts: (count: number, megabytes: string) =>
    `The texts of ${plural(count, "long alert")} take ${megabytes} MB.`,
  refusedSince: (name: string, why: string, count: number) =>
    `${name} got ${why}: ${plural(count, "delivery", "deliveries")} refused since yesterday.`,
  moreRefused: (count: number) => `${count} more aren't listed.`,
  memoryAdvice: "The operator has to give Redis more memory.",
  limitAdvice: "Check what its sender sends, or ask the operator to raise the limit.",
  cameBack: (hooks: number) => `A test came back from ${plural(hooks, "hook")}. Nothing was posted.`,
  deletedMeanwhile: (names: string) => `${names} was just deleted.`,
  notReached: (names: string, address: string) =>
    `A test sent to ${names} at ${address} didn't arrive, so senders don't get through either. Let the reverse proxy pass POST requests under ${code("/hooks/")} unchanged, headers too.`,
} as const;

function onHooks(
  area: string,
  check: (hooks: readonly Hook[], context: AlertsContext) => Promise<Check>,
): AreaCheck<AlertsContext> {
  return { area, run: async (context) => check(await context.hooks.list(), context) };
}

/** The doctor's checks of hooks. */
export const hookChecks = [
  onHooks(areas.channels, channelsCheck),
  onHooks(areas.fromOutside, roundTripCheck),
  onHooks(areas.refused, refusedCheck),
];

// Each channel costs a call to Slack, which has a rate limit.
const mostChannels = 30;

/** Checks that the app can post in the channels of all hooks, 30 of them at most. */
export async function channelsCheck(
  hooks: readonly Hook[],
  { messenger }: Pick<AlertsContext, "messenger">,
): Promise<Check> {
  const area = areas.channels;
  const all = hooks.flatMap(({ channelId, fallbackChannelId, rules }) => [
    channelId,
    fallbackChannelId,
    ...rules.map((rule) => rule.channelId),
  ]);
  const named = [...new Set(all.filter((id) => id !== undefined))];
  if (named.length === 0) return right(area, areas.noHooks);
  const probed = named.slice(0, mostChannels);
  const presences = await Promise.all(probed.map((channelId) => messenger.presenceIn(channelId)));
  const channelsWith = (presence: Presence) =>
    probed.filter((_, index) => presences[index] === presence).map((id) => `<#${id}>`);
  const [elsewhere, guests] = [channelsWith("none"), channelsWith("guest")];
  if (elsewhere.length > 0) return wrong(area, areas.cannotPost(formatList(elsewhere)));
  if (guests.length > 0) return wrong(area, areas.notMember(formatList(guests)));
  return right(area, areas.member(probed.length, named.length));
}

const whyRefused: Record<RefusalReason, string> = {
  hook_events: "more alerts a minute than one hook may",
  hook_bytes: "more bytes a minute than one hook may",
  workspace_events: "more alerts a minute than one workspace may",
  workspace_bytes: "more bytes a minute than one workspace may",
  memory: "alerts while my storage was nearly full",
};

/** Checks whether deliveries were refused since yesterday. Also reports the size of the texts of long alerts. */
export async function refusedCheck(
  hooks: readonly Hook[],
  { inbox, alertBodies, now }: Pick<AlertsContext, "inbox" | "alertBodies" | "now">,
): Promise<Check> {
  const area = areas.refused;
  const [refused, { bodies, bytes }] = await Promise.all([inbox.refused(now()), alertBodies.usage()]);
  const longTexts = bodies === 0 ? [] : [areas.longTexts(bodies, (bytes / 1_048_576).toFixed(1))];
  const names = new Map(hooks.map(({ id, name }) => [id, name]));
  const known = refused.filter(({ hookId }) => names.has(hookId));
  if (known.length === 0) return right(area, [areas.noneRefused, ...longTexts].join(" "));
  const lines = known
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostRefused)
    .map(({ hookId, reason, count }) => {
      const name = escapeName(names.get(hookId) ?? hookId);
      return areas.refusedSince(name, whyRefused[reason], count);
    });
  const rest = known.length > mostRefused ? [areas.moreRefused(known.length - mostRefused)] : [];
  const advice = known.every(({ reason }) => reason === "memory") ? areas.memoryAdvice : areas.limitAdvice;
  return wrong(area, [...lines, ...rest, advice, ...longTexts].join(" "));
}

const mostRefused = 5;

// All hooks use the same route, so a few are enough.
const mostHooks = 5;

/** Sends a probe to hooks over the public address, as a sender would. Nothing is posted. */
export async function roundTripCheck(
  hooks: readonly Hook[],
  context: Pick<AlertsContext, "publicUrl" | "fetch" | "sealer" | "now">,
): Promise<Check> {
  const area = areas.fromOutside;
  if (hooks.length === 0) return right(area, areas.noHooks);
  const tried = hooks.slice(0, mostHooks);
  const answers = await Promise.all(tried.map((hook) => probe(hook, context)));
  const failed = tried.filter((_, index) => answers[index] !== "probed");
  if (failed.length === 0) return right(area, areas.cameBack(tried.length));
  const names = formatList(failed.map(({ name }) => escapeName(name)));
  if (failed.every((hook) => answers[tried.indexOf(hook)] === "gone"))
    return unknown(area, areas.deletedMeanwhile(names));
  return wrong(area, areas.notReached(names, code(`${context.publicUrl}/hooks/…`)));
}

async function probe(
  { id }: Hook,
  { publicUrl, fetch, sealer, now }: Pick<AlertsContext, "publicUrl" | "fetch" | "sealer" | "now">,
): Promise<"probed" | "gone" | "lost"> {
  const response = await askAddress(hookAddress(publicUrl, id), fetch, {
    method: "POST",
    headers: { "content-type": "application/json", [probeHeader]: hookProbe(id, now(), sealer) },
    body: "{}",
  });
  const text = (await response?.text().catch(() => "")) ?? "";
  if (response?.status === 200 && text.includes('"probed"')) return "probed";
  return response?.status === 401 && text.includes(unauthorized) ? "gone" : "lost";
}
