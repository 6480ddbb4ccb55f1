import type { PlanBlock, TaskCardBlock } from "@slack/types";
import { visible } from "../../../platform/blocks/escape.ts";
import { oneLine } from "../../../lib/text.ts";
import type { StateText } from "./states.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";
import { planTexts as texts } from "./texts.ts";

type Status = TaskCardBlock["status"];

/** The steps of a creation, each with its state. The message is edited in place, so the steps keep their ids. */
export function planBlock(
  { name, password }: Pick<CreatedProgress, "name" | "password">,
  outcome: StateText["outcome"],
): PlanBlock {
  return {
    type: "plan",
    title: texts.title(oneLine(visible(name))),
    tasks: [
      task("sent", texts.sent, "complete"),
      task("created", texts.created, "complete"),
      ...stateTasks(outcome),
      ...passwordTask(password.fate),
    ],
  };
}

function task(task_id: string, title: string, status: Status): TaskCardBlock {
  return { type: "task_card", task_id, title, status };
}

const statuses: Record<StateText["outcome"], [provisioning: Status, running: Status] | undefined> = {
  coming: ["in_progress", "pending"],
  running: ["complete", "complete"],
  failed: ["error", "pending"],
  // The cloud doesn't say.
  unknown: undefined,
};

function stateTasks(outcome: StateText["outcome"]): TaskCardBlock[] {
  const known = statuses[outcome];
  if (!known) return [];
  const [provisioning, running] = known;
  return [
    task("provisioning", texts.provisioning, provisioning),
    task("running", running === "complete" ? texts.runs : texts.willRun, running),
  ];
}

const passwordStatus: Partial<Record<CreatedProgress["password"]["fate"], Status>> = {
  sealed: "pending",
  writing: "in_progress",
  written: "complete",
  seen: "complete",
  expired: "error",
};

function passwordTask(fate: CreatedProgress["password"]["fate"]): TaskCardBlock[] {
  const status = passwordStatus[fate];
  return status === undefined ? [] : [task("password", texts.password[fate], status)];
}
