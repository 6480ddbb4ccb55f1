import { type Operation, toWirePath, type WireNames } from "./contract.ts";
import { routes } from "./routes.ts";
import { serviceChangeRoutes } from "./service-changes.ts";
import type { World } from "./world.ts";

/** The path of an operation in the router's own notation, with the deployment's names. */
export function routerPath({ path }: Operation, names: WireNames): string {
  return toWirePath(path, names).replaceAll(/\{(\w+)\}/g, ":$1");
}

const changes: ReadonlySet<Operation> = new Set(
  Object.values(serviceChangeRoutes).map(({ operation }) => operation),
);

/** True if this server serves an operation now. */
export function isOffered(operation: Operation, { observability, services }: World): boolean {
  const { documented, surface } = operation;
  if (documented) return true;
  if (surface !== "management") return observability.offers === "everything";
  return services.changes || !changes.has(operation);
}

/** The operation of a request. Undefined for an unknown route. */
export function operationFinder(world: World) {
  const table = Object.entries(routes).map(([name, { operation }]) => ({
    name,
    operation,
    method: operation.method,
    pattern: new URLPattern({ pathname: routerPath(operation, world.wireNames) }),
  }));
  return (method: string, path: string): string | undefined =>
    table.find(
      (row) =>
        row.method === method && isOffered(row.operation, world) && row.pattern.test({ pathname: path }),
    )?.name;
}
