import { z } from "zod";
import { menuOption, optionGroup } from "../composition.ts";
import { elementObject, type ElementKind } from "../surface.ts";
import { initialIsProvided } from "./provided.ts";
import { oneOf, selectKind, severalOf } from "./select.ts";

// https://docs.slack.dev/reference/block-kit/block-elements/select-menu-element: 100 options, or 100 groups
const offered = {
  options: z.array(menuOption).min(1).max(100).optional(),
  option_groups: z.array(optionGroup).min(1).max(100).optional(),
};

/** The menu with its own options, single and multiple. */
export const staticSelects: ElementKind[] = [
  selectKind(
    "static_select",
    elementObject("static_select", { ...oneOf, ...offered, initial_option: menuOption.optional() })
      .superRefine(offersOptionsOrGroups)
      .superRefine(initialIsProvided),
  ),
  selectKind(
    "multi_static_select",
    elementObject("multi_static_select", {
      ...severalOf,
      ...offered,
      initial_options: z.array(menuOption).min(1).optional(),
    })
      .superRefine(offersOptionsOrGroups)
      .superRefine(initialIsProvided),
  ),
];

function offersOptionsOrGroups(
  menu: { options?: unknown; option_groups?: unknown },
  context: z.RefinementCtx,
): void {
  if ((menu.options === undefined) !== (menu.option_groups === undefined)) return;
  context.addIssue({ code: "custom", message: "must define either `options` or `option_groups`" });
}
