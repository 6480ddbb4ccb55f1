import type { Attachment } from "../../protocol.ts";
import { SurfaceContext } from "../elements/surface.ts";
import { keyed } from "../styles/keyed.ts";
import { useLocalSurface } from "../steps/use-local-surface.ts";
import { AttachmentView } from "./attachment-view.tsx";

/** How links will look below the message, before it is sent; nothing in it can be pressed yet. */
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
