import process from "node:process";
import { stateCommand } from "./app/state-command.ts";

const { lines, isDone } = await stateCommand(process.argv.slice(2), process.env);
process.stdout.write(`${lines.join("\n")}\n`);
// Connections may still be open, but all is done.
process.exit(isDone ? 0 : 1);
