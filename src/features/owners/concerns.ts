import type { KnownBlock } from "@slack/types";
import { isAppError } from "../../lib/errors.ts";
import { mondaysAround } from "../../lib/mondays.ts";
import { actions, row } from "../../platform/blocks/button.ts";
import { commandButton } from "../../platform/blocks/command-button.ts";
import { type Reply, reply } from "../../platform/blocks/reply.ts";
import { context as smallPrint, header, section } from "../../platform/blocks/text.ts";
import type { ShownFact } from "../../platform/commands/service-facts.ts";
import { zoneOf } from "../../platform/jobs/messenger.ts";
import { postOnce } from "../../platform/jobs/post-once.ts";
import type { ScheduleStep, ScheduleSteps } from "../../platform/jobs/schedules/schedules.ts";
import type { HomeSection } from "../../platform/slack/interactions/deps.ts";
import type { OwnersContext } from "./context.ts";
import { ConcernsSchedule, concernsKind } from "./digest/schedule.ts";
import { type ListedOwner, allOwners } from "./list.ts";
import * as texts from "./texts.ts";

// A view holds 100 blocks, and each service costs a request for its last backup.
const mostShown = 10;

/** What concerns a person: the services that they own. */
async function servicesOf(userId: string, context: OwnersContext): Promise<ListedOwner["service"][]> {
  const all = await allOwners(context);
  return all.filter(({ known }) => known?.ownerId === userId).map(({ service }) => service);
}

type Facts = ReadonlyMap<string, readonly ShownFact[]>;

/** A line for each service, with what all features know of it. Who owns it is plain here. */
function linesOf(services: readonly ListedOwner["service"][], facts: Facts | undefined): string[] {
  return services.slice(0, mostShown).map(({ serviceId, name }) =>
    texts.concern(
      name,
      (facts?.get(serviceId) ?? []).filter(({ label }) => label !== texts.factLabel),
    ),
  );
}

function moreOf(services: readonly unknown[]): string[] {
  return services.length > mostShown ? [texts.moreConcerns(services.length - mostShown)] : [];
}

/** App Home's section of what concerns its reader. Nothing for a person who owns nothing. */
export const concernsOnHome: HomeSection<OwnersContext> = {
  name: "concerns",
  rank: 12,
  draw: (person, context) => homeBlocks(person, context, false),
  drawLater: (person, context) => homeBlocks(person, context, true),
};

async function homeBlocks(
  { userId, offer }: Parameters<HomeSection["draw"]>[0],
  context: OwnersContext,
  isWhole: boolean,
): Promise<KnownBlock[]> {
  const services = await servicesOf(userId, context);
  if (services.length === 0) return [];
  const facts = isWhole ? await context.factsOf(services.slice(0, mostShown)) : undefined;
  const isOn = (await context.schedules.list(ConcernsSchedule)).some(({ createdBy }) => createdBy === userId);
  const lines = linesOf(services, facts);
  return [
    header(texts.concernsTitle),
    ...lines.map((line, index): KnownBlock => {
      const [button] = offer("Open", opens(services[index]));
      return { ...section(line), ...(button ? { accessory: button } : {}) };
    }),
    ...moreOf(services).map((text) => smallPrint(text)),
    ...row(
      isOn
        ? offer(texts.buttons.digestOff, { call: "owners_digest", args: { state: "off" } })
        : offer(texts.buttons.digestOn, { call: "owners_digest", args: { state: "on" } }),
      offer(texts.buttons.all, { call: "owners_list" }),
    ),
  ];
}

function opens(service: ListedOwner["service"] | undefined) {
  return { call: "services_show", args: { service: service?.serviceId } };
}

/** The message on Mondays. Undefined for a person who owns nothing. */
async function concernsMessage(userId: string, context: OwnersContext): Promise<Reply | undefined> {
  const services = await servicesOf(userId, context);
  if (services.length === 0) return undefined;
  const facts = await context.factsOf(services.slice(0, mostShown));
  const lines = linesOf(services, facts);
  const more = moreOf(services);
  return reply([texts.concernsTitle, ...lines, ...more].join("\n"), [
    header(texts.concernsTitle),
    ...lines.map((line, index): KnownBlock => ({
      ...section(line),
      accessory: commandButton("Open", opens(services[index])),
    })),
    ...more.map((text) => smallPrint(text)),
    actions([commandButton(texts.buttons.digestOff, { call: "owners_digest", args: { state: "off" } })]),
  ]);
}

/** Messages on Mondays at 9:00 in each person's zone. */
export const weeklyOwnerDigest: ScheduleSteps<OwnersContext, ConcernsSchedule> = {
  ...concernsKind,
  advance: advanceConcerns,
};

/** Posts the latest Monday's message, once, also if that is late. Older ones that were missed are not posted. */
async function advanceConcerns(schedule: ConcernsSchedule, context: OwnersContext): Promise<ScheduleStep> {
  const now = context.now();
  const { latest, next } = mondaysAround(now, schedule.timeZone);
  const doneAt = schedule.state.doneAt ?? schedule.createdAt;
  if (latest.toISOString() > doneAt) {
    if (!(await post(schedule, latest, context))) {
      await context.schedules.remove(schedule.id);
      return "done";
    }
    // People move. The zone counts from the next message on.
    const zone = (await zoneOf({ userId: schedule.createdBy }, context)) ?? schedule.timeZone;
    await context.schedules.change(schedule, (present) => ({
      ...present,
      timeZone: zone,
      state: { doneAt: latest.toISOString() },
    }));
    return { againInMs: mondaysAround(now, zone).next.getTime() - now.getTime() };
  }
  return { againInMs: next.getTime() - now.getTime() };
}

/** False if the person has left Slack. */
async function post(schedule: ConcernsSchedule, monday: Date, context: OwnersContext): Promise<boolean> {
  const userId = schedule.createdBy;
  const key = `concerns:${schedule.id}:${monday.toISOString()}`;
  try {
    const message = await concernsMessage(userId, context);
    if (message) await postOnce(context, { key, channelId: userId, reply: message });
    return true;
  } catch (error) {
    if (!isAppError(error, "forbidden", "missing")) throw error;
    context.log.info({ err: error, scheduleId: schedule.id }, "a person no longer takes Monday's message");
    return false;
  }
}
