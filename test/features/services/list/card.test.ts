import { beforeEach, expect, test } from "vitest";
import { placedElements } from "@quartermaster/local-slack/person";
import { isStart } from "../../../support/create-walk.ts";
import { fieldsIn, valueIn } from "../../../support/form-view.ts";
import { useTestEnvironment } from "../../../support/environment.ts";
import { runs } from "../../../support/pressed.ts";
import { serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000", TERRAFORM_RESOURCE: "acme_database" }),
});
const name = "orders prod";
let id: string;

beforeEach(async () => {
  ({ id } = await serviceNamed(environment, name));
  await environment.ada.command("databases", `/db services add ${id} ${name}`);
  await environment.ada.waitForMessage("databases", `Added *${name}*`);
});

test("the list opens a service's card, and its tabs show how to connect and everything the cloud says", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services");
  const list = await ada.waitForMessage("databases", "*1 service*");
  expect(shownText(list)).toContain("Region: aws eu-west-1");
  await ada.click(list, runs("services_show", { service: id }));
  const card = await ada.waitForModal((view) => shownText(view).includes("*Owner*"));
  expect(shownText(card)).toContain("Live from the cloud.");
  await ada.click(card, "tab:service:connect");
  await ada.waitForModal((view) => shownText(view).includes("You'll be asked for the password."));
  await ada.click(await ada.waitForModal(), "tab:service:settings");
  await ada.waitForModal((view) => shownText(view).includes("*Data warehouse:*"));
  await ada.close({ cleared: true });
});

test("the card has what changes the service, and says what its link is for", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db services show ${name}`);
  const card = await ada.waitForModal((view) => shownText(view).includes("*Owner*"));
  const buttons = placedElements(card.blocks).map(({ actionId }) => actionId);
  for (const call of ["change", "expiries", "hours", "stop", "delete"])
    expect(buttons).toContain(runs(`services_${call}`, { service: id }));
  expect(shownText(card)).toContain("Paste this link in a message");
  await ada.close({ cleared: true });
});

test("Copy opens the form with the service's settings and team", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db services owner ${name} team payments`);
  await ada.waitForMessage("databases", "now belongs to the team payments");
  const original = await serviceNamed(environment, name);
  await ada.command("databases", `/db services show ${name}`);
  await ada.click(await ada.waitForModal((view) => shownText(view).includes("*Owner*")), "service-copy");
  const form = await ada.waitForModal(isStart);
  expect(shownText(form)).toContain(`Settings copied from “${name}”.`);
  expect(["name", "region", "ownerId", "team"].map((field) => valueIn(form, field))).toEqual([
    null,
    original["region"],
    ada.id,
    "payments",
  ]);
  await ada.close({ cleared: true });
});

test("New from backup opens the form with the service's backups and team", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db services show ${name}`);
  await ada.click(
    await ada.waitForModal((view) => shownText(view).includes("*Owner*")),
    "service-from-backup",
  );
  const form = await ada.waitForModal((view) => fieldsIn(view).includes("backupId"));
  expect(shownText(form)).toContain(`*${name}* is in eu-west-1`);
  expect([valueIn(form, "ownerId"), valueIn(form, "team")]).toEqual([ada.id, "payments"]);
  await ada.close({ cleared: true });
});

test("a service's card offers it as Terraform, to copy", async () => {
  const { ada } = environment;
  await ada.command("databases", `/db services show ${name}`);
  const card = await ada.waitForModal((view) => shownText(view).includes("*Owner*"));
  await ada.click(card, runs("services_terraform", { service: id }));
  const answer = await ada.waitForModal((view) => shownText(view).includes("required_providers"));
  expect(shownText(answer)).toContain(`to = acme_database.orders_prod`);
  expect(shownText(answer)).toContain(`id = "${id}"`);
  expect(shownText(answer)).toContain("password = var.orders_prod_password");
  await ada.close({ cleared: true });
});

test("all services come together", async () => {
  const { ada } = environment;
  await ada.command("databases", "/db services terraform all");
  const answer = await ada.waitForMessage("databases", "1 service as Terraform");
  expect(shownText(answer)).toContain('resource "acme_database" "orders_prod" {');
});
