import type { ObservabilityContext } from "../context.ts";
import type { Asker } from "../../../platform/context.ts";
import { AppError } from "../../../lib/errors.ts";
import { sayHook } from "./webhooks/say-hook.ts";
import { testAlert } from "./test-alert.ts";
import { withAlert } from "./placed.ts";
import { inPlace } from "../in-target.ts";
import type { Answer } from "../../../platform/commands/command.ts";

/** `/db alerts test <id> [<place>]`: sends a test of our own the way that the alert goes. */
export function testDefined(words: string, context: ObservabilityContext): Promise<Answer> {
  return withAlert("test", words, context, (alert) => testAlert(alert, context));
}

/** `/db alerts hook <id> <hook> [<place>]`: says which hook of ours the alert's webhook posts to. */
export async function sayHookOf(
  words: string,
  context: ObservabilityContext,
  { userId }: Asker,
): Promise<Answer> {
  const [, id = "", hookWord = "", placeWords = ""] = /^\s*(\S+)\s+(\S+)\s*([\s\S]*)$/.exec(words) ?? [];
  if (hookWord === "")
    throw new AppError(
      "user",
      "Say which alert by its id, and which hook: `/db alerts hook 6f0c1d2e8b7a checkout`.",
    );
  return inPlace(`alerts hook ${id} ${hookWord}`, placeWords, context, (place) =>
    sayHook({ id, place, hookWord }, context, userId),
  );
}
