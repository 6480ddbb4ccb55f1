import type { Attachment, Entity } from "../../protocol.ts";
import { useTell } from "../styles/notice-context.ts";
import { openObject } from "../world/api.ts";
import { useNearPeople } from "../world/people-context.ts";
import { ObjectActions } from "./object-actions.tsx";
import { ObjectFields } from "./object-field.tsx";
import { ObjectHeader } from "./object-header.tsx";
import { useMessageOf } from "./message-context.ts";

/** A Work Object below a message. Its title opens the pane. */
export function ObjectCard({ entity, blocks }: { entity: Entity; blocks: Attachment["blocks"] }) {
  const { me } = useNearPeople();
  const message = useMessageOf();
  const tell = useTell();
  const { attributes } = entity.entity_payload;
  const open = async (to: Parameters<typeof openObject>[0]) => {
    const outcome = await openObject(to);
    if (!outcome.ok) tell(outcome.message);
  };
  const title = attributes.title.text;
  const own = { user: me.id, url: entity.url, externalRef: entity.external_ref, title, ...message };
  return (
    <section className="object-card" aria-label={title}>
      <ObjectHeader entity={entity} title={title} onOpen={() => void open(own)} />
      <ObjectFields
        entity={entity}
        onOpen={(ref) =>
          void open({ user: me.id, url: ref.entity_url, externalRef: ref.external_ref, title: ref.title })
        }
      />
      {blocks && blocks.length > 0 && <ObjectActions entity={entity} blocks={blocks} />}
    </section>
  );
}
