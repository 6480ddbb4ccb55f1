import { product } from "../../../src/app/features.ts";
import { expect, test } from "vitest";
import type { AppContext } from "../../../src/app/context.ts";
import { AppError } from "../../../src/lib/errors.ts";
import * as texts from "../../../src/features/connections/texts.ts";
import { runs } from "../../support/pressed.ts";
import { drawn } from "../../support/drawn.ts";

const id = "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10";

const button = JSON.stringify(runs("connections_connect"));

/** The answer to a line of `/db` if nothing, or only an observability server, is connected. */
async function answer(line: string, connections: readonly { name: string; kind: string }[]): Promise<string> {
  const reading = product.readCommand(line);
  if (!("run" in reading)) throw new Error("It is not a command.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = {
    connections: { list: async () => connections },
    services: { list: async () => [], find: async () => Promise.reject(new AppError("missing", "None.")) },
    presets: { list: async () => [] },
  } as unknown as AppContext;
  const asker = { workspaceId: "T1", userId: "U1" };
  return JSON.stringify(await drawn(await reading.run(context, asker, { progress: async () => undefined })));
}

test.each([
  "create",
  "create orders",
  "create presets",
  "services",
  "services show orders",
  `services add ${id} orders`,
  "backups",
  "backups orders",
  "backups watch orders",
  "costs",
  "costs csv last month",
  "costs schedule weekly",
  "costs budget set 500",
])("`/db %s` asks to connect a cloud first, with the button for that", async (line) => {
  for (const connections of [[], [{ name: "watch", kind: "standalone" }]]) {
    const said = await answer(line, connections);
    expect(said).toContain(texts.connectCloudFirst);
    expect(said).toContain(button);
  }
});

test.each([
  "dashboards",
  "dashboards orders",
  "dashboards find orders",
  "dashboards create",
  "dashboards sources",
  "alerts rules orders",
  "alerts list",
  "alerts create",
])("`/db %s` asks to connect a cloud or a server first, with the button for that", async (line) => {
  const said = await answer(line, []);
  expect(said).toContain(texts.connectAnyFirst);
  expect(said).toContain(button);
});

test("`/db admin connections` without any has the button to connect a cloud", async () => {
  expect(await answer("admin connections", [])).toContain(button);
});
