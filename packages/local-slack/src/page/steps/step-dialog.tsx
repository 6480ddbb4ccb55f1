import { type FormEvent, useId } from "react";
import type { StepView } from "../../protocol.ts";
import { Blocks } from "../blocks/blocks.tsx";
import { Dialog } from "../dialog/dialog.tsx";
import { SurfaceContext } from "../elements/surface.ts";
import { ModalHeader } from "../views/modal-header.tsx";
import { useNearWorld } from "../world/world-context.ts";
import { StepResult } from "./step-result.tsx";
import { stepBlocks, stepInputs } from "./step-form.ts";
import { useLocalSurface } from "./use-local-surface.ts";
import { useStepRun } from "./use-step-run.ts";

/** Runs one of the app's steps like a workflow: asks for its inputs, and shows its outcome. */
export function StepDialog({ step, onClose }: { step: StepView; onClose: () => void }) {
  const { me } = useNearWorld();
  const titleId = useId();
  const { surface, values } = useLocalSurface();
  const run = useStepRun(step);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void run.start(stepInputs(step, values, me.id));
  };
  return (
    <Dialog
      titleId={titleId}
      className="modal"
      focusKey={run.isStarted ? "result" : "form"}
      onEscape={onClose}
    >
      <form className="modal-form" noValidate onSubmit={onSubmit}>
        <ModalHeader titleId={titleId} title={step.title} stacked={false} onLeave={onClose} />
        <div className="modal-body step-body">
          <p className="step-description">{step.description}</p>
          {run.message !== undefined && <p role="alert">{run.message}</p>}
          {run.isStarted ? (
            <StepResult step={step} outcome={run.outcome} />
          ) : (
            <SurfaceContext value={surface}>
              <Blocks blocks={stepBlocks(step, me.id)} errors={run.errors} />
            </SurfaceContext>
          )}
        </div>
        <footer className="dialog-footer">
          <button
            type="button"
            className="button button-plain"
            data-first-focus={run.isStarted || undefined}
            onClick={onClose}
          >
            {run.isStarted ? "Close" : "Cancel"}
          </button>
          {!run.isStarted && (
            <button type="submit" className="button button-primary">
              Run the step
            </button>
          )}
        </footer>
      </form>
    </Dialog>
  );
}
