import { expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { isStart } from "../../../support/create-walk.ts";
import { valueIn } from "../../../support/form-view.ts";
import { until } from "../../../support/until.ts";

const environment = useTestEnvironment({ environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000" }) });

async function ownerOf(name: string) {
  const context = environment.app.contextOf?.(environment.slack.teamId);
  await until(async () => (await context?.services.list())?.some((one) => one.name === name) ?? false);
  const { serviceId = "" } = (await context?.services.find(name)) ?? {};
  await until(async () => (await context?.owners.of(serviceId)) !== undefined);
  return context?.owners.of(serviceId);
}

test("a new service belongs to its requester, and to the team that they named in the form", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db create ledger owned team @oncall");
  const form = await ada.waitForModal(isStart);
  expect([valueIn(form, "ownerId"), valueIn(form, "team")]).toEqual([ada.id, "@oncall"]);
  await ada.fill("region", "eu-west-1");
  await ada.submit();
  const owned = await ownerOf("ledger owned");
  expect(owned).toMatchObject({ ownerId: ada.id, team: { kind: "group", name: "oncall" }, by: ada.id });
  await ada.close({ cleared: true });
});
