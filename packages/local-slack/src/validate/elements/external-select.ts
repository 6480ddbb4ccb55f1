import { z } from "zod";
import { menuOption } from "../composition.ts";
import { elementObject, type ElementKind } from "../surface.ts";
import { oneOf, selectKind, severalOf } from "./select.ts";

const minQueryLength = z.int().min(0).optional();

/** The menu with options from the app while the person types, single and multiple. */
export const externalSelects: ElementKind[] = [
  selectKind(
    "external_select",
    elementObject("external_select", {
      ...oneOf,
      min_query_length: minQueryLength,
      initial_option: menuOption.optional(),
    }),
  ),
  selectKind(
    "multi_external_select",
    elementObject("multi_external_select", {
      ...severalOf,
      min_query_length: minQueryLength,
      initial_options: z.array(menuOption).min(1).optional(),
    }),
  ),
];
