import {
  atStep,
  isReview,
  openFilled,
  skipToReview,
  submitFilled,
  titled,
} from "../../support/create-walk.ts";
import { type MarkedEnvironment, newMark } from "../../support/marked-environment.ts";
import { readPassword } from "../../support/new-password.ts";
import { fits } from "@quartermaster/local-slack/person";
import { person } from "../../support/slack-person.ts";
import { actionIds } from "../../../src/features/alerts/message/status.ts";

/** How each form is opened, filled in and sent. */
export const filledIn: Record<string, (marked: MarkedEnvironment) => Promise<void>> = {
  async "create-service"({
    watched: {
      environment: { ada },
    },
    mark,
    marked,
  }) {
    mark("encryption key", `arn"of\\<my>&'kéy'+/=% $(:)${newMark()}`);
    await openFilled(ada, "marked key");
    await ada.submit();
    await ada.waitForModal(atStep("Step 2 of 4"));
    await ada.submit();
    await ada.waitForModal(atStep("Step 3 of 4"));
    await ada.fill("encryptionKey", marked("encryption key"));
    await ada.submit();
    await ada.waitForModal(isReview);
    await ada.submit();
    await readPassword(ada);
  },
  async "add-services"({ watched: { environment } }) {
    const { ada } = environment;
    await ada.command("databases", "/db services add");
    await ada.waitForModal(titled("Add services"));
    await ada.submit();
    await ada.waitForModal();
  },
  async "save-preset"({
    watched: {
      environment: { ada },
    },
  }) {
    await openFilled(ada, "preset source");
    await ada.click(await skipToReview(ada), "preset-save");
    await ada.waitForModal(titled("Save as preset"));
    await ada.fill("presetName", "small staging");
    await ada.submit();
    await ada.waitForModal(isReview);
  },
  async "service-id"({ watched: { environment } }) {
    const { ada } = environment;
    await environment.faults(
      { kind: "unserved", match: { operation: "listServices" } },
      { kind: "drop-after", times: 1, match: { operation: "createService" } },
    );
    await submitFilled(ada, "not certain");
    await ada.click(await ada.waitForModal(titled("Not certain")), "unknown-was-created");
    await ada.waitForModal(titled("It was created"));
    await ada.fill("serviceId", "0b6f1f0c-6a0e-4a7b-9d4e-2f6d7b1f3a10");
    await ada.submit();
    await ada.waitForModal();
  },
  async "deny-approval"({ watched: { environment } }) {
    const { ada } = environment;
    await ada.command("databases", "/db approvals set #incidents by @oncall");
    await ada.waitForMessage("databases", "1 member of <!subteam");
    await submitFilled(ada, "to be denied");
    await ada.waitForModal(titled("Approval requested"));
    await using sam = person(environment.slack, "Sam Rivera");
    await sam.click(await sam.waitForMessage("incidents", "Approval needed: to be denied"), "approval-deny");
    await sam.waitForModal(titled("Deny the request"));
    await sam.fill("reason", "Use the preset.");
    await sam.submit();
    await sam.waitForModal(titled("Denied"));
    await ada.command("databases", "/db approvals off yes");
    await ada.waitForMessage("databases", "Approvals are off.");
  },
  async "snooze-alert"({
    watched: {
      environment: { ada },
    },
  }) {
    const choice = /"(custom [\w-]+)"/;
    // Its thread names the alert too, without the menu.
    const message = await ada.waitForMessage(
      "databases",
      (each) => fits(each, "Disk full") && choice.test(JSON.stringify(each)),
    );
    const [, custom] = choice.exec(JSON.stringify(message)) ?? [];
    await ada.click(message, actionIds.snooze, custom);
    await ada.waitForModal(titled("Snooze this alert"));
    await ada.fill("until", "2 h");
    await ada.submit();
  },
};
