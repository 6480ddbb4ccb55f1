import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "rolldown";

/**
 * Lets code find, in the bundle too, what it names in one of these ways:
 * - `import.meta.resolve("package/file")`: a package's file, which is copied.
 * - `new URL("./data.json", import.meta.url)`: a file of data, which is copied.
 * - `new URL("./worker.ts", import.meta.url)`: a worker, which is added to `workers` and becomes a file of its own.
 * - `require("package")` with `const require = createRequire(import.meta.url);`: a package that synchronous code loads
 *   when it first needs it. It becomes part of the file, and runs when it is first required.
 */
export function besidePlugin(workers: Set<string>): Plugin {
  return {
    name: "files beside the code",
    async transform(code, id) {
      if (!code.includes("import.meta")) return null;
      let changed = code.replace("const require = createRequire(import.meta.url);", "");
      const copy = async (path: string) => {
        const fileName = basename(path);
        this.emitFile({ type: "asset", fileName, originalFileName: path, source: await readFile(path) });
        return `new URL("./${fileName}", import.meta.url)`;
      };
      for (const [text, specifier = ""] of code.matchAll(/import\.meta\.resolve\(\s*"([^"]+)",?\s*\)/g))
        changed = changed.replace(text, `${await copy(fileURLToPath(import.meta.resolve(specifier)))}.href`);
      for (const [text, path = ""] of code.matchAll(/new URL\("(\.[^"]+\.json)", import\.meta\.url\)/g))
        changed = changed.replace(text, await copy(join(dirname(id), path)));
      for (const [text, path = ""] of code.matchAll(/new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g)) {
        workers.add(join(dirname(id), path));
        changed = changed.replace(text, `new URL("./${basename(path, ".ts")}.js", import.meta.url)`);
      }
      return changed === code ? null : { code: changed, map: null };
    },
  };
}
