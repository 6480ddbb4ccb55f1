import { readFileSync } from "node:fs";
import { z } from "zod";

const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");

/** The app's version, as package.json says it. */
export const appVersion = z.object({ version: z.string() }).parse(JSON.parse(text)).version;
