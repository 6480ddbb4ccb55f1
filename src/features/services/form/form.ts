import { ServiceRequest } from "../../../platform/cloud/services/request.ts";
import type { ServicesContext } from "../context.ts";
import type { Accepted, Form, FormProblem, FormState, SubmittedForm } from "../../../platform/forms/form.ts";
import { asSentences, oneLine } from "../../../lib/text.ts";
import { slackShowsWithinMs } from "../../../platform/forms/submit.ts";
import { askForApproval } from "../approval/ask.ts";
import { type ApprovalNeeded, approvalNeeded } from "../approval/needed.ts";
import { type Given, begin, beside, fetchFacts, fetchAside, prepare } from "./fetch.ts";
import { overLimits, problemsOf } from "./problems.ts";
import { connectionIn, readRequest, requestedName } from "./request.ts";
import { basics } from "./steps/basics.ts";
import { review } from "./steps/review.ts";
import { size } from "./steps/size.ts";
import { acceptRequest, type Submission, sealedRequest } from "../provisioning/submission.ts";
import { claimName, whyNameIsTaken } from "./taken-name.ts";
import { hashJson } from "../../../lib/hash.ts";
import { factsOf, fixedByChoice } from "./facts.ts";
import { limitsOf } from "./limits.ts";
import type { ModalView } from "@slack/types";
import { section } from "../../../platform/blocks/text.ts";
import { notice } from "../../../platform/forms/notice.ts";
import { unconnectedReply } from "../../connections/index.ts";
import { z } from "zod";
import { channelsAsTyped } from "../../../platform/commands/channel-in.ts";
import { command } from "../../../platform/commands/command.ts";
import { access, older } from "./steps/access.ts";
import { fixedByBackup } from "../restore/read-backups.ts";

/** What the modal shows while the cloud works. */
function creatingView(request: ServiceRequest): ModalView {
  return notice("Creating", [
    section(`:hourglass_flowing_sand: *Creating ${requestedName(request)}.* This takes a few seconds.`),
    section("You may close this window: you will be told when it is there, and where its password is."),
  ]);
}

/** What a request waits for: a busy cloud, or Quartermaster's own storage that confirms no write. */
export type Busy = "cloud" | "storage";

const why: Readonly<Record<Busy, string>> = {
  cloud: "The cloud takes no more requests just now.",
  storage:
    "Quartermaster's storage does not confirm just now that it keeps the request, so it was not sent yet.",
};

/** What the modal shows while the request waits. */
export function waitingView(request: ServiceRequest, busy: Busy): ModalView {
  return notice("Waiting", [
    section(waitingText(request, busy)),
    section("You may close this window: you will be told what came of it."),
  ]);
}

/** Says in mrkdwn that a request waits, and for what. */
export function waitingText(request: ServiceRequest, busy: Busy): string {
  return `:hourglass_flowing_sand: *${requestedName(request)} waits to be created.* ${why[busy]} I try again for two minutes.`;
}

// The limit of a service's name (spec/api.md, "Service") and of a preset's.
const nameLength = 50;

/** `/db create [preset or name]`: opens the form. */
export const create = command({
  name: "create",
  group: {
    line: "Create database services, and see yours.",
    buttons: [
      ["Create a service", "create"],
      ["Services", "services"],
    ],
  },
  summary: "Opens the form that creates a database service, empty or from a preset.",
  usage: "[preset or name]",
  examples: ["/db create", "/db create small staging", "/db create orders"],
  details:
    "With a preset's name, the form begins with what the preset says; with other words, they are the new service's name. Nothing is created before you press Create. The service is announced in the channel you asked from; its password is shown to you alone, once.",
  access: "operator",
  opens: () => true,
  args: z
    .string()
    .transform((text) => channelsAsTyped(oneLine(text)))
    .pipe(z.string().max(nameLength, `A name has at most ${nameLength} characters.`)),

  async run(words, context: ServicesContext) {
    const first = await unconnectedReply(context);
    if (first) return first;
    return { opens: createServiceForm, given: await given(words, context) };
  },
});

/** Takes the words as a preset's name, or else as the service's name, with a note on the nearest preset. */
async function given(words: string, { presets }: ServicesContext): Promise<Given> {
  if (words === "") return {};
  const finding = await presets.search(words);
  if ("found" in finding) return { preset: finding.found.name };
  const { nearestName } = finding;
  if (nearestName === undefined) return { name: words };
  const note = `There is no preset “${words}”; did you mean “${nearestName}”? Choose it under “Start from a preset”.`;
  return { name: words, note };
}

/** The form behind `/db create`. */
export const createServiceForm: Form<ServicesContext> = {
  name: "create-service",
  access: "operator",
  title: "Create a service",
  submit: ({ facts }) => (factsOf(facts).approval === undefined ? "Create" : "Ask for approval"),
  steps: [basics, size, access, older, review],
  resumes: true,
  beside,
  begin,
  fixed(state) {
    const byBackup = fixedByBackup(state);
    return { ...fixedByChoice(state, byBackup["tier"]?.value), ...byBackup };
  },
  problems: problemsOf,
  prepare,
  fetchFacts,
  fetchAside,
  hash: hashAgreement,
  accept,
};

async function accept(submitted: SubmittedForm, context: ServicesContext): Promise<Accepted> {
  const { formId, attempt, viewId, userId, userName, channelId, values } = submitted;
  const request = ServiceRequest.parse(readRequest(values).request);
  const connection = connectionIn(values);
  const requestId = `${formId}-${attempt}`;
  const problems = overLimits(await limitsOf({ userId, channelId }, context), request, values);
  if (problems.length > 0) {
    await recordRefused(submitted, request, problems, context);
    return { problems };
  }
  const wanted = { request, connection, userId, channelId };
  const needed = await approvalNeeded(wanted, context);
  const isShown = factsOf(submitted.facts).approval !== undefined;
  if (isShown !== (needed !== undefined)) return reviewAgain(needed);
  const taken = needed ? await whyNameIsTaken(wanted, context) : await claimName(requestId, wanted, context);
  if (taken !== undefined) return { problems: [{ field: "name", message: taken }] };
  if (needed) return { view: await askForApproval(submitted, request, needed, context) };
  const submission: Submission = {
    workspaceId: context.workspaceId,
    userId,
    userName,
    channelId,
    connection,
    form: { formId, attempt, viewId },
    ...sealedRequest(request, context),
  };
  // The id names the view's attempt, not the click: a second click or a redelivery is the same request.
  await acceptRequest(requestId, submission, context, slackShowsWithinMs);
  return { view: creatingView(request) };
}

/** Records a request beyond the role's limits as a refusal. */
async function recordRefused(
  { userId, channelId }: SubmittedForm,
  { name }: ServiceRequest,
  problems: readonly FormProblem[],
  { audit, now }: ServicesContext,
): Promise<void> {
  await audit.record({
    at: now().toISOString(),
    userId,
    channelId,
    action: "service.request",
    subject: name,
    result: "refused",
    detail: asSentences(problems.map(({ message }) => message)),
  });
}

/** The approval rules changed since the review was drawn, so its button is out of date. */
function reviewAgain(needed: ApprovalNeeded | undefined): Accepted {
  const message = needed
    ? "This needs approval by now. Please look again, and press Ask for approval."
    : "This needs no approval any more. Please look again, and press Create.";
  return { problems: [{ field: "approval", message }] };
}

/** Hashes what the last button agrees to: the request, its connection, and whether it needs approval. */
function hashAgreement({ values, facts }: FormState): string {
  const asks = factsOf(facts).approval === undefined ? [] : ["approval"];
  return hashJson([connectionIn(values), readRequest(values).request, ...asks]);
}
