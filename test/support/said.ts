import type { Reply } from "../../src/platform/blocks/reply.ts";

/** The words of a command's or an action's result. Fails if it is a form or a window. */
export function said(answer: object): Reply;
export function said(answer: object | undefined): Reply | undefined;
export function said(answer: object | undefined): Reply | undefined {
  if (answer && !isReply(answer)) throw new Error("A form or a window was opened.");
  return answer;
}

function isReply(answer: object): answer is Reply {
  return "blocks" in answer;
}
