import process from "node:process";
import type { Plugin } from "rolldown";

// An `import` or a `require` of a module of Node reads each of its exports, and some are only made then: `node:http` has
// a WebSocket, which loads all of fetch. Node gets its own modules in another way, and the bundle does so too.

const prefix = "\0builtin:";
const got = (id: string) => `process.getBuiltinModule("${id}")`;

/** Gets what packages require of Node without reading all of it. */
export function builtinsPlugin(): Plugin {
  return {
    name: "modules of Node",
    resolveId(source, _importer, { kind }) {
      const isBuiltin = kind === "require-call" && process.getBuiltinModule(source) !== undefined;
      return isBuiltin ? `${prefix}${source}` : null;
    },
    load: (id) => (id.startsWith(prefix) ? `module.exports = ${got(id.slice(prefix.length))};` : null),
  };
}

const imports = /^import (?:([\w$]+)(?:, )?)?(?:\* as ([\w$]+)|(\{.*\}))? from "(node:[\w/]+)";$/gm;

/** Code with its imports of Node as assignments, each in its line. */
export function withoutNodeImports(code: string): string {
  return code.replace(imports, (_, whole?: string, all?: string, some?: string, id = "") =>
    [whole, all, some?.replaceAll(" as ", ": ")]
      .filter(Boolean)
      .map((names) => `const ${names} = ${got(id)};`)
      .join(" "),
  );
}
