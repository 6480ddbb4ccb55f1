import type { Entity } from "../../protocol.ts";

/** Another object that a field refers to. */
export interface RefData {
  entity_url: string;
  external_ref: { id: string; type?: string | undefined };
  title: string;
}

/** A field in one wide shape, because the server has checked it. */
export interface FieldData {
  type?: string | undefined;
  value?: string | number | { entity_ref: RefData }[] | undefined;
  label?: string | undefined;
  link?: string | undefined;
  tag_color?: string | undefined;
  long?: boolean | undefined;
  user?: { user_id?: string | undefined; text?: string | undefined } | undefined;
  entity_ref?: RefData | undefined;
}

/** Slack's names of an incident's own fields. */
const labels: Readonly<Record<string, string>> = {
  status: "Status",
  priority: "Priority",
  urgency: "Urgency",
  created_by: "Created by",
  assigned_to: "Assigned to",
  date_created: "Created",
  date_updated: "Updated",
  description: "Description",
  service: "Service",
};

const times = new Set(["date_created", "date_updated"]);

/** The fields of an entity in its display order, or as Slack orders them. */
export function fieldsOf({
  entity_payload: payload,
}: Entity): { key: string; label: string; field: FieldData }[] {
  const own = "fields" in payload ? Object.entries(payload.fields ?? {}) : [];
  const known = new Map<string, { label: string; field: FieldData }>([
    ...own.map(([key, field]): [string, { label: string; field: FieldData }] => [
      key,
      {
        label: field?.label ?? labels[key] ?? key,
        field: times.has(key) ? { ...field, type: "slack#/types/timestamp" } : { ...field },
      },
    ]),
    ...(payload.custom_fields ?? []).map((field): [string, { label: string; field: FieldData }] => [
      field.key,
      { label: field.label, field },
    ]),
  ]);
  const order = payload.display_order ?? [...known.keys()];
  return order.flatMap((key) => {
    const found = known.get(key);
    return found ? [{ key, ...found }] : [];
  });
}
