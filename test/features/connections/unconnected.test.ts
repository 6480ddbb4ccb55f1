import { product } from "../../../src/app/features.ts";
import { expect, test } from "vitest";
import type { AppContext } from "../../../src/app/context.ts";

/** The answer to a line of `/db` if nothing, or only an observability server, is connected. */
async function answer(line: string, connections: readonly { name: string; kind: string }[]): Promise<string> {
  const reading = product.readCommand(line);
  if (!("run" in reading)) throw new Error("It is not a command.");
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const context = { connections: { list: async () => connections } } as unknown as AppContext;
  const asker = { workspaceId: "T1", userId: "U1" };
  return JSON.stringify(await reading.run(context, asker, { progress: async () => undefined }));
}

test.each([
  "create",
  "create orders",
  "services",
  "backups",
  "backups orders",
  "costs",
  "costs csv last month",
])("`/db %s` asks to connect a cloud first, with the button for that", async (line) => {
  for (const connections of [[], [{ name: "watch", kind: "standalone" }]]) {
    const said = await answer(line, connections);
    expect(said).toContain("No database cloud is connected here yet");
    expect(said).toContain('"value":"connect"');
  }
});
