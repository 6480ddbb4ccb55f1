import { findHook, type Hook, hookInMrkdwn, onHook, showButton, tooMuch } from "../../alerts/index.ts";
import type { OncallContext } from "../context.ts";
import { AppError } from "../../../lib/errors.ts";
import { say } from "../../../platform/blocks/reply.ts";
import { replaceRota, rotaForm } from "./form.ts";
import { z } from "zod";
import { hook as hookArgument } from "../../../platform/commands/arguments.ts";
import { call } from "../../../platform/commands/call.ts";
import { commandOf } from "../../../platform/commands/command.ts";
import { type Found, time } from "../../../platform/commands/found.ts";
import { onCallLine, onCallLines, onCallOf } from "./on-call.ts";
import * as texts from "./texts.ts";

const usage = (_rest: string, { name }: Hook) => texts.usage(name);

/** `/db alerts hooks rota <hook>`: whom an escalation mentions. A form asks for the address. */
const follow = onHook({
  name: "hooks_rota",
  title: "Let a hook follow a rota",
  summary: "Opens the form for the iCal feed that says who is on call.",
  effect: "change",
  isSecondary: true,
  opens: true,
  word: "rota",
  tooMuch: usage,
  asks: {
    means: ["set|connect|apply|change|add rota {hook}", "set|connect|apply|change|add rota"],
    around: "alert hook oncall escalate set",
    says: ["Let {hook} follow a rota"],
  },
  run(hook) {
    if (!hook.escalation) throw new AppError("user", texts.escalateFirst(hook.name));
    return { opens: rotaForm, given: { hookId: hook.id } };
  },
});

/** `/db alerts hooks rota <hook> off`. */
const end = onHook({
  name: "hooks_end_rota",
  title: "End a hook's rota",
  summary: "Escalated alerts of a hook mention the user group again.",
  effect: "change",
  isSecondary: true,
  word: "rota",
  end: "off",
  tooMuch: usage,
  asks: {
    means: ["end|delete rota"],
    around: "alert hook oncall escalate apply",
    says: ["Let {hook} follow no rota any more"],
  },
  async run(hook, context) {
    await replaceRota(hook, undefined, context);
    return say(texts.isOff(hookInMrkdwn(hook)), [showButton(hook)]);
  },
});

/** What can be asked for about a hook's rota. */
export const rotaCalls = [follow, end] as const;

const Person = z.object({
  name: z.string().describe("As the rota calls them"),
  userId: z.string().optional().describe("In Slack, if they are known there"),
});

const onCallCall = call({
  name: "oncall",
  title: "Who is on call",
  summary: "Says who is on call, until when, and who is next.",
  effect: "read",
  line: "alerts oncall {hook}",
  asks: {
    means: ["oncall", "oncall rota", "rota list"],
    around: "alert time list rota people",
    says: ["Who is on call", " for {hook}"],
  },
  args: z.object({ hook: hookArgument.optional() }),
  result: z.object({
    rotas: z
      .array(
        z.object({
          hook: z.string().describe("Its name"),
          isKnown: z.boolean().describe("False if the rota can't be read"),
          readAt: time.optional().describe("When it was read last"),
          leftOut: z.number().optional().describe("How many events couldn't be read"),
          unsureZones: z.array(z.string()).optional().describe("Its time zones that are not known for sure"),
          periods: z
            .array(
              z.object({
                from: time.describe("When it begins"),
                until: time.describe("When it ends"),
                people: z.array(Person).describe("Empty for a gap"),
              }),
            )
            .describe("From now on"),
        }),
      )
      .describe("One for each hook that follows a rota"),
  }),
  run: ({ hook }, context: OncallContext) => (hook === undefined ? ofAll(context) : ofOne(hook, context)),
});

/** `/db alerts oncall [hook]`, or `/db oncall`: who is on call by each hook's rota, until when, and who is next. */
export const onCall = commandOf({
  name: "oncall",
  summary: texts.summary,
  partOf: "alerts",
  examples: ["/db alerts oncall", "/db alerts oncall checkout"],
  calls: [onCallCall],
});

async function ofAll(context: OncallContext): Promise<Found> {
  const all = await context.hooks.list();
  const hooks = all.filter(({ rota }) => rota);
  const draw = async () => {
    const lines = await Promise.all(hooks.map((hook) => onCallLine(hook, context)));
    return say(lines.length === 0 ? texts.none(all[0]?.name) : lines.join("\n"));
  };
  return { data: () => dataOf(hooks, context), draw };
}

async function ofOne(named: string, context: OncallContext): Promise<Found> {
  const hook = await findHook(named, context, (rest, { name }) => tooMuch(rest, `/db alerts oncall ${name}`));
  const lines = async () =>
    hook.rota ? await onCallLines(hook, context) : [texts.noneOf(hookInMrkdwn(hook), hook.name)];
  return {
    data: () => dataOf(hook.rota ? [hook] : [], context),
    draw: async () => say((await lines()).join("\n"), [showButton(hook)]),
  };
}

const mostPeriods = 10;

async function dataOf(hooks: readonly Hook[], context: OncallContext) {
  const found = hooks.map(async (hook) => {
    const { reading, unknown, periods } = await onCallOf(hook, context);
    return {
      hook: hook.name,
      isKnown: unknown === undefined,
      readAt: reading?.readAtMs ? iso(reading.readAtMs) : undefined,
      leftOut: reading?.leftOut?.count,
      unsureZones: reading?.zones?.map(({ name }) => name || "none"),
      periods: periods.slice(0, mostPeriods).map(({ fromMs, toMs, people }) => ({
        from: iso(fromMs),
        until: iso(toMs),
        people: people.map(({ name, userId }) => ({ name, userId })),
      })),
    };
  });
  return { rotas: await Promise.all(found) };
}

function iso(ms: number): string {
  return new Date(ms).toISOString();
}
