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
  // undici's caches, its mocks, and more
  {
    from: "undici",
    import: /^\.\/lib\/(web\/(?!fetch$|websocket\/(events|websocket)$)|cache\/|mock\/|interceptor\/)/,
  },
  // Limits that are kept elsewhere than in Redis or in memory
  { from: "rate-limiter-flexible", import: /^\.\/lib\/(?!RateLimiter(Redis|Memory|Res)$)/ },
  // Bodies in other encodings. Bolt takes their bytes.
  { from: "raw-body", import: /^iconv-lite$/ },
];

/** Lets undici's index load its WebSocket and its fetch when they are first used. Only Socket Mode uses them. */
function withLaterWeb(code: string): string {
  return code
    .replace(
      /^const \{ (.+) \} = (require\('\.\/lib\/web\/websocket\/\w+'\))$/gm,
      (_, names: string, from: string) =>
        names
          .split(", ")
          .map((name) => getter(name, from))
          .join(" "),
    )
    .replace(/^module\.exports\.(\w+Event|WebSocket|ping) = \1$/gm, "")
    .replace(/^const fetchImpl = (.+)$/m, "const fetchImpl = (...given) => $1(...given)");
}

function getter(name: string, from: string): string {
  return `Object.defineProperty(module.exports, "${name}", { get: () => ${from}.${name} });`;
}

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
    transform: (code, id) =>
      id.endsWith("/undici/index.js") ? { code: withLaterWeb(code), map: null } : null,
    // Whatever is read of it can be constructed, because undici makes a cache at once.
    load: (id) => (id === "\0unused" ? "module.exports = new Proxy({}, { get: () => class {} });" : null),
  };
}

function isInstalled(name: string): boolean {
  try {
    return import.meta.resolve(name) !== "";
  } catch {
    return false;
  }
}
