import { z } from "zod";
import { webUrl } from "./url.ts";

// https://docs.slack.dev/messaging/work-objects-implementation. Slack ignores unknown names; this refuses them, because
// a wrong name is a mistake of the app.

const words = z.string().min(1);
/** Whole seconds since 1970. Slack refuses other times, such as those in ISO 8601. */
const timeStamp = z.int().min(0).max(9_999_999_999);
const tagColor = z.enum(["red", "yellow", "green", "gray", "blue"]);

const ExternalRef = z.strictObject({ id: words.max(255), type: words.max(255).optional() });
const EntityRef = z.strictObject({
  entity_url: webUrl,
  external_ref: ExternalRef,
  title: words,
  display_type: words.optional(),
});

const text = {
  value: words.max(3000),
  label: words.optional(),
  link: webUrl.optional(),
  tag_color: tagColor.optional(),
  format: z.literal("markdown").optional(),
  long: z.boolean().optional(),
};
const user = z
  .strictObject({
    user_id: z
      .string()
      .regex(/^[UW][A-Z0-9]+$/)
      .optional(),
    text: words.optional(),
  })
  .refine(({ user_id: id, text: name }) => (id === undefined) !== (name === undefined), {
    message: "must have either user_id or text",
  });

const StringField = z
  .strictObject({ ...text, type: z.literal("string").optional() })
  .refine(({ format, link }) => format === undefined || link === undefined, {
    message: "format is incompatible with link",
  });
const TimeField = z.strictObject({
  value: timeStamp,
  label: words.optional(),
  type: z.literal("slack#/types/timestamp").optional(),
});
const UserField = z.strictObject({
  type: z.literal("slack#/types/user"),
  label: words.optional(),
  user,
});

const named = { key: words, label: words };
const CustomField = z.discriminatedUnion("type", [
  z.strictObject({ ...text, ...named, type: z.literal("string") }),
  z.strictObject({ ...named, type: z.literal("integer"), value: z.int() }),
  z.strictObject({ ...named, type: z.literal("slack#/types/timestamp"), value: timeStamp }),
  z.strictObject({ ...named, type: z.literal("slack#/types/user"), user }),
  z.strictObject({ ...named, type: z.literal("slack#/types/link"), value: webUrl }),
  z.strictObject({ ...named, type: z.literal("slack#/types/entity_ref"), entity_ref: EntityRef }),
  z.strictObject({
    ...named,
    type: z.literal("array"),
    item_type: z.literal("slack#/types/entity_ref"),
    value: z.array(z.strictObject({ entity_ref: EntityRef })).min(1),
  }),
]);

const Button = z.strictObject({
  text: words.max(75),
  action_id: words.max(255),
  value: z.string().max(2000).optional(),
  style: z.enum(["primary", "danger"]).optional(),
  url: webUrl.optional(),
  accessibility_label: z.string().max(75).optional(),
});

const Actions = z.strictObject({
  primary_actions: z.array(Button).max(2).optional(),
  overflow_actions: z.array(Button).max(5).optional(),
});

const payload = {
  attributes: z.strictObject({
    title: z.strictObject({ text: words }),
    display_type: words.optional(),
    display_id: words.optional(),
    product_name: words.optional(),
    metadata_last_modified: timeStamp.optional(),
  }),
  custom_fields: z.array(CustomField).optional(),
  display_order: z.array(words).optional(),
  actions: Actions.optional(),
};

const identity = {
  url: webUrl,
  external_ref: ExternalRef,
  app_unfurl_url: words.optional(),
};

/** A Work Object of the kinds that the app uses. */
export const Entity = z
  .discriminatedUnion("entity_type", [
    // An item has no fields of its own.
    z.strictObject({
      ...identity,
      entity_type: z.literal("slack#/entities/item"),
      entity_payload: z.strictObject(payload),
    }),
    z.strictObject({
      ...identity,
      entity_type: z.literal("slack#/entities/incident"),
      entity_payload: z.strictObject({
        ...payload,
        fields: z
          .strictObject({
            status: StringField.optional(),
            priority: StringField.optional(),
            urgency: StringField.optional(),
            created_by: z.union([UserField, StringField]).optional(),
            assigned_to: UserField.optional(),
            date_created: TimeField.optional(),
            date_updated: TimeField.optional(),
            description: StringField.optional(),
            service: StringField.optional(),
          })
          .optional(),
      }),
    }),
  ])
  .superRefine(({ entity_payload: { custom_fields = [], display_order = [], ...rest } }, context) => {
    const known = [
      ...Object.keys("fields" in rest ? (rest.fields ?? {}) : {}),
      ...custom_fields.map(({ key }) => key),
    ];
    const refuse = (message: string, path: string[]) => context.addIssue({ code: "custom", message, path });
    if (new Set(known).size < known.length)
      refuse("each key must be unique", ["entity_payload", "custom_fields"]);
    for (const key of display_order)
      if (!known.includes(key)) refuse(`no field has the key ${key}`, ["entity_payload", "display_order"]);
  });
export type Entity = z.output<typeof Entity>;

/** An error that replaces the details of a Work Object. */
export const EntityError = z
  .strictObject({
    status: z.enum([
      "restricted",
      "internal_error",
      "not_found",
      "custom",
      "custom_partial_view",
      "timeout",
      "edit_error",
    ]),
    custom_title: words.optional(),
    custom_message: words.optional(),
    message_format: z.literal("markdown").optional(),
    actions: z.array(Button).optional(),
  })
  .refine(
    ({ status, custom_title, custom_message }) =>
      !status.startsWith("custom") || (custom_title !== undefined && custom_message !== undefined),
    { message: "a custom status needs a title and a message" },
  );
export type EntityError = z.output<typeof EntityError>;
