import process from "node:process";
import { checkCloud } from "./app/check-cloud.ts";

const show = (line: string) => void process.stdout.write(`${line}\n`);
process.exitCode = (await checkCloud(process.argv.slice(2), process.env, show)) ? 0 : 1;
