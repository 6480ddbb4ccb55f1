import type { Button, KnownBlock } from "@slack/types";
import { actions } from "../../../platform/blocks/button.ts";
import { commandButton } from "../../../platform/blocks/command-button.ts";
import { slackDate } from "../../../platform/blocks/date.ts";
import { code, escapeName } from "../../../platform/blocks/escape.ts";
import { type Reply, reply } from "../../../platform/blocks/reply.ts";
import { context, section } from "../../../platform/blocks/text.ts";
import type { CreatedProgress } from "./created-services.ts";
import { reopenButton } from "../../../platform/forms/reopen.ts";
import { endpointBlocks, endpointText } from "./endpoint-blocks.ts";
import { resetPassword } from "../passwords/format-password.ts";
import { passwordGoneAt } from "../passwords/time.ts";
import { stateInWords } from "./service-state.ts";
import { showPasswordButton } from "../passwords/show-button.ts";
import { sizeFacts } from "../form/size-facts.ts";
import type { Wish } from "../provisioning/provisioning-request.ts";

/** The one message in the channel about a service that is created, as it should read for what is known of it now. */
export function announcement(
  { requestId, submission }: Pick<Wish, "requestId" | "submission">,
  progress: CreatedProgress,
): Reply {
  const { emoji, words, outcome } = stateInWords(progress.announced ?? "");
  const headline = `*${escapeName(progress.name)}* ${words}`;
  const facts = [...sizeFacts(submission.request), `asked for by ${requesterOf(submission)}`];
  const isReachable = outcome === "running" || outcome === "untold";
  const lines = isReachable ? `\n${endpointText(progress.endpoints)}` : "";
  return reply(`${headline} (${facts.join(" · ")})${lines}`, [
    section(`${emoji} ${headline}`),
    context([...facts, ...idFact(progress)].join(" · ")),
    ...(isReachable ? endpointBlocks(progress.endpoints) : []),
    ...passwordLine(requesterOf(submission), progress),
    ...buttonRow([
      ...(progress.password.fate === "sealed" ? [showPasswordButton(requestId)] : []),
      ...(outcome === "failed" && submission.form ? [reopenButton(submission.form.formId)] : []),
      ...(isReachable ? commandButtons(progress) : []),
    ]),
  ]);
}

/** As a mention, which reads as the person's name; a workflow's step says that it was one. */
function requesterOf({ userId, userName, workflow }: Wish["submission"]): string {
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
  // Without its id nobody can ask for its backups.
  const backups = serviceId === undefined ? [] : [commandButton("Backups", `backups ${name}`)];
  const details = serviceId === undefined ? [] : [commandButton("Details", `services show ${name}`)];
  return [...details, ...backups, commandButton("Costs", "costs")];
}

function buttonRow(buttons: Button[]): KnownBlock[] {
  return buttons.length === 0 ? [] : [actions(buttons)];
}

function idFact({ serviceId }: CreatedProgress): string[] {
  return serviceId === undefined ? [] : [`id ${code(serviceId)}`];
}
