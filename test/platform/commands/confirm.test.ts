import { answers, runs } from "../../support/pressed.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { product } from "../../../src/app/features.ts";
import { commandButton } from "../../../src/platform/blocks/command-button.ts";
import { type Reply, say } from "../../../src/platform/blocks/reply.ts";
import { service } from "../../../src/platform/commands/arguments.ts";
import { call } from "../../../src/platform/commands/call.ts";
import { type ReadCommand, readCall, readCalls } from "../../../src/platform/commands/read-calls.ts";

const declared = {
  name: "drops_drop",
  title: "Drop",
  summary: "Drops a service.",
  effect: "destroy",
  line: "drop {service}",
  args: z.object({ service }),
  confirm: ({ service: name }: { service: string }) =>
    name === "gone" ? undefined : { text: `Drop ${name}?`, yes: "Drop it" },
  run: ({ service: name }: { service: string }) => say(`Dropped ${name}.`),
} as const;
const drop = call(declared);
const reader = { calls: [drop], path: "drop" };

/** What a line answers to a person. If it is their own line, they may confirm in it. */
async function answer(words: string, mayConfirm = true, calls = reader): Promise<Reply> {
  const reading = readCalls(calls, words);
  if ("problem" in reading) throw new Error(reading.problem);
  return replyOf(reading, mayConfirm);
}

async function replyOf({ run }: Pick<ReadCommand<object>, "run">, mayConfirm: boolean): Promise<Reply> {
  const asker = { workspaceId: "T1", userId: "U1", mayConfirm };
  const answered = await run({}, asker, { progress: async () => {} });
  if (!("blocks" in answered)) throw new Error("This is not a reply.");
  return answered;
}

async function said(words: string, calls = reader): Promise<string> {
  return (await answer(words, true, calls)).text;
}

test("a call that asks first does nothing until its person says yes", async () => {
  expect(await said("orders prod")).toBe("Drop orders prod?");
  expect(await said("orders prod yes")).toBe("Dropped orders prod.");
  expect(await said('"orders prod" yes')).toBe("Dropped orders prod.");
  expect(await said("gone")).toBe("Dropped gone.");
});

test("a name said again answers too, if its call says that", async () => {
  const again = { ...reader, calls: [call({ ...declared, takesNameAgain: true })] };
  for (const words of ["orders orders", "orders yes", '"orders" ORDERS', 'orders "orders"'])
    expect([words, await said(words, again)]).toEqual([words, "Dropped orders."]);
  expect(await said("orders prod", again)).toBe("Drop orders prod?");
  expect(await said("orders orders")).toBe("Drop orders orders?");
});

test("a yes from elsewhere answers nothing", async () => {
  expect((await answer("orders yes", false)).text).toBe("Drop orders?");
});

test("only the press of the question's own button counts", async () => {
  const { blocks } = await answer("watch list");
  const row = blocks.find((each) => each.type === "actions");
  expect(row?.elements[0]).toMatchObject({
    action_id: answers("drops_drop", { service: "watch list" }),
    value: '{"call":"drops_drop","args":{"service":"watch list"},"yes":true}',
  });
  const pressed = readCall(drop, { service: "watch list" }, true);
  if ("problem" in pressed) throw new Error(pressed.problem);
  expect((await replyOf(pressed, true)).text).toBe("Dropped watch list.");
  expect((await replyOf(pressed, false)).text).toBe("Drop watch list?");
});

test("a question may have other answers, which come first", async () => {
  const other = commandButton("Keep it", { call: "drops_keep" });
  const asking = call({
    ...declared,
    confirm: () => ({ text: "Drop it?", yes: "Drop it", others: [other] }),
    run: () => say("Dropped."),
  });
  const reading = readCall(asking, { service: "orders" });
  if ("problem" in reading) throw new Error(reading.problem);
  const { blocks } = await replyOf(reading, false);
  expect(blocks.find((each) => each.type === "actions")?.elements).toMatchObject([
    { action_id: runs("drops_keep") },
    { action_id: answers("drops_drop", { service: "orders" }), style: "danger" },
  ]);
});

test("a service with a name that ends in yes is asked about first", () => {
  expect(readCalls(reader, "orders yes")).toMatchObject({
    args: { service: "orders" },
    orNamed: { kind: "service", name: "orders yes", meant: { args: { service: "orders yes" } } },
  });
});

test("a button runs its call with its arguments, which no one reads as words", () => {
  const asked = { call: "backup_watches_stop", args: { service: "max-age 3d" } };
  const reading = product.readCommand(commandButton("Stop", asked).value ?? "");
  expect(reading).toMatchObject({ line: 'backups watch stop "max-age 3d"', args: asked.args });
});

test.each([
  ['{"call":"unknown_call"}', "This button is from another version of the app."],
  ['{"call":"backup_watches_set","args":{"service":7}}', "`service` must be the name or id of a service"],
  ['{"call":', "I don't know"],
])("the value %s is refused in words", async (value, says) => {
  const reading = product.readCommand(value);
  expect("reply" in reading && reading.reply.text).toContain(says);
});
