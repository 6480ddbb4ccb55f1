import { z } from "zod";
import { type Hook, type HookRule, mostRules } from "../record.ts";
import { channel, clock, days, instead, on, severity, text, userGroup, zone } from "./values.ts";
import { hashJson } from "../../../../lib/hash.ts";
import { troublesOf } from "../../outbox/source.ts";

const record = { error: instead("a list of settings, each on a line of its own as in `name: value`") };

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
const Mapping = z.strictObject(
  {
    title: path,
    body: path.optional(),
    state: path.optional(),
    key: path.optional(),
    link: path.optional(),
    group: path.optional(),
    severity: path.optional(),
  },
  record,
);

/** A hook's settings in the form in which people export and import them: all but its name, address and secrets. */
export const HookSettings = z
  .strictObject(
    {
      channel,
      fallback: channel.optional(),
      broadcasts: z.boolean({ error: instead("true or false") }).default(false),
      escalation: z
        .strictObject(
          {
            group: userGroup,
            afterMinutes: z
              .int({ error: instead("a whole number of minutes") })
              .min(1, "must be at least 1")
              .max(1_440, "must be at most 1440, which is a day"),
          },
          record,
        )
        .optional(),
      mapping: Mapping.optional(),
      rules: z
        .array(Rule, { error: instead("a list of rules, each begun with a dash") })
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
    ...(fallbackChannelId !== undefined && { fallback: fallbackChannelId }),
    broadcasts,
    ...(escalation && { escalation: { group: escalation.groupId, afterMinutes: escalation.afterMinutes } }),
    ...(mapping && { mapping }),
    rules: rules.map(({ channelId: to, mentionGroupId, setSeverity, ...rule }) => ({
      ...rule,
      ...(to !== undefined && { channel: to }),
      ...(mentionGroupId !== undefined && { mention: mentionGroupId }),
      ...(setSeverity !== undefined && { setSeverity }),
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
    rules: rules.map(({ channel: to, mention, ...rule }): HookRule => ({
      ...rule,
      ...(to !== undefined && { channelId: to }),
      ...(mention !== undefined && { mentionGroupId: mention }),
    })),
  };
  const troubles = troublesOf(changed);
  return { ...changed, unreachable: troubles.length === 0 ? undefined : troubles };
}
