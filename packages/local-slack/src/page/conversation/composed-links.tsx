import type { Attachment } from "../../protocol.ts";
import { SurfaceContext } from "../elements/surface.ts";
import { keyed } from "../styles/keyed.ts";
import { useLocalSurface } from "../steps/use-local-surface.ts";
import { AttachmentView } from "./attachment-view.tsx";

/** A preview of the links below the message before it is sent. Nothing in it can be clicked yet. */
export function ComposedLinks({ links }: { links: readonly Attachment[] }) {
  const { surface } = useLocalSurface();
  return (
    <section className="composer-links" aria-label="Preview of links" inert>
      <SurfaceContext value={surface}>
        {keyed(links).map(({ item, place }) => (
          <AttachmentView key={place} attachment={item} />
        ))}
      </SurfaceContext>
    </section>
  );
}
