import { limits } from "../../platform/blocks/limits.ts";

/** True for an id that can be typed as one word, and that a button and an option can carry. */
export function isSendableId(id: string | null | undefined): id is string {
  return /^\S+$/.test(id ?? "") && (id ?? "").length <= limits.option.value;
}
