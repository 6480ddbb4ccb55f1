import { code, escapeName } from "../../../platform/blocks/escape.ts";
import type { AlertsContext } from "../context.ts";
import { formatList, plural } from "../../../lib/text.ts";
import type { RefusalReason } from "../../../lib/metrics.ts";
import { type AreaCheck, type Check, right, unknown, wrong } from "../../../platform/commands/check.ts";
import { askAddress } from "../../../platform/http/ask-address.ts";
import type { Presence } from "../../../platform/jobs/messenger.ts";
import { type Hook, hookAddress } from "./record.ts";
import { hookProbe, probeHeader } from "./sending.ts";

const areas = {
  channels: "Channels of hooks",
  fromOutside: "Hooks, from outside",
  refused: "Hooks, refused deliveries",
};

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
  if (named.length === 0) return right(area, "There are no hooks yet.");
  const probed = named.slice(0, mostChannels);
  const presences = await Promise.all(probed.map((channelId) => messenger.presenceIn(channelId)));
  const channelsWith = (presence: Presence) =>
    probed.filter((_, index) => presences[index] === presence).map((id) => `<#${id}>`);
  const [elsewhere, guests] = [channelsWith("none"), channelsWith("guest")];
  if (elsewhere.length > 0)
    return wrong(
      area,
      `Nothing can be posted in ${formatList(elsewhere)}: it is gone, or private without the app in it. Invite the app there with ${code("/invite")}, or give the hook another channel.`,
    );
  if (guests.length > 0)
    return wrong(
      area,
      `The app is no member of ${formatList(guests)}: it can post there, and not find its own messages after a crash. Invite it with ${code("/invite")}.`,
    );
  const rest = named.length - probed.length;
  return right(
    area,
    `The app is in ${probed.length === 1 ? "the one" : `all ${probed.length}`}${rest > 0 ? ` that were looked at, of ${named.length}` : ""}.`,
  );
}

const whyRefused: Record<RefusalReason, string> = {
  hook_events: "more alerts a minute than one hook may",
  hook_bytes: "more bytes a minute than one hook may",
  workspace_events: "more alerts a minute than all hooks of a workspace may together",
  workspace_bytes: "more bytes a minute than all hooks of a workspace may together",
  memory: "something while Quartermaster's storage was nearly full",
};

/** Checks whether deliveries were refused since yesterday. Also reports the size of the texts of long alerts. */
export async function refusedCheck(
  hooks: readonly Hook[],
  { inbox, alertBodies, now }: Pick<AlertsContext, "inbox" | "alertBodies" | "now">,
): Promise<Check> {
  const area = areas.refused;
  const [refused, { bodies, bytes }] = await Promise.all([inbox.refused(now()), alertBodies.usage()]);
  const texts = `The whole texts of ${plural(bodies, "long alert")} take ${(bytes / 1_048_576).toFixed(1)} MB.`;
  const names = new Map(hooks.map(({ id, name }) => [id, name]));
  const known = refused.filter(({ hookId }) => names.has(hookId));
  if (known.length === 0) return right(area, `None were refused since yesterday. ${texts}`);
  const lines = known
    .toSorted((a, b) => b.count - a.count)
    .slice(0, mostRefused)
    .map(({ hookId, reason, count }) => {
      const name = escapeName(names.get(hookId) ?? hookId);
      const times = count === 1 ? "1 delivery was" : `${count.toLocaleString("en-US")} deliveries were`;
      return `${name} was sent ${whyRefused[reason]}: since yesterday ${times} refused.`;
    });
  const rest = known.length > mostRefused ? [`${known.length - mostRefused} more are not listed.`] : [];
  const advice = known.every(({ reason }) => reason === "memory")
    ? "Whoever runs Quartermaster has to give Redis more memory."
    : "Look at what its sender sends, or ask whoever runs Quartermaster to raise the limit.";
  return wrong(area, [...lines, ...rest, advice, texts].join(" "));
}

const mostRefused = 5;

// All hooks use the same route, so a few are enough.
const mostHooks = 5;

/** Sends a probe to hooks over the public address, as a sender would. Nothing is posted. */
export async function roundTripCheck(
  hooks: readonly Hook[],
  context: Pick<AlertsContext, "publicUrl" | "sealer" | "now">,
): Promise<Check> {
  const area = areas.fromOutside;
  if (hooks.length === 0) return right(area, "There are no hooks yet.");
  const tried = hooks.slice(0, mostHooks);
  const answers = await Promise.all(tried.map((hook) => probe(hook, context)));
  const failed = tried.filter((_, index) => answers[index] !== "probed");
  if (failed.length === 0)
    return right(area, `A test came back from ${plural(tried.length, "hook")}; nobody was told of it.`);
  const names = formatList(failed.map(({ name }) => escapeName(name)));
  if (failed.every((hook) => answers[tried.indexOf(hook)] === "gone"))
    return unknown(area, `${names} was deleted meanwhile.`);
  return wrong(
    area,
    `A test that was sent to ${names} over ${code(`${context.publicUrl}/hooks/…`)} did not arrive here, so senders do not get through either. Let the reverse proxy pass POST requests under ${code("/hooks/")} on as they are, headers too.`,
  );
}

async function probe(
  { id }: Hook,
  { publicUrl, sealer, now }: Pick<AlertsContext, "publicUrl" | "sealer" | "now">,
): Promise<"probed" | "gone" | "lost"> {
  const response = await askAddress(hookAddress(publicUrl, id), {
    method: "POST",
    headers: { "content-type": "application/json", [probeHeader]: hookProbe(id, now(), sealer) },
    body: "{}",
  });
  const text = (await response?.text().catch(() => "")) ?? "";
  if (response?.status === 200 && text.includes('"probed"')) return "probed";
  return response?.status === 401 && text.includes("There is no such hook") ? "gone" : "lost";
}
