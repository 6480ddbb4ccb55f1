import { test } from "vitest";
import { useHouse } from "../support/house.ts";
import type { SlackPerson } from "../support/slack-person.ts";

const house = useHouse();

async function submitFilled(ada: SlackPerson, name: string): Promise<void> {
  await ada.command("databases", `/db create ${name}`);
  await ada.waitForModal(({ title }) => title === "Create a service");
  await ada.fill("region", "eu-west-1");
  await ada.submit();
}

test("where the key may create but not look, the channel reads that the cloud does not say when it runs", async () => {
  const { ada } = house;
  await house.faults(
    { kind: "status", status: 403, match: { operation: "getService" } },
    { kind: "status", status: 403, match: { operation: "listServices" } },
  );
  await submitFilled(ada, "unseen");
  await ada.waitForMessage("databases", "*unseen* is created. This cloud does not report");
});

test("a service that is not listed yet is looked for again", async () => {
  const { ada } = house;
  await house.faults(
    { kind: "unserved", times: 2, match: { operation: "getService" } },
    { kind: "status", status: 200, body: { result: [] }, times: 1, match: { operation: "listServices" } },
  );
  await submitFilled(ada, "unlisted");
  await ada.waitForMessage("databases", "*unlisted* is created and running");
});
