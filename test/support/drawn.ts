import type { Answer, Shown } from "../../src/platform/commands/found.ts";

/** A command's answer as people get it. */
export async function drawn(answer: Answer): Promise<Shown> {
  return "draw" in answer ? answer.draw() : answer;
}
