import type {
  Button,
  EntityActionButton,
  EntityCustomField,
  EntityMetadata,
  IncidentEntityFields,
} from "@slack/types";
import { oneLine, truncate } from "../../lib/text.ts";
import { visible } from "./escape.ts";

// Slack's Work Objects: https://docs.slack.dev/messaging/work-objects-implementation

/** What identifies one of our things in Slack. It never changes. */
export interface ObjectRef {
  /** Such as "service". */
  kind: string;
  id: string;
}

/** A thing that another one's field leads to. The title is plain text. */
export interface LinkedObject extends ObjectRef {
  title: string;
}

/** Slack's colors for a short text. */
export type TagColor = "red" | "yellow" | "green" | "gray" | "blue";

/** One field. All texts are plain. */
export type ObjectField = { key: string; label: string } & (
  | { text: string; color?: TagColor | undefined; isLong?: boolean; link?: string }
  | { at: Date }
  | { userId: string }
  | { to: readonly LinkedObject[] }
);

/** A thing as a card or a pane shows it. */
export interface ObjectView {
  type: "item" | "incident";
  /** What kind of thing it is, for people. */
  kindText: string;
  title: string;
  fields: readonly ObjectField[];
  /** Up to two buttons. */
  primary?: readonly Button[];
  /** Up to five entries of its menu. */
  more?: readonly Button[];
}

const limits = {
  title: 200,
  text: 1_000,
  primary: 2,
  more: 5,
  linked: 10,
  // Slack doesn't document its limit. Apps met it with several large objects in one message.
  bytes: 6_000,
};

/** The fields that Slack knows of an incident. All others are fields of our own. */
const incidentKeys = new Set<string>([
  "status",
  "priority",
  "created_by",
  "assigned_to",
  "date_created",
  "date_updated",
  "description",
] satisfies (keyof IncidentEntityFields)[]);

/** The address of a thing: people may share it, and Slack shows its card. */
export function objectAddress({ kind, id }: ObjectRef, publicUrl: string): string {
  return `${publicUrl}${objectsPath}${kind}/${id}`;
}

/** Where the addresses of things begin. */
export const objectsPath = "/open/";

/** The thing that an address names. Undefined for any other address. */
export function objectAt(address: string, publicUrl: string): ObjectRef | undefined {
  const url = URL.parse(address);
  if (url?.origin !== URL.parse(publicUrl)?.origin) return undefined;
  const [, kind = "", id = ""] = /^\/open\/([a-z]+)\/([^/]+)\/?$/.exec(url?.pathname ?? "") ?? [];
  return asObjectRef(kind, id);
}

/** A reference, if it can be one of ours. */
export function asObjectRef(kind: unknown, id: unknown): ObjectRef | undefined {
  const isIt = typeof kind === "string" && typeof id === "string" && /^[\w-]{1,100}$/.test(id);
  return isIt ? { kind, id } : undefined;
}

/** A thing as Slack's metadata. If it is too large, its last fields are left out. */
export function entityOf(
  ref: ObjectRef,
  view: ObjectView,
  { publicUrl, now }: { publicUrl: string; now: () => Date },
): EntityMetadata {
  const known = [...new Map(view.fields.filter(hasContent).map((field) => [field.key, field])).values()];
  const made = (fields: readonly ObjectField[]) => entityWith(ref, view, fields, publicUrl, now());
  let entity = made(known);
  while (known.length > 1 && Buffer.byteLength(JSON.stringify(entity)) > limits.bytes) {
    known.pop();
    entity = made(known);
  }
  return entity;
}

function hasContent(field: ObjectField): boolean {
  if ("text" in field) return shown(field.text) !== "";
  return !("to" in field) || field.to.length > 0;
}

function entityWith(
  ref: ObjectRef,
  { type, kindText, title, primary = [], more = [] }: ObjectView,
  fields: readonly ObjectField[],
  publicUrl: string,
  now: Date,
): EntityMetadata {
  const isOwn = ({ key }: ObjectField) => type === "incident" && incidentKeys.has(key);
  const own = fields.filter(isOwn).map((field) => [field.key, incidentField(field)]);
  const custom = fields.filter((field) => !isOwn(field)).map((field) => customField(field, publicUrl));
  const actions = {
    ...(primary.length > 0 ? { primary_actions: primary.slice(0, limits.primary).map(actionOf) } : {}),
    ...(more.length > 0 ? { overflow_actions: more.slice(0, limits.more).map(actionOf) } : {}),
  };
  return {
    entity_type: `slack#/entities/${type}`,
    url: objectAddress(ref, publicUrl),
    external_ref: { id: ref.id, type: ref.kind },
    entity_payload: {
      attributes: {
        title: { text: shown(title, limits.title) || kindText },
        display_type: kindText,
        product_name: "Quartermaster",
        // Slack refreshes the card after the pane if this grows.
        metadata_last_modified: seconds(now),
      },
      ...(own.length > 0 ? { fields: Object.fromEntries(own) } : {}),
      ...(custom.length > 0 ? { custom_fields: custom } : {}),
      ...(fields.length > 0 ? { display_order: fields.map(({ key }) => key) } : {}),
      ...(primary.length + more.length > 0 ? { actions } : {}),
    },
  };
}

/** A field that Slack knows has no key of its own. */
function incidentField(field: ObjectField): Omit<EntityCustomField, "key"> {
  const { key: _key, ...value } = fieldOf(field);
  return value;
}

function customField(field: ObjectField, publicUrl: string): EntityCustomField {
  if (!("to" in field)) return fieldOf(field);
  const { key, label, to } = field;
  const refs = to.slice(0, limits.linked).map(({ title, ...ref }) => ({
    entity_ref: {
      entity_url: objectAddress(ref, publicUrl),
      external_ref: { id: ref.id, type: ref.kind },
      title: shown(title, limits.title) || ref.id,
    },
  }));
  const [first] = refs;
  return refs.length === 1 && first
    ? { key, label, type: "slack#/types/entity_ref", ...first }
    : { key, label, type: "array", item_type: "slack#/types/entity_ref", value: refs };
}

function fieldOf(field: ObjectField): EntityCustomField {
  const { key, label } = field;
  if ("at" in field) return { key, label, type: "slack#/types/timestamp", value: seconds(field.at) };
  if ("userId" in field) return { key, label, type: "slack#/types/user", user: { user_id: field.userId } };
  const { text = "", color, isLong = false, link } = "text" in field ? field : {};
  return {
    key,
    label,
    type: "string",
    value: shown(text),
    ...(color ? { tag_color: color } : {}),
    ...(isLong ? { long: true } : {}),
    ...(link === undefined ? {} : { link }),
  };
}

function actionOf({ text, action_id = "", value, style, url }: Button): EntityActionButton {
  return {
    text: text.text,
    action_id,
    ...(value === undefined ? {} : { value }),
    ...(style === undefined ? {} : { style }),
    ...(url === undefined ? {} : { url }),
  };
}

/** Plain text as Slack may show it: without the characters that steer a display. */
function shown(text: string, most = limits.text): string {
  const seen = visible(text).trim();
  return most === limits.title ? truncate(oneLine(seen), most) : truncate(seen, most);
}

const lastSecond = 9_999_999_999;

function seconds(at: Date): number {
  return Math.min(Math.max(Math.floor(at.getTime() / 1_000), 0), lastSecond);
}
