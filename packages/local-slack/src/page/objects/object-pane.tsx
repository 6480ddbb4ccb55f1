import type { KeyboardEvent } from "react";
import type { ObjectPane as Pane } from "../../protocol.ts";
import { SurfaceContext } from "../elements/surface.ts";
import { CrossIcon, RefreshIcon } from "../styles/icons.tsx";
import { useTell } from "../styles/notice-context.ts";
import { closeObject, openObject } from "../world/api.ts";
import { useNearPeople } from "../world/people-context.ts";
import { ObjectActions } from "./object-actions.tsx";
import { ObjectFields } from "./object-field.tsx";
import { ObjectHeader } from "./object-header.tsx";
import { usePaneSurface } from "./use-pane-surface.ts";

/** A Work Object beside the conversation, as the app presented it to this person alone. */
export function ObjectPane({ pane }: { pane: Pane }) {
  const { me } = useNearPeople();
  const tell = useTell();
  const surface = usePaneSurface();
  const open = async (to: Omit<Parameters<typeof openObject>[0], "user">) => {
    const outcome = await openObject({ user: me.id, ...to });
    if (!outcome.ok) tell(outcome.message);
  };
  const { url, externalRef, title, channel, ts, entity, blocks, error } = pane;
  const refresh = () => void open({ url, externalRef, title, channel, ts });
  const close = () => void closeObject(me.id);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
  };
  return (
    <aside className="thread-pane object-pane" aria-label="Details" onKeyDown={onKeyDown}>
      <header className="conversation-header">
        <h2>Details</h2>
        <p className="conversation-topic" />
        <button type="button" className="icon-button" aria-label="Refresh" onClick={refresh}>
          <RefreshIcon />
        </button>
        <button type="button" className="icon-button" aria-label="Close details" onClick={close}>
          <CrossIcon />
        </button>
      </header>
      <div className="object-content">
        <ObjectHeader entity={entity} title={entity?.entity_payload.attributes.title.text ?? title} />
        {error && (
          <div className="object-error" role="alert">
            <b>{error.title}</b>
            <p>{error.message}</p>
          </div>
        )}
        {!entity && !error && <p className="object-loading">Loading…</p>}
        {entity && (
          <ObjectFields
            entity={entity}
            onOpen={(ref) =>
              void open({ url: ref.entity_url, externalRef: ref.external_ref, title: ref.title })
            }
          />
        )}
      </div>
      {entity && blocks && blocks.length > 0 && (
        <SurfaceContext value={surface}>
          <ObjectActions entity={entity} blocks={blocks} />
        </SurfaceContext>
      )}
    </aside>
  );
}
