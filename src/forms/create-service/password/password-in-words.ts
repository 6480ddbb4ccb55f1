import { slackDate } from "../../../blocks/date.ts";
import { code } from "../../../blocks/escape.ts";
import { escapeSentence } from "../../../blocks/explain.ts";
import type { CreatedProgress } from "../../../store/created-services.ts";
import { passwordGoneAt } from "./password-time.ts";

const setNew = "Set a new one in the cloud's console.";

/** Where a new service's password is, and what to do, as its creator reads it. */
export function passwordInWords(progress: CreatedProgress): string {
  const { password } = progress;
  switch (password.fate) {
    case "sealed":
      return sealedInWords(password.notPlaced, passwordGoneAt(progress));
    case "placing":
      return `Its password is on its way to ${code(password.place)}. You will be told when it is there.`;
    case "placed":
      return `Its password is in ${code(password.place)}, with the user name, host and port beside it. Nobody has seen it.`;
    case "seen":
      return `Its password was shown once and is kept nowhere any more. If it was not saved: ${lowerFirst(setNew)}`;
    case "expired":
      return `Its password was kept for 15 minutes and is gone now. ${setNew}`;
    case "lost":
      return `Its password was in the cloud's answer, which was lost on its way here. ${setNew}`;
    case "none":
      return "The cloud gave no password for it. If it shares a warehouse, that one's users may use it; if not, set a password in the cloud's console.";
  }
}

function sealedInWords(notPlaced: string | undefined, goneAt: Date): string {
  const waits = `Only you can see its password, once, until ${slackDate(goneAt, { style: "time" })}.`;
  if (notPlaced === undefined) return waits;
  return `:warning: Its password could not be written to the place for new passwords. ${escapeSentence(notPlaced)}\n${waits}`;
}

function lowerFirst(sentence: string): string {
  return sentence.slice(0, 1).toLowerCase() + sentence.slice(1);
}
