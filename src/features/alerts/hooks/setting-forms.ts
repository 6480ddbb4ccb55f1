import type { Button, KnownBlock } from "@slack/types";
import { z } from "zod";
import { AppError, isAppError, orUndefined } from "../../../lib/errors.ts";
import { section } from "../../../platform/blocks/text.ts";
import { hook as hookArgument } from "../../../platform/commands/arguments.ts";
import { argument } from "../../../platform/commands/arguments/kind.ts";
import { choiceKind } from "../../../platform/commands/arguments/kinds.ts";
import { type Call, call } from "../../../platform/commands/call.ts";
import { type EntryArguments, quoted } from "../../../platform/commands/entry.ts";
import type {
  Accepted,
  Form,
  FormFacts,
  FormField,
  FormState,
  FormValues,
  SubmittedForm,
} from "../../../platform/forms/form.ts";
import type { Visitor } from "../../../platform/forms/window.ts";
import { textIn } from "../../../platform/forms/state.ts";
import { answerView } from "../../../platform/slack/interactions/modal-answer.ts";
import type { AlertsContext } from "../context.ts";
import { severities } from "../incident/event-record.ts";
import { formatMapping, map, mappingParts, partsSeen } from "./mapping/map.ts";
import type { HookForm } from "./part.ts";
import { findHook, hookInMrkdwn, tooMuchFor } from "./parts.ts";
import type { Hook } from "./record.ts";
import { ruleChange } from "./rules/command.ts";
import { escalate, fallback, observe } from "./settings-commands.ts";
import * as settingsTexts from "./settings/texts.ts";
import * as texts from "./setting-texts.ts";
import { whichHook } from "./texts.ts";

/** A form for a setting of a hook. What it asks is what a call takes. */
interface Setting<Context extends AlertsContext> {
  /** Its word, as in `/db alerts hooks set checkout fallback`. */
  name: string;
  /** Plain text. */
  title: string;
  /** In mrkdwn, about the hook in bold. */
  intro: (hook: string) => string;
  fields: readonly FormField[];
  /** The values of the present setting. */
  values?(this: void, hook: Hook): FormValues;
  /** What it needs to know. May only read Redis. */
  facts?(this: void, hook: Hook, context: Context): Promise<FormFacts>;
  /** True if it names a user group. They are read from Slack. */
  hasGroups?: true;
  call: Call<Context>;
  /** The call's arguments, but the hook. */
  argsOf(this: void, values: FormValues): EntryArguments;
}

const Facts = z.looseObject({
  hookId: z.string(),
  hookName: z.string(),
  seen: z.array(z.string()).default([]),
});
const Groups = z.object({ groups: z.array(z.object({ id: z.string(), handle: z.string() })).default([]) });

/** Declares a form for a setting of a hook. Its answer is the call's. */
export function hookForm<Context extends AlertsContext>(setting: Setting<Context>): HookForm<Context> {
  const { name, title, intro, fields, values, facts, hasGroups, call: of, argsOf } = setting;
  const argsIn = (state: FormState) => ({ hook: Facts.parse(state.facts).hookId, ...argsOf(state.values) });
  const [first] = fields;
  const problem = (message: string) => [{ field: first?.name ?? "", message }];

  async function accept(submitted: SubmittedForm, context: Context): Promise<Accepted> {
    const { userId, userName, channelId } = submitted;
    const read = of.check(argsIn(submitted));
    if ("problem" in read) return { problems: problem(read.problem) };
    const asker = { workspaceId: context.workspaceId, userId, userName, channelId };
    try {
      const answer = await read.run(context, asker, { progress: async () => undefined });
      if (!("blocks" in answer)) throw new AppError("bug", `${of.name} has no reply for its form`);
      return { view: answerView(answer, { title, channelId }) };
    } catch (error) {
      if (!isAppError(error, "user", "missing", "conflict", "forbidden")) throw error;
      return { problems: problem(error.message) };
    }
  }

  const form: Form<Context> = {
    name: `hook-${name}`,
    access: of.access,
    title,
    submit: texts.save,
    async begin(given, context) {
      const hook = await context.hooks.find(textIn(given, "hookId"));
      if (!hook) throw new AppError("missing", settingsTexts.importForm.gone);
      const known = { hookId: hook.id, hookName: hook.name, ...(await facts?.(hook, context)) };
      return { values: values?.(hook) ?? {}, facts: known };
    },
    ...(hasGroups && {
      async fetchFacts(about: string, _: FormState, { people }: Context) {
        if (about !== "") return undefined;
        const groups = await orUndefined(() => people.groups(), "auth", "forbidden", "limited", "upstream");
        return { facts: { groups: groups ?? [] } };
      },
    }),
    steps: [
      {
        name: "setting",
        title,
        intro({ facts: known }): KnownBlock[] {
          const { hookName, seen } = Facts.parse(known);
          return [section(intro(hookInMrkdwn({ name: hookName }))), ...seen.map((text) => section(text))];
        },
        sections: [{ fields }],
      },
    ],
    problems(state) {
      const read = of.check(argsIn(state));
      return "problem" in read ? problem(read.problem) : [];
    },
    accept,
  };
  return { name, form };
}

function groupField(name: string, label: string, optional: boolean): FormField {
  return {
    name,
    label,
    input: "select",
    optional,
    choices: ({ facts }) =>
      Groups.parse(facts).groups.map(({ id, handle }) => ({ value: id, text: `@${handle}` })),
    emptyText: texts.noGroups,
    ...(optional && { noneText: texts.noGroup }),
  };
}

const fallbackForm = hookForm({
  name: "fallback",
  title: texts.fallback.title,
  intro: texts.fallback.intro,
  fields: [{ name: "channel", label: texts.fallback.channel, input: "channel", optional: false }],
  values: ({ fallbackChannelId: channel }) => ({ channel }),
  call: fallback,
  argsOf: ({ channel }) => ({ channel }),
});

const escalationForm = hookForm({
  name: "escalation",
  title: texts.escalation.title,
  intro: texts.escalation.intro,
  fields: [
    groupField("group", texts.escalation.group, false),
    {
      name: "minutes",
      label: texts.escalation.minutes,
      input: "number",
      optional: false,
      initial: 15,
      min: 1,
      max: 1_440,
    },
  ],
  values: ({ escalation }) =>
    escalation ? { group: escalation.groupId, minutes: escalation.afterMinutes } : {},
  hasGroups: true,
  call: escalate,
  argsOf: ({ group, minutes }) => ({ group, minutes }),
});

const Sources = z.object({
  sources: z.array(z.object({ value: z.string(), text: z.string() })).default([]),
});

const sourceForm = hookForm({
  name: "source",
  title: texts.source.title,
  intro: texts.source.intro,
  fields: [
    {
      name: "source",
      label: texts.source.label,
      input: "select",
      optional: false,
      choices: ({ facts }) => Sources.parse(facts).sources,
      emptyText: texts.source.none,
    },
  ],
  values: ({ observes }) => ({ source: observes?.serviceId ?? observes?.connection }),
  async facts(_, { services, connections }) {
    const [known, connected] = await Promise.all([services.list(), connections.list()]);
    const servers = connected.filter(({ kind }) => kind === "standalone");
    return {
      sources: [
        ...known.map(({ serviceId, name }) => ({ value: serviceId, text: name })),
        ...servers.map(({ name }) => ({ value: name, text: name })),
      ],
    };
  },
  call: observe,
  argsOf: (values) => ({ words: textIn(values, "source") }),
});

const mappingForm = hookForm({
  name: "mapping",
  title: texts.mapping.title,
  intro: texts.mapping.intro,
  fields: mappingParts.map((part) => ({
    name: part,
    label: texts.mapping.labels[part],
    input: "text",
    optional: part !== "title",
    maxLength: 200,
    placeholder: texts.mapping.examples[part],
  })),
  values: ({ mapping }) => ({ ...mapping }),
  facts: async (hook, context) => ({ seen: await partsSeen(hook, context) }),
  call: map,
  argsOf(values) {
    const filled = mappingParts.flatMap((part) => {
      const path = textIn(values, part).trim();
      return path === "" ? [] : [[part, path] as const];
    });
    return { words: formatMapping(Object.fromEntries(filled)) };
  },
});

const severityChoices = severities.toReversed().map((severity) => ({ value: severity, text: severity }));

const ruleForm = hookForm({
  name: "rule",
  title: texts.rule.title,
  intro: texts.rule.intro,
  fields: [
    { name: "title", label: texts.rule.contains, input: "text", optional: true, maxLength: 200 },
    { name: "group", label: texts.rule.group, input: "text", optional: true, maxLength: 200 },
    {
      name: "severity",
      label: texts.rule.severity,
      input: "select",
      optional: true,
      noneText: texts.rule.anySeverity,
      choices: () => severityChoices,
    },
    {
      name: "times",
      label: texts.rule.times,
      help: texts.rule.timesHelp,
      input: "text",
      optional: true,
      maxLength: 100,
      placeholder: "22:00-07:00",
    },
    { name: "channel", label: texts.rule.channel, input: "channel", optional: true },
    groupField("mention", texts.rule.mention, true),
    {
      name: "setSeverity",
      label: texts.rule.setSeverity,
      input: "select",
      optional: true,
      noneText: texts.rule.sameSeverity,
      choices: () => severityChoices,
    },
    {
      name: "mute",
      label: texts.rule.mute,
      toggleText: texts.rule.muteText,
      input: "toggle",
      optional: true,
    },
  ],
  hasGroups: true,
  call: ruleChange,
  argsOf: (values) => ({ change: `add ${ruleWordsOf(values)}`.trim() }),
});

/** A filled form in the words of a rule. */
function ruleWordsOf(values: FormValues): string {
  const said = (name: string, write: (text: string) => string) => {
    const text = textIn(values, name).trim();
    return text === "" ? [] : [write(text)];
  };
  return [
    ...said("title", (text) => `title ${quoted(text)}`),
    ...said("group", (text) => `group ${quoted(text)}`),
    ...said("severity", (text) => `severity ${text}`),
    ...said("times", (text) => (/^\d/.test(text) ? `between ${text}` : text.replace(/^(?!on\b)/i, "on "))),
    ...said("channel", (id) => `to <#${id}>`),
    ...said("mention", (id) => `mention <!subteam^${id}>`),
    ...said("setSeverity", (text) => `set severity ${text}`),
    ...(values["mute"] === true ? ["mute"] : []),
  ].join(" ");
}

/** The forms for the settings of hooks, but for those of their parts. */
export const hookForms: readonly HookForm<AlertsContext>[] = [
  ruleForm,
  fallbackForm,
  escalationForm,
  sourceForm,
  mappingForm,
];

/** The button of a hook's window that opens the form for a setting. */
export function offerForm({ offer }: Visitor, text: string, { id }: Hook, what: string): Button[] {
  return offer(text, { call: "hooks_set", args: { hook: id, what } });
}

/** `/db alerts hooks set checkout fallback`: opens the form for a setting, as the hook's window does. */
export const setCall = (all: readonly HookForm<AlertsContext>[]) => {
  const names = all.map(({ name }) => name);
  const slot = { parts: [] };
  const what = argument(choiceKind(names, slot), z.enum(names)).describe("What to set");
  return call({
    name: "hooks_set",
    title: "Set something of a hook",
    summary: "Opens the form for a setting of a hook.",
    effect: "change",
    isSecondary: true,
    opens: true,
    line: "alerts hooks set {hook} {what}",
    verb: "set",
    missing: { hook: whichHook, what: texts.setWhat(names) },
    args: z.object({ hook: hookArgument, what }),
    async run({ hook: named, what: wanted }, context: AlertsContext) {
      const found = await findHook(named, context, tooMuchFor("set"));
      const opens = all.find(({ name }) => name === wanted)?.form;
      if (!opens) throw new AppError("user", texts.setWhat(names));
      return { opens, given: { hookId: found.id } };
    },
  });
};
