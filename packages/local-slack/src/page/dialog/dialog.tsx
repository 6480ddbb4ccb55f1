import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from "react";

interface DialogProps {
  titleId: string;
  role?: "dialog" | "alertdialog";
  /** False while another dialog lies on top of this one. */
  live?: boolean;
  className?: string;
  /** The focus is set again whenever this changes. */
  focusKey?: string;
  onEscape: () => void;
  children: ReactNode;
}

const focusable =
  "input:not([disabled]), textarea:not([disabled]), select:not([disabled]), button:not([disabled]), a[href], [tabindex='0']";

/** A modal dialog. The browser keeps the rest of the page out of reach and restores the focus at the end. */
export function Dialog({
  titleId,
  role = "dialog",
  live = true,
  className = "",
  focusKey = "opened",
  onEscape,
  children,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const lastFocus = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    const before = document.activeElement;
    opened?.showModal();
    return () => {
      opened?.close();
      focusAgain(before);
    };
  }, []);
  useEffect(() => {
    if (live && focusKey) focusInside(dialog.current, lastFocus.current);
  }, [live, focusKey]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      onEscape();
    }
    if (event.key === "Tab") keepTabInside(event);
  };
  return (
    <dialog
      ref={dialog}
      role={role}
      aria-modal="true"
      aria-labelledby={titleId}
      className={`dialog ${className}`}
      data-live={live}
      onKeyDown={onKeyDown}
      onFocus={(event) => (lastFocus.current = event.target)}
      onCancel={(event) => {
        // Escape without a focus inside, for example after the focused button disappeared.
        event.preventDefault();
        onEscape();
      }}
    >
      {children}
    </dialog>
  );
}

/** The element to continue at: the earlier one, or the marked field, or the first field, or a button. */
function focusInside(dialog: HTMLElement | null, last: Element | null): void {
  if (!dialog) return;
  const all = [...dialog.querySelectorAll<HTMLElement>(focusable)];
  const previous = all.find((element) => element === last && isField(element));
  const marked = dialog
    .querySelector<HTMLElement>("[data-focus-on-load]")
    ?.querySelector<HTMLElement>(focusable);
  const first = all.find(isField) ?? dialog.querySelector<HTMLElement>("[data-first-focus]") ?? all[0];
  const wanted = previous ?? marked;
  if (wanted) wanted.focus();
  // The text above the first field is read first.
  else first?.focus({ preventScroll: true });
}

/** Chromium gives the focus back after a dialog without the caret, so typing would go nowhere. */
function focusAgain(element: Element | null): void {
  if (!(element instanceof HTMLElement)) return;
  element.blur();
  element.focus();
}

function isField(element: Element): boolean {
  return element.closest("[data-field]") !== null;
}

/** Tab moves from the last element to the first, and back, instead of out to the browser. */
function keepTabInside(event: KeyboardEvent<HTMLElement>): void {
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(focusable)].filter(
    (element) => element.tabIndex >= 0,
  );
  const [edge, other] = event.shiftKey ? [all[0], all.at(-1)] : [all.at(-1), all[0]];
  if (document.activeElement !== edge || !other) return;
  event.preventDefault();
  other.focus();
}
