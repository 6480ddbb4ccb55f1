import { say } from "../../blocks/reply.ts";
import type { Step } from "../../delivery/convergence.ts";
import { showInForm, tellAsker } from "./say-where-asked.ts";
import { createdView, passwordLostView } from "./views.ts";
import type { ProgressOf, Wish } from "./wish.ts";

/** Shows the password in the creator's modal, the one place it ever goes; says so where that is closed. */
export async function showPassword(wish: Wish, password: string | undefined): Promise<void> {
  const shown = await showInForm(wish, createdView(wish.submission.request, password));
  if (shown === "gone" && password !== undefined) await tellLost(wish, "its window was closed");
}

/** The process that had the password died with it: says so, so that nobody waits for it. */
export async function tellPasswordLost(wish: Wish, progress: ProgressOf<"created">): Promise<Step> {
  const { submission, requestId, context } = wish;
  const shown = await showInForm(wish, passwordLostView(submission.request));
  if (shown === "gone") await tellLost(wish, "Quartermaster was restarted");
  await context.requests.save(requestId, { ...progress, creatorTold: true, password: { fate: "lost" } });
  return "next";
}

async function tellLost(wish: Wish, why: string): Promise<void> {
  const text = `The service is created, but ${why} before the password could be shown. Set a new one in the cloud's console.`;
  await tellAsker(wish, say(text));
}
