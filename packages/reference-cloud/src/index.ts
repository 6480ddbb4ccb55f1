export { consoles, intervalMs } from "./alerting/link.ts";
export { isFinal, shareKnownBefore } from "./final-days.ts";
export { routes } from "./routes.ts";
export {
  type ReferenceCloud,
  type ReferenceCloudOptions,
  type SeededOrganization,
  startReferenceCloud,
} from "./server.ts";
