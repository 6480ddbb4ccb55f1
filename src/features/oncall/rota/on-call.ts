import { type Hook, hookInMrkdwn } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { formatList } from "../../../lib/text.ts";
import { fullName } from "../../../platform/access/known-people.ts";
import { escapeMrkdwn, escapeName } from "../../../platform/blocks/escape.ts";
import type { RotaReading, Shift } from "./record.ts";
import { dayMs } from "../../../lib/duration.ts";
import { header, section } from "../../../platform/blocks/text.ts";
import type { HomeSection } from "../../../platform/slack/interactions/deps.ts";
import { row } from "../../../platform/blocks/button.ts";
import * as texts from "./texts.ts";

type ShowContext = Pick<OncallContext, "rotas" | "people" | "log" | "now">;

const shownLater = 5;

/** Who is on call for a hook, and who is next. */
export async function onCallLine(hook: Hook, context: ShowContext): Promise<string> {
  const lines = await linesOf(hook, context, async ([next]) =>
    next && next.people.length > 0 ? texts.followedBy(await who(next, context), new Date(next.toMs)) : "",
  );
  return lines.join("\n");
}

/** Who is on call for a hook, and the next few who are, one in each line. */
export async function onCallLines(hook: Hook, context: ShowContext): Promise<string[]> {
  const lines = await linesOf(hook, context, async () => "");
  const { periods } = await onCallOf(hook, context);
  const later = periods
    .slice(1, 1 + shownLater)
    .map(async (each) => texts.later(await who(each, context), new Date(each.fromMs)));
  return [...lines, ...(await Promise.all(later))];
}

async function linesOf(
  hook: Hook,
  context: ShowContext,
  andThen: (next: readonly Period[]) => Promise<string>,
): Promise<string[]> {
  const name = hookInMrkdwn(hook);
  const { reading, unknown, periods } = await onCallOf(hook, context);
  const trouble = escapeMrkdwn(reading?.trouble ?? "");
  if (unknown === "stale") return [texts.stale(name, new Date(reading?.readAtMs ?? 0), trouble)];
  if (unknown === "unread") return [reading ? texts.unread(name, trouble) : texts.notYet(name)];
  const [present, ...next] = periods;
  const line = present
    ? `${texts.now(name, await who(present, context), new Date(present.toMs))}${await andThen(next)}.`
    : `${texts.noOneNow(name)}.`;
  const old = trouble === "" ? [] : [texts.old(new Date(reading?.readAtMs ?? 0), trouble)];
  return [line, ...old, ...(reading ? doubtsOf(reading) : [])];
}

/** What of a rota couldn't be read, and what isn't known for sure. */
function doubtsOf({ leftOut, zones = [] }: RotaReading): string[] {
  const some = leftOut?.some.map(inBold) ?? [];
  return [
    ...(leftOut ? [texts.leftOut(leftOut.count, some.join(", "), leftOut.count - some.length)] : []),
    ...zones.map(({ name, as }) =>
      name === "" ? texts.noZone : texts.unknownZone(inBold(name), escapeName(as, 100)),
    ),
  ];
}

function inBold(words: string): string {
  return `*${escapeName(words, 100)}*`;
}

/** What is known of who is on call for a hook, from now on. */
export async function onCallOf(
  hook: Hook,
  { rotas, now }: Pick<ShowContext, "rotas" | "now">,
): Promise<{ reading: RotaReading | undefined; unknown?: "unread" | "stale"; periods: Period[] }> {
  const reading = await rotas.find(hook);
  return { reading, periods: [], ...onCallAt(reading, now().getTime()) };
}

/** A mention could notify them, because some answers are for a whole channel. So people are called by name. */
async function who({ people }: Period, context: ShowContext): Promise<string> {
  if (people.length === 0) return texts.noOne;
  return formatList(await Promise.all(people.map((each) => personName(each, context))));
}

async function personName({ name, userId }: Shift, context: ShowContext): Promise<string> {
  return userId === undefined
    ? texts.stranger(escapeName(texts.nameIn(name), 100))
    : fullName(userId, context);
}

/** A reading that is older says nothing about who is on call. */
const staleAfterMs = dayMs;

/** Who is on call from one moment to another. No one in a gap of the rota. */
export interface Period {
  fromMs: number;
  toMs: number;
  people: Shift[];
}

/** Who is on call: the present period and those that follow, or why it isn't known. */
export type OnCall = { periods: Period[] } | { unknown: "unread" | "stale" };

/** Who is on call from a moment on, as far as the rota says it. */
export function onCallAt(reading: RotaReading | undefined, atMs: number): OnCall {
  if (!reading || reading.readAtMs === 0) return { unknown: "unread" };
  if (atMs - reading.readAtMs > staleAfterMs) return { unknown: "stale" };
  return { periods: periodsFrom(reading.shifts, atMs) };
}

/** The people on call at a moment. Of shifts at the same time, those that began last count, because they are overrides. */
export function peopleAt(shifts: readonly Shift[], atMs: number): Shift[] {
  const present = shifts.filter(({ fromMs, toMs }) => fromMs <= atMs && atMs < toMs);
  const latestMs = Math.max(...present.map(({ fromMs }) => fromMs));
  const people = new Map(
    present.filter(({ fromMs }) => fromMs === latestMs).map((shift) => [keyOf(shift), shift]),
  );
  return [...people.values()];
}

function periodsFrom(shifts: readonly Shift[], atMs: number): Period[] {
  const edges = new Set(shifts.flatMap(({ fromMs, toMs }) => [fromMs, toMs]).filter((ms) => ms > atMs));
  const periods: Period[] = [];
  let fromMs = atMs;
  for (const toMs of [...edges].toSorted((a, b) => a - b)) {
    const people = peopleAt(shifts, fromMs);
    const last = periods.at(-1);
    if (last && isSame(last.people, people)) last.toMs = toMs;
    else periods.push({ fromMs, toMs, people });
    fromMs = toMs;
  }
  return periods;
}

function isSame(some: readonly Shift[], others: readonly Shift[]): boolean {
  const [a, b] = [some, others].map((people) => people.map(keyOf).toSorted().join("\n"));
  return a === b;
}

function keyOf({ name, userId }: Shift): string {
  return userId ?? name;
}

/** App Home's section for a person who is on call now. */
export const onCallOnHome: HomeSection<OncallContext> = {
  name: "oncall",
  rank: 11,
  async draw({ userId, offer }, context) {
    const hooks = (await context.hooks.list()).filter(({ rota }) => rota);
    const lines = hooks.map(async (hook) => {
      const [present] = (await onCallOf(hook, context)).periods;
      const isOn = present?.people.some((person) => person.userId === userId);
      return isOn ? [texts.youAre(hookInMrkdwn(hook), new Date(present?.toMs ?? 0))] : [];
    });
    const shown = (await Promise.all(lines)).flat();
    if (shown.length === 0) return [];
    return [header(texts.homeTitle), section(shown.join("\n")), ...row(offer("On call", { call: "oncall" }))];
  },
};
