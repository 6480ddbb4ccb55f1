import type { Step } from "../../../platform/jobs/worker.ts";
import { channelFirst, ifReachable } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { hashJson } from "../../../lib/hash.ts";
import type { Button, KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { showPasswordButton, passwordGoneAt, resetPassword } from "../passwords/passwords.ts";
import { endpointBlocks, endpointText } from "./endpoints.ts";
import type { CreatedProgress } from "./keep-created.ts";
import { sizeFacts } from "../form/facts.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import type { ServiceState } from "../../../platform/cloud/services/service.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import { reopenButton } from "../../../platform/forms/open.ts";

/**
 * Adds the service to the workspace and announces it once in the channel of the request. If the channel refuses the
 * message, the requester gets it directly.
 */
export async function announce(provisioning: ProvisioningRequest, before: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const name = await makeKnown(provisioning, before);
  await completeStep(provisioning, stepOutcome({ ...before, name }));
  const announcingSince = before.announcingSince ?? context.now().toISOString();
  const known = await context.created.change(requestId, (now) => ({ ...now, name, announcingSince }));
  // Another process took over while this one was paused, and has announced the service.
  if (known.message || known.silent) return "next";
  const posted = await post(provisioning, known);
  await context.created.change(requestId, (now) => ({ ...now, ...posted }));
  return "next";
}

/** The key under which the announcement is posted once. */
export function announcementPostKey(requestId: string): string {
  return `announcement-${requestId}`;
}

/** If an earlier step posted the message, its text is unknown: it comes without `drawn`, so that following redraws it. */
async function post(
  provisioning: ProvisioningRequest,
  known: CreatedProgress,
): Promise<Partial<Pick<CreatedProgress, "message" | "drawn" | "silent">>> {
  const { requestId, submission, context } = provisioning;
  const message = announcement(provisioning, known);
  const key = announcementPostKey(requestId);
  let drawn: string | undefined;
  const reply = async () => {
    drawn = hashJson(message);
    return message;
  };
  const posted = await ifReachable(
    () =>
      channelFirst(
        submission.channelId,
        (channelId) => postOnce(context, { key, channelId, reply }),
        () => postOnce(context, { key: `${key}-direct`, channelId: submission.userId, reply }),
      ),
    (err) => context.log.info({ err, requestId }, "there is nowhere to announce a service"),
  );
  return posted ? { message: posted, drawn } : { silent: true };
}

/** Adds the service under its name, with the beginning of its id if another service has that name. Returns its name. */
async function makeKnown(
  { submission, context }: ProvisioningRequest,
  { serviceId, name }: CreatedProgress,
): Promise<string> {
  if (serviceId === undefined) return name;
  const { userId: addedBy, connection } = submission;
  const facts = { serviceId, connection, addedBy, addedAt: context.now().toISOString() };
  try {
    await context.services.add({ ...facts, name });
    return name;
  } catch (error) {
    if (!isAppError(error, "conflict")) throw error;
    const labelOf = await context.services.labels([{ serviceId, name }]);
    const label = labelOf(serviceId, name);
    await context.services.add({ ...facts, name: label });
    return label;
  }
}

/** Makes the channel's message about a created service from what is known of it now. */
export function announcement(
  { requestId, submission }: Pick<ProvisioningRequest, "requestId" | "submission">,
  progress: CreatedProgress,
): Reply {
  const { serviceId } = progress;
  const { emoji, words, outcome } = formatState(progress.announced ?? "");
  const headline = `*${escapeName(progress.name)}* ${words}`;
  const requester = requesterOf(submission);
  const facts = [...sizeFacts(submission.request), `asked for by ${requester}`];
  const isReachable = outcome === "running" || outcome === "unknown";
  const lines = isReachable ? `\n${endpointText(progress.endpoints)}` : "";
  return reply(`${headline} (${facts.join(" · ")})${lines}`, [
    section(`${emoji} ${headline}`),
    context([...facts, ...(serviceId === undefined ? [] : [`id ${code(serviceId)}`])].join(" · ")),
    ...(isReachable ? endpointBlocks(progress.endpoints) : []),
    ...passwordLine(requester, progress),
    ...buttonRow([
      ...(progress.password.fate === "sealed" ? [showPasswordButton(requestId)] : []),
      ...(outcome === "failed" && submission.form ? [reopenButton(submission.form.formId)] : []),
      ...(isReachable ? commandButtons(progress) : []),
    ]),
  ]);
}

/** Mentions the requester; a workflow is named instead. */
function requesterOf({ userId, userName, workflow }: ProvisioningRequest["submission"]): string {
  return workflow || userId === "" ? escapeName(userName) : `<@${userId}>`;
}

function passwordLine(requester: string, progress: CreatedProgress): KnownBlock[] {
  const { fate } = progress.password;
  if (fate === "expired")
    return [context(`:hourglass: Its password was not looked at in time, and is gone. ${resetPassword}`)];
  if (fate !== "sealed") return [];
  const goneAt = passwordGoneAt(progress);
  const until = goneAt ? `, until ${slackDate(goneAt)}` : "";
  return [context(`:lock: Only ${requester} can see its password, once${until}.`)];
}

function commandButtons({ serviceId, name }: CreatedProgress): Button[] {
  // Backups and details need its id.
  const ofService =
    serviceId === undefined
      ? []
      : [commandButton("Details", `services show ${name}`), commandButton("Backups", `backups ${name}`)];
  return [...ofService, commandButton("Costs", "costs")];
}

function buttonRow(buttons: Button[]): KnownBlock[] {
  return buttons.length === 0 ? [] : [actions(buttons)];
}

/** What a new service's state means to the people who wait for it. */
interface StateText {
  /** Whether there is more to wait for, or how it ended. */
  outcome: "coming" | "running" | "failed" | "unknown";
  emoji: string;
  /** Continues a sentence after the service's name. */
  words: string;
}

/** The app's own states: the cloud reports none, or the service does not run in time. */
export const ownStates = { unreported: "unreported", slow: "slow" } as const;

/** Formats a state of the cloud or the app; an unknown one is shown as it is. */
export function formatState(state: string): StateText {
  return (
    wordsByState.get(state.toLowerCase()) ??
    coming(`is created and ${escapeName(state.replaceAll("_", " ")) || "starting"}…`)
  );
}

/** True if there is nothing more to wait for. */
export function isFinal(state: string): boolean {
  return formatState(state).outcome !== "coming";
}

const advice = "Look in the cloud's console.";
const running: StateText = {
  outcome: "running",
  emoji: ":white_check_mark:",
  words: "is created and running.",
};

const byState: Record<ServiceState, StateText> = {
  provisioning: coming("is created and provisioning…"),
  starting: coming("is created and starting…"),
  awaking: coming("is created and waking up…"),
  stopping: coming("is created and stopping…"),
  running,
  partially_running: running,
  idle: running,
  failed: failed(`is created but failed to come up. ${advice}`),
  degraded: failed(`is created but degraded: the cloud says that something in it does not work. ${advice}`),
  stopped: failed(`is created but stopped before it ran. ${advice}`),
  terminating: failed(`is being deleted before it ran. ${advice}`),
  terminated: failed(`was deleted before it ran. ${advice}`),
  softdeleting: failed(`is being deleted before it ran. ${advice}`),
  softdeleted: failed(`was deleted before it ran. ${advice}`),
};
const byOwnState: Record<(typeof ownStates)[keyof typeof ownStates], StateText> = {
  unreported: {
    outcome: "unknown",
    emoji: ":white_check_mark:",
    words: "is created. This cloud does not report when a service runs; its console shows it.",
  },
  slow: {
    outcome: "unknown",
    emoji: ":warning:",
    words: `is created but still not running after 30 minutes. ${advice}`,
  },
};

// A map, because the cloud may call a state anything, even `constructor`.
const wordsByState = new Map<string, StateText>(Object.entries({ ...byState, ...byOwnState }));

function coming(words: string): StateText {
  return { outcome: "coming", emoji: ":hourglass_flowing_sand:", words };
}

function failed(words: string): StateText {
  return { outcome: "failed", emoji: ":x:", words };
}
