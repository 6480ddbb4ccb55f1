import { expect, test } from "vitest";
import { readOwnerWords, subcommandIn } from "../../../src/features/owners/read-words.ts";

const services = ["orders prod", "orders", "team room", "me"].map((name) => ({
  name,
  serviceId: `id-${name}`,
  connection: "default",
  addedBy: "U1",
  addedAt: "2026-11-20T10:00:00.000Z",
}));
const read = (line: string) => readOwnerWords(line, services, "UME");

test.each([
  ["", { subcommand: "list", from: 1 }],
  ["list 41", { subcommand: "list", from: 41 }],
  ["orders prod", { subcommand: "show", service: "id-orders prod" }],
  ["“orders”", { subcommand: "show", service: "id-orders" }],
  ["orders prod none", { subcommand: "none", service: "id-orders prod" }],
  ["orders prod <@U1|ada>", { subcommand: "set", service: "id-orders prod", owner: "U1" }],
  ["orders me", { subcommand: "set", service: "id-orders", owner: "UME" }],
  [
    "orders prod to <@U1> team data platform",
    { subcommand: "set", service: "id-orders prod", owner: "U1", team: "data platform" },
  ],
  ["orders team <!subteam^S1|@dba>", { subcommand: "set", service: "id-orders", team: "<!subteam^S1|@dba>" }],
  ["team room team none", { subcommand: "set", service: "id-team room", team: "none" }],
  ["unknown one <@U1> team x", { subcommand: "set", service: "unknown one", owner: "U1", team: "x" }],
  ["me", { subcommand: "show", service: "id-me" }],
])("%j is read", (line, wanted) => {
  expect(JSON.parse(JSON.stringify(read(line)))).toEqual(wanted);
});

test("words that only look like a person are refused, because Slack didn't say who it is", () => {
  expect(() => read("orders prod @ada")).toThrow("Pick the person from Slack's list");
  expect(() => read("orders prod please")).toThrow("Name the service");
});

test("a line that changes something is known as a change before the services are", () => {
  const changes = ["a <@U1>", "a me", "a team b", "a team none"];
  expect(changes.map(subcommandIn)).toEqual(changes.map(() => "set"));
  expect(["", "list", "a b", "a none"].map(subcommandIn)).toEqual(["list", "list", "show", "none"]);
});
