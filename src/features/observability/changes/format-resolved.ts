import type { ChangeProgress } from "./progress.ts";
import { capital, thingInPlace } from "./format-change.ts";
import type { OutcomeWords } from "./outcome-view.ts";
import { listButton, showButton } from "./ways-on.ts";
import type { PendingChange } from "./pending-change.ts";

/** What is said to a press that comes when the question is settled. */
export function settledWords(pending: PendingChange, progress: ChangeProgress): OutcomeWords {
  const { wanted } = pending.submitted;
  return {
    title: "Settled",
    paragraphs: [settledText(pending, progress)],
    buttons: ["id" in wanted ? showButton(pending, wanted.id) : listButton(pending)],
  };
}

function settledText({ submitted }: PendingChange, progress: ChangeProgress): string {
  const thing = thingInPlace(submitted);
  if (progress.status === "conflict" && progress.chosen === "theirs")
    return `*Left as it is:* ${thing} stays as it was changed meanwhile.`;
  if (progress.status === "conflict") return `*Your change to ${thing} is made already,* or on its way.`;
  if (progress.status === "unknown") return `*${capital(thing)} is created again already,* or on its way.`;
  return `*This is settled:* look how ${thing} is by now.`;
}
