import type { Button, KnownBlock, PlanBlock, TaskCardBlock } from "@slack/types";
import { Credits, formatAmount } from "../../../lib/money.ts";
import { oneLine } from "../../../lib/text.ts";
import { mentionOf } from "../../../platform/access/known-people.ts";
import { confirmation, row } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName, visible } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, withOlder } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { reopenButton } from "../../../platform/forms/open.ts";
import { usualCreditsAMonth } from "../../costs/index.ts";
import { sizeFacts } from "../form/facts.ts";
import { passwordGoneAt, showPasswordButton } from "../passwords/passwords.ts";
import { lapsed } from "../passwords/texts.ts";
import type { CreatedProgress } from "../provisioning/progress.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import { endpointBlocks, endpointText } from "./endpoints.ts";
import { type StateText, formatState } from "./states.ts";
import * as texts from "./texts.ts";
import { planTexts } from "./texts.ts";

/** Makes the channel's message about a created service from what is known of it now. */
export function announcement(
  { requestId, submission }: Pick<ProvisioningRequest, "requestId" | "submission">,
  progress: CreatedProgress,
): Reply {
  const { serviceId } = progress;
  const { emoji, outcome } = formatState(progress.announced ?? "");
  const headline = headlineOf(progress);
  const requester = requesterOf(submission);
  const facts = [
    ...sizeFacts(submission.request),
    texts.requestedBy(requester, submission.workflow !== undefined),
  ];
  const isReachable = outcome === "running" || outcome === "unknown";
  const lines = isReachable ? `\n${endpointText(progress.endpoints)}` : "";
  const above = [
    section(`${emoji} ${headline}`),
    context([...facts, ...(serviceId === undefined ? [] : [`id ${code(serviceId)}`])].join(" · ")),
  ];
  const below = [
    ...(isReachable ? endpointBlocks(progress.endpoints) : []),
    ...passwordLine(requester, progress),
    ...row(
      progress.password.fate === "sealed" ? [showPasswordButton(requestId)] : [],
      outcome === "failed" && submission.form ? [reopenButton(submission.form.formId)] : [],
      isReachable ? commandButtons(progress) : [],
    ),
  ];
  const text = `${headline} (${facts.join(" · ")})${lines}`;
  return withOlder(reply(text, [...above, planBlock(progress, outcome), ...below]), [...above, ...below]);
}

/** The service with its state. */
function headlineOf({ name, announced = "" }: CreatedProgress): string {
  return formatState(announced).sentence(escapeName(name));
}

/** Mentions the requester. A workflow's step that names none is a workflow. */
function requesterOf({ userId, userName }: ProvisioningRequest["submission"]): string {
  return userId === "" ? escapeName(userName) : mentionOf(userId);
}

function passwordLine(requester: string, progress: CreatedProgress): KnownBlock[] {
  const { fate } = progress.password;
  if (fate === "expired") return [context(lapsed)];
  if (fate !== "sealed") return [];
  const goneAt = passwordGoneAt(progress);
  return [context(texts.passwordFor(requester, goneAt && slackDate(goneAt)))];
}

/** Makes the estimate the service's budget. */
function budgetButton({ serviceId, name, perDay }: CreatedProgress): Button[] {
  if (serviceId === undefined || !perDay) return [];
  const amount = usualCreditsAMonth({ usual: new Credits(perDay.usual) }).toDecimalPlaces(2);
  if (amount.lte(0)) return [];
  const { label, question } = texts.makeBudget(name, formatAmount(amount));
  const set = commandButton(label, {
    call: "budgets_set",
    args: { credits: amount.toNumber(), every: "monthly", service: serviceId },
  });
  return [{ ...set, confirm: { ...confirmation(question), style: "primary" } }];
}

function commandButtons(progress: CreatedProgress): Button[] {
  const { serviceId } = progress;
  const args = { service: serviceId };
  // Backups and details need its id.
  const ofService =
    serviceId === undefined
      ? []
      : [
          commandButton("Details", { call: "services_show", args }),
          commandButton("Backups", { call: "backups_list", args }),
        ];
  return [...ofService, commandButton("Costs", { call: "costs_show" }), ...budgetButton(progress)];
}

type Status = TaskCardBlock["status"];

/** The steps of a creation, each with its state. The message is edited in place, so the steps keep their ids. */
export function planBlock(
  { name, password }: Pick<CreatedProgress, "name" | "password">,
  outcome: StateText["outcome"],
): PlanBlock {
  return {
    type: "plan",
    title: planTexts.title(oneLine(visible(name))),
    tasks: [
      task("sent", planTexts.sent, "complete"),
      task("created", planTexts.created, "complete"),
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
    task("provisioning", planTexts.provisioning, provisioning),
    task("running", running === "complete" ? planTexts.runs : planTexts.willRun, running),
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
  return status === undefined ? [] : [task("password", planTexts.password[fate], status)];
}
