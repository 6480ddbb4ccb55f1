import type { OptionsRequest } from "../../protocol.ts";
import type { OptionGroup } from "../blocks/block-kit.ts";
import { askOptions } from "../world/api.ts";

/** An external select's options as groups. Throws an error with Slack's message. */
export async function fetchOptions(request: OptionsRequest): Promise<OptionGroup[]> {
  const answer = await askOptions(request);
  if ("ok" in answer && !answer.ok) throw new Error(answer.message);
  if (!("option_groups" in answer || "options" in answer)) return [];
  return answer.option_groups ?? [{ options: answer.options ?? [] }];
}
