import process from "node:process";
import { manifestCommand } from "./app/manifest.ts";

const { text, isDone } = manifestCommand(process.argv.slice(2));
(isDone ? process.stdout : process.stderr).write(text);
process.exitCode = isDone ? 0 : 1;
