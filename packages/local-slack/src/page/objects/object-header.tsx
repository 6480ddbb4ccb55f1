import type { Entity } from "../../protocol.ts";

interface HeaderProps {
  entity: Entity | undefined;
  title: string;
  /** Makes the title a button. */
  onOpen?: () => void;
}

/** The head of a Work Object: its title, and the product and kind. */
export function ObjectHeader({ entity, title, onOpen }: HeaderProps) {
  const {
    product_name: product,
    display_type: type,
    display_id: id,
  } = entity?.entity_payload.attributes ?? {};
  const facts = [type, id, product].filter((fact) => fact !== undefined).join(" · ");
  return (
    <header className="object-header">
      <span className="object-icon" aria-hidden="true">
        {(type ?? title).slice(0, 1)}
      </span>
      <span>
        {onOpen ? (
          <button type="button" className="object-title" onClick={onOpen}>
            {title}
          </button>
        ) : (
          <b className="object-title">{title}</b>
        )}
        {facts !== "" && <small>{facts}</small>}
      </span>
    </header>
  );
}
