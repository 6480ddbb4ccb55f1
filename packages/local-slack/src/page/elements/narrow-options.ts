import type { OptionData, OptionGroup } from "../blocks/block-kit.ts";

/** The groups with only the options that contain the typed text, without empty groups. */
export function narrowed(groups: OptionGroup[], query: string): OptionGroup[] {
  const wanted = query.trim().toLowerCase();
  return groups
    .map((group) => ({
      ...group,
      options: group.options.filter((option) => textOf(option).includes(wanted)),
    }))
    .filter(({ options }) => options.length > 0);
}

function textOf({ text, description }: OptionData): string {
  return `${text.text} ${description?.text ?? ""}`.toLowerCase();
}
