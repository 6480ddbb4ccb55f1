import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef } from "react";
import type { View } from "../../protocol.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { PlainText } from "../blocks/text.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { SurfaceContext } from "../elements/surface.ts";
import { AlertIcon } from "../styles/icons.tsx";
import { close } from "../world/api.ts";
import { useNearWorld } from "../world/world-context.ts";
import { ModalFooter } from "./modal-footer.tsx";
import { ModalHeader } from "./modal-header.tsx";
import { useScreen } from "./use-screen.ts";
import { useSubmission } from "./use-submission.ts";
import { useViewSurface } from "./use-view-surface.ts";

interface ModalProps {
  view: View;
  /** True for the uppermost view, the only one that can be used. */
  live: boolean;
  /** True if closing this view leads back to another. */
  stacked: boolean;
}

/** One view of the modal stack. */
export function Modal({ view, live, stacked }: ModalProps) {
  const user = useNearWorld().me.id;
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const screen = useScreen(view);
  const submission = useSubmission(view);
  const { surface, values, flush } = useViewSurface({
    view,
    onChange: submission.forget,
    onProblem: submission.tell,
  });
  useFocusOnError(form, submission.times);
  const leave = (cleared: boolean) =>
    void flush().then(() => close({ user, viewId: view.id, cleared, lost: false }));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (view.submit !== undefined)
      void submission.send(async () => {
        await flush();
        return values();
      });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit();
  };
  return (
    <Dialog titleId={titleId} className="modal" live={live} focusKey={screen} onEscape={() => leave(false)}>
      <form
        ref={form}
        className="modal-form"
        noValidate
        aria-busy={submission.busy}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
      >
        <ModalHeader titleId={titleId} title={view.title ?? ""} stacked={stacked} onLeave={leave} />
        {/* A new screen is read from its beginning. */}
        <div key={screen} className="modal-body">
          {submission.problem !== undefined && (
            <p className="modal-problem" role="alert">
              <AlertIcon />
              <PlainText text={submission.problem} />
            </p>
          )}
          <SurfaceContext value={surface}>
            <Blocks blocks={view.blocks} errors={submission.errors} />
          </SurfaceContext>
        </div>
        <ModalFooter view={view} busy={submission.busy} onLeave={() => leave(false)} />
      </form>
    </Dialog>
  );
}

/** After each refusal the focus moves to the first refused field. */
function useFocusOnError(form: { current: HTMLFormElement | null }, refusals: number): void {
  useEffect(() => {
    if (refusals === 0) return;
    form.current
      ?.querySelector<HTMLElement>(".input-refused [data-field] :is(input, textarea, button)")
      ?.focus();
  }, [form, refusals]);
}
