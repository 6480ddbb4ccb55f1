import type { StepOutcome, StepView } from "../../protocol.ts";
import { AlertIcon, CheckIcon } from "../styles/icons.tsx";
import { useNearWorld } from "../world/world-context.ts";

/** The state of a step's run, in words. */
export function StepResult({ step, outcome }: { step: StepView; outcome: StepOutcome | undefined }) {
  const { app } = useNearWorld();
  if (!outcome) return <Banner level="info">{app.name} is at work. The workflow waits for it.</Banner>;
  if (!outcome.ok) return <Banner level="error">{outcome.error}</Banner>;
  return (
    <>
      <Banner level="success">The step is done, and the workflow goes on.</Banner>
      <dl className="step-outputs">
        {step.outputs.map(({ name, title }) => (
          <div key={name}>
            <dt>{title ?? name}</dt>
            <dd>{inWords(outcome.outputs[name])}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Banner({ level, children }: { level: "info" | "error" | "success"; children: string | string[] }) {
  return (
    <div className={`alert-block alert-${level}`} role="status" aria-busy={level === "info"}>
      {level === "success" ? <CheckIcon /> : <AlertIcon />}
      <div className="plain-text">{children}</div>
    </div>
  );
}

function inWords(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
