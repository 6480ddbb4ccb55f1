import type { Plugin } from "rolldown";
import packageJson from "../package.json" with { type: "json" };

/** What packages load at the start for uses that the app doesn't have. It would be a fifth of the bundle. */
const unused = [
  // Bolt's ExpressReceiver
  { from: "@slack/bolt", import: /^express$/ },
  // Bolt's own installation of apps
  { from: "@slack/oauth", import: /^jsonwebtoken$/ },
  // BullMQ's repetition by cron patterns
  { from: "bullmq", import: /^cron-parser$/ },
  // BullMQ on Postgres
  { from: "bullmq", import: /^\.\/postgres$/ },
  // Bodies in other encodings. Bolt takes their bytes.
  { from: "raw-body", import: /^iconv-lite$/ },
];

/** Leaves out what no part uses, and optional packages that aren't installed. */
export function packagesPlugin(): Plugin {
  return {
    name: "packages",
    resolveId(source, importer = "") {
      const isUnused = unused.some((each) => importer.includes(`/${each.from}/`) && each.import.test(source));
      if (isUnused) return "\0unused";
      const isMissing = Object.hasOwn(packageJson.optionalDependencies, source) && !isInstalled(source);
      return isMissing ? { id: source, external: true } : null;
    },
    load: (id) => (id === "\0unused" ? "module.exports = {};" : null),
  };
}

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== "";
  } catch {
    return false;
  }
}
