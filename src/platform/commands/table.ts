import { line } from "./help.ts";
import type { Command } from "./command.ts";

/** The commands as a Markdown table, for the README; a test holds the README against it. */
export function commandsTable(commands: readonly Command[]): string {
  const rows = commands.map(
    ({ name, usage, summary, examples }) =>
      `| \`${cell(line(name, usage))}\` | ${summary} | ${examples.map((example) => `\`${example}\``).join("<br>")} |`,
  );
  const help = "| `/db help [topic]` | Lists the commands, or shows one with examples. | `/db help costs` |";
  return ["| Command | What it does | Examples |", "| --- | --- | --- |", ...rows, help].join("\n");
}

/** A bar would end the table's cell. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
