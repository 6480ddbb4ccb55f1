import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import process from "node:process";
import { isAtFloor } from "../src/lib/version.ts";

// `npm start` runs on the Node that this prints: the machine's own if it is at the floor, or else the one of `npm ci`.
process.stdout.write(hostNode(process.env["PATH"] ?? "") ?? process.execPath);

/** The first Node in a PATH that npm didn't put there; undefined if there is none, or if it is below the floor. */
function hostNode(path: string): string | undefined {
  const folders = path
    .split(delimiter)
    .filter((folder) => folder !== "" && !/[\\/]node_modules[\\/]/.test(folder));
  const found = folders.map((folder) => join(folder, "node")).find(isProgram);
  return found !== undefined && isAtFloor(versionOf(found)) ? found : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(program: string): string {
  try {
    return execFileSync(program, ["--version"], { encoding: "utf8", timeout: 5_000 }).trim();
  } catch {
    return "";
  }
}
