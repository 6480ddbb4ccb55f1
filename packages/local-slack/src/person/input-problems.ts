import { placedElements, type PlacedElement } from "../elements.ts";
import { stringOf } from "../json.ts";
import type { ViewState } from "../protocol.ts";
import { stateValue } from "../state-fields.ts";

/** The problems of a modal's inputs that Slack finds before it asks the app: block_id -> message. */
export function inputProblems(
  blocks: readonly Record<string, unknown>[],
  values: ViewState["values"],
): Record<string, string> {
  const problems = placedElements(blocks)
    .filter(({ block }) => block.type === "input")
    .flatMap((placed): [string, string][] => {
      const value = stateValue(placed.type, values[placed.blockId]?.[placed.actionId]);
      const problem = isEmpty(value) ? missing(placed) : wrong(placed, value);
      return problem ? [[placed.blockId, problem]] : [];
    });
  return Object.fromEntries(problems);
}

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
  );
}

function missing({ block }: PlacedElement): string | undefined {
  return block.optional === true ? undefined : "Please complete this required field.";
}

function wrong({ type, element }: PlacedElement, value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  switch (type) {
    case "number_input":
      return wrongNumber(element, value);
    case "plain_text_input":
      return wrongLength(element, value);
    case "email_text_input":
      return /^[^\s@]+@[^\s@]+\.[^\s@]+$/u.test(value) ? undefined : "Please enter a valid email address.";
    case "url_text_input":
      return URL.canParse(value) ? undefined : "Please enter a valid URL.";
    default:
      return undefined;
  }
}

function wrongNumber(element: Record<string, unknown>, text: string): string | undefined {
  const number = Number(text);
  if (Number.isNaN(number)) return "Please enter a valid number.";
  if (element.is_decimal_allowed !== true && !Number.isInteger(number)) return "Please enter a whole number.";
  const [min, max] = [element.min_value, element.max_value].map(stringOf);
  if (min !== undefined && number < Number(min)) return `Please enter a number no lower than ${min}.`;
  if (max !== undefined && number > Number(max)) return `Please enter a number no higher than ${max}.`;
  return undefined;
}

function wrongLength(
  { min_length: min, max_length: max }: Record<string, unknown>,
  text: string,
): string | undefined {
  if (typeof min === "number" && text.length < min) return `Please enter at least ${min} characters.`;
  if (typeof max === "number" && text.length > max) return `Please enter at most ${max} characters.`;
  return undefined;
}
