import type { Entity } from "../../protocol.ts";
import { Link } from "../blocks/link.tsx";
import { UserMention } from "../blocks/mention.tsx";
import { SlackDate } from "../blocks/slack-date-view.tsx";
import { type FieldData, fieldsOf, type RefData } from "./fields.ts";

interface FieldsProps {
  entity: Entity;
  /** Opens another object that a field refers to. */
  onOpen: (ref: RefData) => void;
}

/** The fields of a Work Object in their order. */
export function ObjectFields({ entity, onOpen }: FieldsProps) {
  const fields = fieldsOf(entity);
  if (fields.length === 0) return null;
  return (
    <dl className="object-fields">
      {fields.map(({ key, label, field }) => (
        <div key={key} className={field.long ? "object-field-long" : undefined}>
          <dt>{label}</dt>
          <dd>
            <Value field={field} onOpen={onOpen} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ field, onOpen }: { field: FieldData; onOpen: FieldsProps["onOpen"] }) {
  const { type, value, user, link, tag_color: color, entity_ref: ref } = field;
  if (user)
    return user.user_id === undefined ? user.text : <UserMention id={user.user_id} label={undefined} />;
  if (ref) return <RefButton to={ref} onOpen={onOpen} />;
  if (Array.isArray(value))
    return (
      <ul>
        {value.map(({ entity_ref: one }) => (
          <li key={one.external_ref.id}>
            <RefButton to={one} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    );
  if (type === "slack#/types/timestamp")
    return (
      <SlackDate
        seconds={Number(value)}
        format="{date_short_pretty} at {time}"
        url={undefined}
        fallback={String(value)}
      />
    );
  const text = String(value);
  if (type === "slack#/types/link") return <Link url={text}>{text}</Link>;
  if (link !== undefined) return <Link url={link}>{text}</Link>;
  return color === undefined ? text : <span className={`object-tag object-tag-${color}`}>{text}</span>;
}

function RefButton({ to, onOpen }: { to: RefData; onOpen: FieldsProps["onOpen"] }) {
  return (
    <button type="button" className="object-ref" onClick={() => onOpen(to)}>
      {to.title}
    </button>
  );
}
