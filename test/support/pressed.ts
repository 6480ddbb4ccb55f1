import { product } from "../../src/app/features.ts";
import { valueOf } from "../../src/platform/blocks/command-button.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The action_id of a button that runs a call. */
export function runs(call: string, args?: Arguments, how: "run" | "page" | "asked" = "run"): string {
  return `${how}:${valueOf({ call, ...(args && { args }) })}`;
}

/** The action_id of the button that answers what a call asks first. */
export function answers(call: string, args: Arguments = {}): string {
  return `run:sure:${valueOf({ call, args, yes: true })}`;
}

/** The action_id of a select or a menu, which gives this argument to a call. */
export function chooses(call: string, args: Arguments, choice: string): string {
  return `run:${JSON.stringify({ call, args, choice })}`;
}

/** The command line of what a button runs. */
export function lineOfButton(value: string | undefined): string {
  const reading = product.readCommand(value ?? "");
  if ("reply" in reading) throw new Error(reading.reply.text);
  return reading.line;
}

/** The command lines of buttons by their texts. What runs no command keeps its value. */
export function linesOf(buttons: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(buttons).map(([text, value]) => {
      const reading = product.readCommand(value);
      return [text, "run" in reading ? reading.line : value];
    }),
  );
}
