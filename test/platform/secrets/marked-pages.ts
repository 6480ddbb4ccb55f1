import { product } from "../../../src/app/features.ts";
import { expect } from "vitest";
import { connectPages } from "../../../src/features/connections/page/pages.ts";
import { healthPaths, webApp } from "../../../src/platform/http/web.ts";
import type { MarkedEnvironment } from "../../support/marked-environment.ts";
import { installIn } from "@quartermaster/local-slack";

/** The pages that are opened for each path. */
export const pages: Record<string, string[]> = {
  "/healthz": ["/healthz"],
  "/readyz": ["/readyz"],
  "/pictures/*": ["/pictures/T0ACME0001/none"],
  "/slack/install": ["/slack/install"],
  "/slack/install/start": ["/slack/install/start"],
  "/slack/oauth/callback": [
    "/slack/oauth/callback?state=wrong&code=wrong",
    "/slack/oauth/callback?error=denied",
  ],
  "/handover/:hookId": ["/handover/T0ACME0001-none"],
  "/open/*": ["/open/service/none", "/open/alert/none"],
  "/mcp": ["/mcp"],
  "/mcp/": ["/mcp/"],
  "/connect/*": ["/connect", "/connect/T0ACME0001"],
  "/connect/:workspaceId/:token": ["/connect/T0ACME0001/none"],
  "/connect/:workspaceId/:token/test": ["/connect/T0ACME0001/none/test"],
  "/connect/:workspaceId/:token/add": ["/connect/T0ACME0001/none/add"],
  "/connect/:workspaceId/:token/save": ["/connect/T0ACME0001/none/save"],
};

/** The paths of all pages. The routes are only registered here, never called. */
export function registeredPages(): string[] {
  // All of them take it, because none is called.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const nothing = {} as never;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const parts = { installing: {}, mcp: { isOn: true } } as never;
  const web = webApp({
    pictures: nothing,
    routes: (app) => product.routes(app, parts),
  });
  const routes = [...web.routes, ...connectPages(nothing).routes];
  const health = Object.keys(healthPaths({ check: async () => undefined, troubles: () => [] }));
  return [...new Set([...health, ...routes.map(({ path }) => path)])]
    .filter((path) => path !== "/*")
    .toSorted();
}

/** Installs the app as a person does in a browser; all secrets on the way are marked. */
export async function install({ watched, mark }: MarkedEnvironment): Promise<void> {
  expect(await installIn(watched.toApp.url, watched.environment.slack)).toContain("is installed");
  const back = watched.toApp.passed.find(({ path }) => path.startsWith("/slack/oauth/callback"));
  const { searchParams } = new URL(back?.path ?? "", "http://app");
  mark("code of an installation", searchParams.get("code") ?? undefined);
  mark("state of an installation", searchParams.get("state") ?? undefined);
  const begun = watched.toApp.passed.find(({ path }) => path === "/slack/install/start");
  mark("cookie of an installation", /qm-install[^=]*=([\w-]+)/.exec(begun?.answered ?? "")?.[1]);
}
