import { z } from "zod";
import { anyText, plainText } from "./text.ts";
import { webUrl } from "./url.ts";

// https://docs.slack.dev/reference/block-kit/composition-objects/option-object
const longestOptionText = 75;
// The reference says 150 and the types say 75. The lower limit is valid for both.
const longestOptionValue = 75;

/** An option of a select menu: plain text only. */
export const menuOption = z.strictObject({
  text: plainText(longestOptionText),
  value: z.string().max(longestOptionValue),
  description: plainText(longestOptionText).optional(),
});

/** An option of checkboxes and radio buttons. Its texts may be mrkdwn. */
export const choiceOption = z.strictObject({
  text: anyText(longestOptionText),
  value: z.string().max(longestOptionValue),
  description: anyText(longestOptionText).optional(),
});

/** An option of an overflow menu, the only kind that may open an address. */
export const overflowOption = menuOption.extend({ url: webUrl.optional() });

// https://docs.slack.dev/reference/block-kit/composition-objects/option-group-object
/** A titled group of a select menu's options. */
export const optionGroup = z.strictObject({
  label: plainText(75),
  options: z.array(menuOption).min(1).max(100),
});

/** The two emphasised styles of a button. The plain one has no style. */
export const buttonStyle = z.enum(["primary", "danger"]);

// https://docs.slack.dev/reference/block-kit/composition-objects/confirmation-dialog-object
/** The confirmation after the use of an element. */
export const confirm = z.strictObject({
  title: plainText(100).optional(),
  text: anyText(300),
  confirm: plainText(30).optional(),
  deny: plainText(30).optional(),
  style: buttonStyle.optional(),
});

/** When a text input sends its block_actions. */
export const dispatchActionConfig = z.strictObject({
  trigger_actions_on: z
    .array(z.enum(["on_enter_pressed", "on_character_entered"]))
    .min(1)
    .max(2),
});

/** Narrows a conversations menu; an empty filter is refused. */
export const conversationFilter = z
  .strictObject({
    include: z
      .array(z.enum(["im", "mpim", "private", "public"]))
      .min(1)
      .optional(),
    exclude_external_shared_channels: z.boolean().optional(),
    exclude_bot_users: z.boolean().optional(),
  })
  .refine((filter) => Object.keys(filter).length > 0, "must define at least one filter");

/** A picture uploaded to Slack, by its id or by its address, never by both. */
export const slackFile = z
  .strictObject({ id: z.string().min(1).optional(), url: webUrl.optional() })
  .refine((file) => (file.id === undefined) !== (file.url === undefined), "must define either `id` or `url`");
