import { dirname, join, normalize } from "node:path";
import { parseSync } from "vite";
import { readTexts } from "./source-texts.ts";

/** One source file. */
export interface Source {
  /** Relative to the folder that was read, as in `slack/app.ts`. */
  path: string;
  /** Its imports, including types: module specifiers as written. */
  imports: string[];
  hasDefaultExport: boolean;
  /** Its text without comments. */
  code: string;
}

/** The same, parsed. */
export function readSources(folder?: string): Source[] {
  return readTexts(folder).map(({ path, text }) => readSource(path, text));
}

function readSource(path: string, text: string): Source {
  const { module, comments, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0]?.message}`);
  const exported = module.staticExports.flatMap(({ entries }) => entries);
  const requests = [...module.staticImports, ...exported].flatMap(
    ({ moduleRequest }) => moduleRequest?.value ?? [],
  );
  const awaited = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    text.slice(start + 1, end - 1),
  );
  return {
    path,
    imports: [...new Set([...requests, ...awaited])],
    hasDefaultExport: exported.some(({ exportName }) => exportName.kind === "Default"),
    code: comments.reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), text),
  };
}

/** The files that a source imports by a relative path, relative to the folder that was read. */
export function importedSources({ path, imports }: Source): string[] {
  return imports
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => normalize(join(dirname(path), specifier)));
}

/** The npm packages that a source imports, by name, without Node's own modules. */
export function importedPackages({ imports }: Source): string[] {
  return imports
    .filter((specifier) => !specifier.startsWith(".") && !specifier.startsWith("node:"))
    .map((specifier) =>
      specifier
        .split("/")
        .slice(0, specifier.startsWith("@") ? 2 : 1)
        .join("/"),
    );
}
