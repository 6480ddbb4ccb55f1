import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { generated, root } from "./generated.ts";

for (const { path, wanted } of await generated()) await writeFile(join(root, path), wanted);
