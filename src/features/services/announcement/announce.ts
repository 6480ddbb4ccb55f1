import { giveFirstOwner } from "../../owners/index.ts";
import type { Step } from "../../../platform/jobs/worker.ts";
import { channelFirst, ifReachable } from "../../../platform/jobs/messenger.ts";
import { postOnce } from "../../../platform/jobs/post-once.ts";
import { isAppError } from "../../../lib/errors.ts";
import { Credits, formatAmount } from "../../../lib/money.ts";
import { checkEstimate, estimatedDay, keptComputeRate } from "../../costs/index.ts";
import { planBlock } from "./plan.ts";
import { hashJson } from "../../../lib/hash.ts";
import type { Button, KnownBlock } from "@slack/types";
import { actions, confirmation } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply, say, withOlder } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import { showPasswordButton, passwordGoneAt } from "../passwords/passwords.ts";
import { lapsed } from "../passwords/texts.ts";
import { endpointBlocks, endpointText } from "./endpoints.ts";
import type { CreatedProgress } from "./keep-created.ts";
import { sizeFacts } from "../form/facts.ts";
import type { ProvisioningRequest } from "../provisioning/submission.ts";
import type { ServiceState } from "../../../platform/cloud/services/service.ts";
import { completeStep, stepOutcome } from "../workflow/step.ts";
import { mentionOf } from "../../../platform/access/person-names.ts";
import * as texts from "./texts.ts";
import { reopenButton } from "../../../platform/forms/open.ts";

/**
 * Adds the service to the workspace and announces it once in the channel of the request. If the channel refuses the
 * message, the requester gets it directly.
 */
export async function announce(provisioning: ProvisioningRequest, before: CreatedProgress): Promise<Step> {
  const { requestId, context } = provisioning;
  const name = await makeKnown(provisioning, before);
  if (before.serviceId !== undefined) {
    const { userId, channelId, connection, expires } = provisioning.submission;
    const created = { serviceId: before.serviceId, name, connection, userId, channelId, expires };
    await context.afterCreation?.(created, context);
  }
  await completeStep(provisioning, stepOutcome({ ...before, name }));
  const announcingSince = before.announcingSince ?? context.now().toISOString();
  const perDay = before.perDay ?? (await estimateOf(provisioning));
  const known = await context.created.change(requestId, (now) => ({ ...now, name, announcingSince, perDay }));
  // Another process took over while this one was paused, and has announced the service.
  if (known.message || known.silent) return "next";
  const posted = await post(provisioning, known);
  await compareLater(provisioning, { ...known, ...posted });
  await context.created.change(requestId, (now) => ({ ...now, ...posted }));
  return "next";
}

/** The estimated compute of a day, as far as it is known. An announcement does not wait for the cloud's costs. */
async function estimateOf({
  submission: { request, connection },
  context,
}: ProvisioningRequest): Promise<CreatedProgress["perDay"]> {
  const finding = await keptComputeRate(context, connection);
  const adminRate = context.computeCreditsPerGbHour;
  const day = estimatedDay({ request, finding: finding ?? { status: "none" }, adminRate });
  return day && { low: day.low.toFixed(), usual: day.usual.toFixed(), high: day.high.toFixed() };
}

/** Compares the costs with the estimate when a week of them is final. */
async function compareLater(
  { requestId, submission, context }: ProvisioningRequest,
  { serviceId, name, perDay, message }: CreatedProgress,
): Promise<void> {
  if (serviceId === undefined || !perDay || !message) return;
  const { connection, userId: createdBy } = submission;
  const [low, usual, high] = [perDay.low, perDay.usual, perDay.high].map((text) => new Credits(text));
  if (!low || !usual || !high) return;
  const about = { connection, createdBy, service: { serviceId, name }, perDay: { low, usual, high } };
  const { channelId, ts: threadTs } = message;
  await checkEstimate(requestId, { ...about, channelId, threadTs }, context);
}

/** The key under which the announcement is posted once. */
export function announcementPostKey(requestId: string): string {
  return `announcement-${requestId}`;
}

/** If an earlier step posted the message, its text is unknown: it comes without `drawn`, so following redraws it. */
async function post(
  provisioning: ProvisioningRequest,
  known: CreatedProgress,
): Promise<Partial<Pick<CreatedProgress, "message" | "drawn" | "silent" | "told">>> {
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
    (err) => context.log.info({ err, requestId }, "no channel to announce a service in"),
  );
  // The post itself says so.
  const told = isFinal(known.announced ?? "");
  return posted ? { message: posted, drawn, told } : { silent: true };
}

/** Makes the service known, with whom it belongs to. Returns its name. */
async function makeKnown(provisioning: ProvisioningRequest, created: CreatedProgress): Promise<string> {
  const name = await addToKnown(provisioning, created);
  const { serviceId } = created;
  const { connection, userId, owner = { ownerId: userId } } = provisioning.submission;
  if (serviceId !== undefined)
    await giveFirstOwner({ serviceId, name, connection }, owner, provisioning.context);
  return name;
}

/** Adds the service under its name, with the beginning of its id if another service has that name. Returns its name. */
async function addToKnown(
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
    ...buttonRow([
      ...(progress.password.fate === "sealed" ? [showPasswordButton(requestId)] : []),
      ...(outcome === "failed" && submission.form ? [reopenButton(submission.form.formId)] : []),
      ...(isReachable ? commandButtons(progress) : []),
    ]),
  ];
  const text = `${headline} (${facts.join(" · ")})${lines}`;
  return withOlder(reply(text, [...above, planBlock(progress, outcome), ...below]), [...above, ...below]);
}

/** The service with its state. */
function headlineOf({ name, announced = "" }: CreatedProgress): string {
  return formatState(announced).sentence(escapeName(name));
}

/**
 * Says in the thread how the creation ended, once, with a mention of the requester: an edited message notifies no one.
 */
export async function tellInThread(
  provisioning: ProvisioningRequest,
  progress: CreatedProgress,
): Promise<void> {
  const { requestId, submission, context } = provisioning;
  const { message } = progress;
  const mention = submission.userId === "" ? "" : mentionOf(submission.userId);
  const { words = "" } = formatState(progress.announced ?? "");
  const text = texts.endedInThread(mention, escapeName(progress.name), words);
  if (message)
    await ifReachable(
      () =>
        postOnce(context, {
          key: `${announcementPostKey(requestId)}-ended`,
          channelId: message.channelId,
          threadTs: message.ts,
          reply: say(text),
        }),
      (err) => context.log.info({ err, requestId }, "couldn't tell the requester in the thread"),
    );
  await context.created.change(requestId, (now) => ({ ...now, told: true }));
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

const daysInMonth = 30;

/** Makes the estimate the service's budget. */
function budgetButton({ serviceId, name, perDay }: CreatedProgress): Button[] {
  if (serviceId === undefined || !perDay) return [];
  const amount = new Credits(perDay.usual).times(daysInMonth).toSignificantDigits(2).toDecimalPlaces(2);
  if (amount.lte(0)) return [];
  const { label, question } = texts.makeBudget(name, formatAmount(amount));
  const set = commandButton(label, `costs budget set ${amount.toFixed()} monthly "${serviceId}"`);
  return [{ ...set, confirm: { ...confirmation(question), style: "primary" } }];
}

function commandButtons(progress: CreatedProgress): Button[] {
  const { serviceId, name } = progress;
  // Backups and details need its id.
  const ofService =
    serviceId === undefined
      ? []
      : [commandButton("Details", `services show ${name}`), commandButton("Backups", `backups ${name}`)];
  return [...ofService, commandButton("Costs", "costs"), ...budgetButton(progress)];
}

function buttonRow(buttons: Button[]): KnownBlock[] {
  return buttons.length === 0 ? [] : [actions(buttons)];
}

/** What a new service's state means to the people who wait for it. */
export interface StateText {
  /** Whether there is more to wait for, or how it ended. */
  outcome: "coming" | "running" | "failed" | "unknown";
  emoji: string;
  /** A sentence about the service, by its escaped name. */
  sentence: (name: string) => string;
  /** The sentence without the name, if it ended. */
  words?: string;
}

/** The app's own states: the cloud reports none, or the service does not run in time. */
export const ownStates = { unreported: "unreported", slow: "slow" } as const;

/** Formats a state of the cloud or the app; an unknown one is shown as it is. */
export function formatState(state: string): StateText {
  return textByState.get(state.toLowerCase()) ?? coming(state);
}

/** True if there is nothing more to wait for. */
export function isFinal(state: string): boolean {
  return formatState(state).outcome !== "coming";
}

const { stateTexts } = texts;
const running = ended("running", ":white_check_mark:", stateTexts.running);

const byState: Record<ServiceState, StateText> = {
  provisioning: coming("provisioning"),
  starting: coming("starting"),
  awaking: coming("awaking"),
  stopping: coming("stopping"),
  running,
  partially_running: running,
  idle: running,
  failed: ended("failed", ":x:", stateTexts.failed),
  degraded: ended("failed", ":x:", stateTexts.degraded),
  stopped: ended("failed", ":x:", stateTexts.stopped),
  terminating: ended("failed", ":x:", stateTexts.deleting),
  terminated: ended("failed", ":x:", stateTexts.deleted),
  softdeleting: ended("failed", ":x:", stateTexts.deleting),
  softdeleted: ended("failed", ":x:", stateTexts.deleted),
};
const byOwnState: Record<(typeof ownStates)[keyof typeof ownStates], StateText> = {
  unreported: ended("unknown", ":white_check_mark:", stateTexts.unreported),
  slow: ended("unknown", ":warning:", stateTexts.slow),
};

// A map, because the cloud may call a state anything, even `constructor`.
const textByState = new Map<string, StateText>(Object.entries({ ...byState, ...byOwnState }));

function coming(state: string): StateText {
  const sentence = (name: string) => texts.comingText(name, state);
  return { outcome: "coming", emoji: ":hourglass_flowing_sand:", sentence };
}

function ended(outcome: StateText["outcome"], emoji: string, words: string): StateText {
  return { outcome, emoji, words, sentence: (name) => `*${name}* ${words}` };
}
