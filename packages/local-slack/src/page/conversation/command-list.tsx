import type { SlashCommand } from "./use-completion.ts";

interface CommandListProps {
  id: string;
  commands: SlashCommand[];
  active: number;
  onPick: (command: SlashCommand) => void;
}

/** The id of a command's row, for `aria-activedescendant`. */
export const commandRowId = (listId: string, position: number) => `${listId}-${position}`;

/** The slash commands that match the typed text. */
export function CommandList({ id, commands, active, onPick }: CommandListProps) {
  return (
    <div className="command-list" role="listbox" id={id} aria-label="Slash commands">
      {commands.map((command, position) => (
        <div
          key={command.command}
          id={commandRowId(id, position)}
          role="option"
          className="command-row"
          aria-selected={position === active}
          // The focus stays in the composer.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(command)}
        >
          <span>
            <b>{command.command}</b> <span className="command-usage">{command.usageHint}</span>
          </span>
          <small>{command.description}</small>
        </div>
      ))}
    </div>
  );
}
