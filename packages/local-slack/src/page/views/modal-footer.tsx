import type { View } from "../../protocol.ts";
import { PlainText } from "../blocks/text.tsx";

interface ModalFooterProps {
  view: View;
  busy: boolean;
  onLeave: () => void;
}

/** A modal's buttons. A view without a submit text cannot be submitted. */
export function ModalFooter({ view, busy, onLeave }: ModalFooterProps) {
  const closeText = view.close ?? (view.submit === undefined ? "Close" : "Cancel");
  return (
    <footer className="dialog-footer">
      <button type="button" className="button button-plain" onClick={onLeave}>
        <PlainText text={closeText} />
      </button>
      {view.submit !== undefined && (
        <button
          type="submit"
          data-first-focus
          className="button button-primary"
          aria-busy={busy}
          aria-disabled={busy}
        >
          <PlainText text={view.submit} />
        </button>
      )}
    </footer>
  );
}
