import { useNearWorld } from "../world/world-context.ts";
import { Modal } from "./modal.tsx";

/** The acting person's open modals. The lower ones keep their values, hidden. */
export function ModalStack() {
  const { modals } = useNearWorld();
  return modals.map((view, position) => (
    <Modal key={view.id} view={view} live={position === modals.length - 1} stacked={position > 0} />
  ));
}
