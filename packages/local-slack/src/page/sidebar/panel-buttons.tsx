import { useTell } from "../styles/notice-context.ts";
import { clickPanel } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";

/** The demo's buttons, if it has some. They change something outside, and the channels show the result. */
export function PanelButtons() {
  const { panel } = useNearWorld();
  const tell = useTell();
  if (!panel) return null;
  const click = async (label: string, hint: string) => {
    const outcome = await clickPanel({ label });
    tell(outcome.ok ? hint : outcome.message);
  };
  return (
    <section className="sidebar-group" aria-label={panel.title}>
      <h2>{panel.title}</h2>
      <div className="panel-buttons">
        {panel.buttons.map(({ label, hint }) => (
          <button type="button" key={label} title={hint} onClick={() => void click(label, hint)}>
            {label}
          </button>
        ))}
      </div>
    </section>
  );
}
