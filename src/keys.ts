import process from "node:process";
import { keysCommand } from "./app/keys-command.ts";

const { lines, isDone } = await keysCommand(process.argv.slice(2), process.env);
process.stdout.write(`${lines.join("\n")}\n`);
// Whatever is connected still, there is nothing more to do.
process.exit(isDone ? 0 : 1);
