import { readFileSync } from "node:fs";
import { SourceMap } from "node:module";
import { join } from "node:path";
import process from "node:process";
import { text } from "node:stream/consumers";
import { bundleDirectory } from "./bundle.ts";

// `npm run -s where < log` prints the log with positions in the sources instead of those in the bundle. Build the
// version that wrote the log first.
const [directory = bundleDirectory] = process.argv.slice(2);
const maps = new Map<string, SourceMap | undefined>();

function mapOf(name: string): SourceMap | undefined {
  if (!maps.has(name)) maps.set(name, readMap(join(directory, `${name}.map`)));
  return maps.get(name);
}

function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, "utf8")));
  } catch {
    // Not a file of the bundle, such as one of Node itself.
    return undefined;
  }
}

process.stdout.write(
  (await text(process.stdin)).replace(
    /(?:file:\/\/)?[\w./-]*?([\w-]+\.js):(\d+):(\d+)/g,
    (position: string, name: string, line: string, column: string) => {
      const found = mapOf(name)?.findEntry(Number(line) - 1, Number(column) - 1);
      if (!found || !("originalSource" in found)) return position;
      const { originalSource, originalLine, originalColumn } = found;
      return `${originalSource.replace(/^(\.\.\/)+/, "")}:${originalLine + 1}:${originalColumn + 1}`;
    },
  ),
);
