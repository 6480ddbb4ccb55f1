import { beforeEach, expect, test } from "vitest";
import { useTestEnvironment } from "../../../support/environment.ts";
import { serviceNamed } from "../../../support/reference-server.ts";
import { shownText } from "../../../support/slack-person.ts";

const environment = useTestEnvironment({
  environment: () => ({ CLOUD_REQUESTS_PER_10_SECONDS: "1000", TERRAFORM_RESOURCE: "acme_database" }),
});
const name = "orders prod";

beforeEach(async () => {
  const { id } = await serviceNamed(environment, name);
  await environment.ada.command("databases", `/db services add ${id} ${name}`);
  await environment.ada.waitForMessage("databases", `Added *${name}*`);
});

test("a service's card offers it as Terraform, to copy", async () => {
  const { ada } = environment;
  const { id } = await serviceNamed(environment, name);
  await ada.command("databases", `/db services show ${name}`);
  const card = await ada.waitForModal((view) => shownText(view).includes("*Owner*"));
  await ada.click(card, `run:services terraform ${name}`);
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
