import { useState } from "react";
import type { World } from "../../protocol.ts";

/** A command of the app, as the composer offers it. */
export type SlashCommand = World["commands"][number];

/** Completes the slash command that a text begins with. */
export function useCompletion(text: string, setText: (text: string) => void, commands: SlashCommand[]) {
  const [marked, setMarked] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const word = /^\/\S*$/.test(text) ? text.toLowerCase() : undefined;
  const matches = word === undefined ? [] : commands.filter(({ command }) => command.startsWith(word));
  const open = matches.length > 0 && dismissed !== text;
  const active = Math.min(marked, matches.length - 1);
  const pick = (command: SlashCommand | undefined) => {
    if (command) setText(`${command.command} `);
    setMarked(0);
  };
  /** True if the key was for the list. Enter after a command's whole name sends it. */
  const onKey = (key: string, shiftKey: boolean): boolean => {
    const isWhole = key === "Enter" && matches[active]?.command === word;
    if (!open || shiftKey || isWhole) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step !== undefined) setMarked((active + step + matches.length) % matches.length);
    else if (key === "Escape") setDismissed(text);
    else if (key === "Tab" || key === "Enter") pick(matches[active]);
    else return false;
    return true;
  };
  const typed = commands.find(({ command }) => text.startsWith(`${command} `));
  const usage = typed && `${typed.command} ${typed.usageHint}`;
  return { matches, open, active, pick, onKey, usage };
}
