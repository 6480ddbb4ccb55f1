import { z } from "zod";
import { slackDate } from "../../../platform/blocks/date.ts";
import { plainOf } from "../../../platform/blocks/escape.ts";
import { listReply } from "../../../platform/blocks/rows.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { type Reply, say } from "../../../platform/blocks/reply.ts";
import { service } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { type Found, problem, time, total } from "../../../platform/commands/found.ts";
import { FactData, type ServiceFact } from "../../../platform/commands/service-facts.ts";
import { zoneOf } from "../../../platform/jobs/messenger.ts";
import { troublesOf } from "../../../platform/jobs/schedules/troubles.ts";
import { type KnownService, unconnectedReply } from "../../connections/index.ts";
import type { LifecycleContext } from "../context.ts";
import { end, endsAtOf } from "./end.ts";
import { keepButtonOf, keepButtons } from "./posts.ts";
import { ExpirySchedule, expiryKind } from "./schedule.ts";
import { expiryOf, moveEnd } from "./set.ts";
import * as texts from "./texts.ts";

/** The services that end. */
const ExpiriesData = z.object({
  services: z
    .array(
      z.object({
        name: z.string(),
        id: z.string(),
        endsAt: time.describe("When it ends"),
        ownerId: z.string().describe("The Slack id of its owner, or of who set its end"),
        state: z
          .enum(["ahead", ...FactData.shape.endState.unwrap().options])
          .describe("What it waits for, or how far it has come"),
        why: z.string().optional().describe("Why it is kept, or who couldn't be told"),
        problem,
      }),
    )
    .describe("The services with an end, the next one first"),
  total,
});

/** `/db services expires [service]`. */
const list = call({
  name: "services_expiries",
  title: "Services that end",
  summary: "Lists the services that end, the next one first.",
  effect: "read",
  line: "services expires {service}",
  args: z.object({ service: service.optional() }),
  result: ExpiriesData,
  asks: {
    means: ["expiry", "duration {service}"],
    around: "service list time late",
    says: ["Services that end", ": {service}"],
  },
  run: async ({ service: named }, context: LifecycleContext) =>
    (await unconnectedReply(context)) ??
    listOf(named === undefined ? undefined : await context.services.find(named), context),
});

/** `/db services expires orders-dev 7d`. */
const set = call({
  name: "services_expires",
  title: "Say when a service ends",
  summary: "Sets when a service ends, or keeps it for good.",
  effect: "change",
  line: "services expires {service} {end}",
  missing: { service: texts.which },
  args: z.object({ service, end }),
  asks: {
    means: ["expiry {end} {service}", "keep {end} {service}", "delete {end} {service}"],
    around: "service keep expiry time want",
    says: ["Set the end of {service}", " to {end}"],
  },
  async run(wanted, context: LifecycleContext, asker) {
    const first = await unconnectedReply(context);
    if (first) return first;
    const found = await context.services.find(wanted.service);
    const zone = (await zoneOf(asker, context)) ?? "UTC";
    const present = await expiryOf(found.serviceId, context);
    const until = endsAtOf(wanted.end, context.now(), zone, present && new Date(present.expiresAt));
    return moveEnd({ service: found, until }, asker, context);
  },
});

/** `/db services expires [service] [7d|never|2026-12-31]`: shows and sets when services end. */
export const expiresCommand = commandOf({
  name: "expires",
  partOf: "services",
  onlyAsPart: true,
  summary: texts.summary,
  examples: [
    "/db services expires",
    "/db services expires orders prod 7d",
    "/db services expires orders prod 2026-12-31",
    "/db services expires orders prod never",
  ],
  details: texts.details,
  calls: [list, set],
});

async function listOf(only: KnownService | undefined, context: LifecycleContext): Promise<Found> {
  const all = await context.schedules.list(ExpirySchedule);
  const shown = all
    .filter(({ service }) => only === undefined || service.serviceId === only.serviceId)
    .toSorted((a, b) => a.expiresAt.localeCompare(b.expiresAt));
  const withOwners = await Promise.all(
    shown.map(async (expiry) => {
      const owner = await context.owners.of(expiry.service.serviceId);
      return { ...expiry, ownerId: owner?.ownerId ?? expiry.setBy };
    }),
  );
  const troubles = await troublesOf(expiryKind, shown, context);
  return {
    data: (): z.input<typeof ExpiriesData> => ({
      services: withOwners.map((expiry) => {
        const { state = "ahead", text } = stateOf(expiry) ?? {};
        const why = state === "untold" || state === "kept" ? text && plainOf(text) : undefined;
        const { service, expiresAt: endsAt, ownerId } = expiry;
        return {
          name: service.name,
          id: service.serviceId,
          endsAt,
          ownerId,
          state,
          why,
          problem: troubles.get(expiry.id)?.why,
        };
      }),
      total: withOwners.length,
    }),
    draw() {
      if (withOwners.length === 0) return only ? withoutEnd(only) : say(texts.noneEnds);
      const rows = withOwners.map((expiry) => {
        const { service, expiresAt, ownerId } = expiry;
        const line = texts.line(service.name, new Date(expiresAt), ownerId, stateOf(expiry)?.text);
        const trouble = troubles.get(expiry.id);
        return { line: trouble ? `${line}\n${trouble.line}` : line, button: keepButtonOf(expiry) };
      });
      const [expiry] = shown;
      return only && expiry
        ? say(rows.map(({ line }) => line).join("\n"), keepButtons(expiry))
        : listReply(undefined, rows);
    },
  };
}

/** Offers usual ends. */
function withoutEnd({ serviceId, name }: KnownService): Reply {
  const buttons = Object.entries(texts.offered).map(([text, wanted]) =>
    commandButton(text, { call: "services_expires", args: { service: serviceId, end: wanted } }),
  );
  return say(texts.noEnd(name), buttons);
}

/** When each service ends. */
export const endOfService: ServiceFact<LifecycleContext> = {
  label: "Ends",
  rank: 5,
  async read(services, { schedules }) {
    const ids = new Set(services.map(({ serviceId }) => serviceId));
    const all = await schedules.list(ExpirySchedule);
    return new Map(
      all
        .filter(({ service }) => ids.has(service.serviceId))
        .map((expiry) => {
          const { state: endState, text } = stateOf(expiry) ?? {};
          const data: FactData = { endsAt: expiry.expiresAt, ...(endState && { endState }) };
          return [
            expiry.service.serviceId,
            { text: text ?? slackDate(new Date(expiry.expiresAt)), data },
          ] as const;
        }),
    );
  },
};

/** How far an end has come, and the words for it in mrkdwn. Undefined while it is ahead. */
function stateOf({
  expiresAt,
  untold,
  state: { stopped, running, kept },
}: ExpirySchedule): { state: NonNullable<FactData["endState"]>; text: string } | undefined {
  if (untold) return { state: "untold", text: texts.stateUntold(new Date(expiresAt), untold.what) };
  if (kept) return { state: "kept", text: texts.stateKept(kept.why) };
  if (stopped) {
    const state = stopped.isStarted ? "started" : "stopped";
    return { state, text: texts.states[state] };
  }
  return running && { state: "running", text: texts.states.running };
}
