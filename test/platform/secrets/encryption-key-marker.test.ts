import { expect, test } from "vitest";
import { atStep, isReview, openFilled, titled } from "../../support/create-walk.ts";
import { timesIn } from "../../support/marks.ts";
import { shownText } from "../../support/slack-person.ts";
import { useWatchedEnvironment } from "../../support/watched-environment.ts";

const secret = `arn"of\\<my>&'kéy'+/=% $(:)`;
const watched = useWatchedEnvironment({ organization: "Harbour Bank" });
const { environment } = watched;

/** Only the form's own views and the request to the cloud may hold the key. */
const formLocations = new Set(["to Slack /api/views.open", "to Slack /api/views.update", "answers to Slack"]);

async function elsewhere(): Promise<Record<string, number>> {
  const locations = Object.entries(await watched.locationsOf(secret));
  return Object.fromEntries(locations.filter(([location]) => !formLocations.has(location)));
}

test("an encryption key leaves the app in the form's own views and in the one request to the cloud", async () => {
  const { ada } = environment;
  await openFilled(ada, "marked key");
  await ada.submit();
  await ada.waitForModal(atStep("Step 2 of 4"));
  await ada.submit();
  await ada.waitForModal(atStep("Step 3 of 4"));
  await ada.fill("encryptionKey", secret);
  await ada.submit();
  const review = await ada.waitForModal(isReview);
  expect(shownText(review)).not.toContain("kéy");
  expect(await elsewhere()).toEqual({});

  await ada.close();
  await ada.command("databases", "/db create");
  await ada.click(await ada.waitForModal(), "form-resume");
  await ada.waitForModal(isReview);
  await environment.faults({
    kind: "status",
    status: 400,
    times: 1,
    body: { requestId: "r1", error: `BAD_REQUEST: encryptionKey: ${secret} isn't a key`, status: 400 },
    match: { operation: "createService" },
  });
  await ada.submit();
  const refused = await ada.waitForModal((view) => shownText(view).includes("Nothing was created."));
  expect(shownText(refused)).toContain("encryptionKey: [hidden] isn't a key");
  expect(await elsewhere()).toEqual({ "to the cloud": 1 });

  await ada.submit();
  await ada.waitForModal(isReview);
  await ada.submit();
  await ada.waitForModal(titled("Created"));
  await ada.waitForMessage("databases", "*marked key* is running");
  expect(await elsewhere()).toEqual({ "to the cloud": 2 });
  const holding = watched.toSlack.passed.filter(({ sent }) => timesIn(sent, secret) > 0);
  expect(holding.filter(({ sent }) => !sent.includes("form%3Acreate-service"))).toEqual([]);
});
