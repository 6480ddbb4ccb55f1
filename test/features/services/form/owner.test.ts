import { expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { isStart } from "../../../support/create-walk.ts";
import { valueIn } from "../../../support/form-view.ts";
import { until } from "../../../support/until.ts";
import { serviceNamed } from "../../../support/reference-server.ts";

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

test("a copy and a restored service begin with the team of the one that they come from", async () => {
  const { ada } = environment;
  const { id } = await serviceNamed(environment, "orders prod");
  await ada.command("databases", `/db services add ${id} orders prod`);
  await ada.waitForMessage("databases", "Added *orders prod*");
  await ada.command("databases", "/db services owner orders prod team payments");
  await ada.waitForMessage("databases", "now belongs to the team payments");
  await ada.command("databases", "/db services show orders prod");
  for (const button of ["service-copy", "service-from-backup"]) {
    await ada.click(await ada.waitForModal(({ callbackId }) => callbackId === "window:service"), button);
    const form = await ada.waitForModal(({ callbackId }) => callbackId === "form:create-service");
    expect([valueIn(form, "ownerId"), valueIn(form, "team")]).toEqual([ada.id, "payments"]);
    await ada.close();
  }
});
