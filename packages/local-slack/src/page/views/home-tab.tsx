import { useEffect } from "react";
import type { View } from "../../protocol.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { SurfaceContext } from "../elements/surface.ts";
import { useTell } from "../styles/notice-context.ts";
import { openHome } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";
import { useViewSurface } from "./use-view-surface.ts";

/** The app's Home tab. Opening it notifies the app, which may then publish it. */
export function HomeTab() {
  const { home, me, app } = useNearWorld();
  const tell = useTell();
  useEffect(() => {
    void openHome(me.id).then((outcome) => outcome.ok || tell(outcome.message));
  }, [me.id, tell]);
  if (home) return <PublishedHome key={`${me.id} ${home.id}`} view={home} />;
  return (
    <div className="empty">
      <h2>Nothing here yet</h2>
      <p>{app.name} has not published a Home tab for you.</p>
    </div>
  );
}

function PublishedHome({ view }: { view: View }) {
  const { surface } = useViewSurface({ view, onProblem: useTell() });
  return (
    <div className="home">
      <SurfaceContext value={surface}>
        <Blocks blocks={view.blocks} />
      </SurfaceContext>
    </div>
  );
}
