import type { Operation } from "../../cloud/operation.ts";
import { toWirePath, type WireNames } from "../../cloud/wire-names.ts";
import { routes } from "./routes.ts";

/** The path of an operation in the router's own notation, with the deployment's names. */
export function routerPath({ path }: Operation, names: WireNames): string {
  return toWirePath(path, names).replaceAll(/\{(\w+)\}/g, ":$1");
}

/** Tells which operation a request is for; undefined for a route that is not served. */
export function operationFinder(names: WireNames) {
  const table = Object.entries(routes).map(([name, { operation }]) => ({
    name,
    method: operation.method,
    pattern: new URLPattern({ pathname: routerPath(operation, names) }),
  }));
  return (method: string, path: string): string | undefined =>
    table.find((row) => row.method === method && row.pattern.test({ pathname: path }))?.name;
}
