import { PlainText } from "../blocks/text.tsx";
import { BackIcon, CrossIcon } from "../styles/icons.tsx";

interface ModalHeaderProps {
  titleId: string;
  title: string;
  stacked: boolean;
  onLeave: (cleared: boolean) => void;
}

/** A modal's title, with a way back if it lies on another one. */
export function ModalHeader({ titleId, title, stacked, onLeave }: ModalHeaderProps) {
  return (
    <header className="modal-header">
      {stacked && (
        <button type="button" className="icon-button" aria-label="Back" onClick={() => onLeave(false)}>
          <BackIcon />
        </button>
      )}
      <h2 id={titleId}>
        <PlainText text={title} />
      </h2>
      <button
        type="button"
        className="icon-button"
        aria-label={stacked ? "Dismiss all" : "Dismiss"}
        onClick={() => onLeave(stacked)}
      >
        <CrossIcon />
      </button>
    </header>
  );
}
