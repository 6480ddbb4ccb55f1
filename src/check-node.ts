import process from "node:process";
import { nodeTroubles } from "./lib/version.ts";

// The build of the image runs this with the Node that the image has. It ends with 1 if that Node is below the floor.
const troubles = nodeTroubles(process.versions.node);
for (const trouble of troubles) process.stderr.write(`${trouble}\n`);
process.exitCode = troubles.length;
