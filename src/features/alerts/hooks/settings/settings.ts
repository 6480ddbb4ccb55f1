import { z } from "zod";
import { hashJson } from "../../../../lib/hash.ts";
import {
  type Kind,
  channelId,
  clockTime,
  groupId,
  numberAsText,
  textOf,
  timeZone,
} from "../../../../lib/kinds.ts";
import { missingOr, settings } from "../../../../lib/problem-words.ts";
import { formatList } from "../../../../lib/text.ts";
import { type YamlProblem, readYamlAs, writeYaml } from "../../../../platform/as-code/yaml.ts";
import { severities } from "../../incident/event-record.ts";
import { troublesOf } from "../../outbox/unreachable.ts";
import { daysIn } from "../../routing/rule-time.ts";
import { type Hook, type HookMapping, mostRules } from "../record.ts";

/** A text of 1 to `longest` characters. A number counts as its text. */
function text(what: string, longest = 200) {
  return z.preprocess(
    numberAsText,
    z
      .string({ error: missingOr(what) })
      .trim()
      .min(1, `must be ${what}, and is empty`)
      .max(longest, `must have at most ${longest} characters`),
  );
}

/** A text that `reading` parses. Undefined from it is a problem. */
function read<Out>(expected: string, reading: (typed: string) => Out | undefined) {
  return text(expected).transform((typed, context): Out => {
    const found = reading(typed);
    if (found !== undefined) return found;
    context.addIssue(missingOr(expected)({ input: typed }));
    return z.NEVER;
  });
}

/** A text of a kind. A number counts as its text. */
function ofKind(kind: Kind) {
  return z.preprocess(numberAsText, textOf(kind));
}

const channel = ofKind(channelId);
const userGroup = ofKind(groupId);
const clock = ofKind(clockTime);
const zone = ofKind(timeZone);
/** A severity by its name. */
const severity = z.enum(severities, { error: missingOr(formatList([...severities], "or")) });
/** Either true or left out. */
const on = z.literal(true, { error: missingOr("true, or left out") });
/** Days of the week, as a list or in words. */
const days = z.preprocess(
  (value) => (Array.isArray(value) ? value.join(" ") : value),
  read("days, such as mon-fri, or [sat, sun]", (typed) => daysIn([typed])?.slice()),
);
const record = { error: missingOr(settings) };

const Rule = z
  .strictObject(
    {
      title: text("a text that the title contains").optional(),
      group: text("a text that the group contains").optional(),
      severity: severity.optional(),
      time: z.strictObject({ from: clock, to: clock, zone, days: days.optional() }, record).optional(),
      channel: channel.optional(),
      mute: on.optional(),
      mention: userGroup.optional(),
      setSeverity: severity.optional(),
    },
    record,
  )
  .refine((rule) => Object.keys(rule).length > 0, "must say something")
  .refine(
    ({ mute, channel: to, mention, setSeverity }) => !mute || (to ?? mention ?? setSeverity) === undefined,
    "mutes, so it can have no channel, no mention and no setSeverity",
  );

const path = text("a dotted path, such as alert.name");
/** YAML reads 0 as a number. */
const words = z.preprocess(
  (value) => (typeof value === "number" ? String(value) : value),
  text('words or numbers with commas, such as "2,1"'),
);
const paths = {
  body: path,
  state: path,
  key: path,
  link: path,
  group: path,
  severity: path,
  firing: words,
  resolved: words,
} satisfies Record<Exclude<keyof HookMapping, "title">, z.ZodType>;
const Mapping = z.strictObject({ title: path, ...z.object(paths).partial().shape }, record);

/** A hook's settings in the form in which people export and import them: all but its name, address and secrets. */
export const HookSettings = z
  .strictObject(
    {
      channel,
      fallback: channel.optional(),
      broadcasts: z.boolean({ error: missingOr("true or false") }).default(false),
      escalation: z
        .strictObject(
          {
            group: userGroup,
            afterMinutes: z
              .int({ error: missingOr("a whole number of minutes") })
              .min(1, "must be at least 1")
              .max(1_440, "must be at most 1440, which is a day"),
          },
          record,
        )
        .optional(),
      mapping: Mapping.optional(),
      rules: z
        .array(Rule, { error: missingOr("a list of rules, each begun with a dash") })
        .max(mostRules, `must be at most ${mostRules} rules`)
        .default([]),
    },
    record,
  )
  .refine(({ channel: own, fallback }) => own !== fallback, {
    path: ["fallback"],
    message: "must be another channel than the hook's own",
  });
export type HookSettings = z.output<typeof HookSettings>;

/** The present settings of a hook. */
export function settingsOf(hook: Hook): HookSettings {
  const { channelId, fallbackChannelId, broadcasts, escalation, mapping, rules } = hook;
  return {
    channel: channelId,
    fallback: fallbackChannelId,
    broadcasts,
    escalation: escalation && { group: escalation.groupId, afterMinutes: escalation.afterMinutes },
    mapping,
    rules: rules.map(({ channelId: to, mentionGroupId, setSeverity, ...rule }) => ({
      ...rule,
      channel: to,
      mention: mentionGroupId,
      setSeverity,
    })),
  };
}

/** A hash of a hook's settings, to detect changes. */
export function settingsHash(hook: Hook): string {
  return hashJson(settingsOf(hook));
}

/** A hook with these settings in place of its own. A setting that they leave out is removed. */
export function withSettings(hook: Hook, settings: HookSettings): Hook {
  const { channel: channelId, fallback, broadcasts, escalation, mapping, rules } = settings;
  const changed: Hook = {
    ...hook,
    channelId,
    fallbackChannelId: fallback,
    broadcasts,
    escalation: escalation && { groupId: escalation.group, afterMinutes: escalation.afterMinutes },
    mapping,
    rules: rules.map(({ channel: to, mention, ...rule }) => ({
      ...rule,
      channelId: to,
      mentionGroupId: mention,
    })),
  };
  const troubles = troublesOf(changed);
  return { ...changed, unreachable: troubles.length === 0 ? undefined : troubles };
}

/** A hook's settings as YAML, without secrets. `settingsIn` reads it back to the same settings. */
export function yamlOf(hook: Hook): Promise<string> {
  return writeYaml(settingsOf(hook));
}

/** Reads settings from YAML, or returns all problems, each with its line from 1. */
export async function settingsIn(
  text: string,
): Promise<{ settings: HookSettings } | { problems: YamlProblem[] }> {
  const read = await readYamlAs(HookSettings, text);
  return "problems" in read ? read : { settings: read.data };
}
