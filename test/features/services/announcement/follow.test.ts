import { test } from "vitest";
import { submitFilled } from "../../../support/create-walk.ts";
import { useTestEnvironment } from "../../../support/environment.ts";

const environment = useTestEnvironment();

test("when the key may create but not read, the announcement says that the cloud does not report", async () => {
  const { ada } = environment;
  await environment.faults(
    { kind: "status", status: 403, match: { operation: "getService" } },
    { kind: "status", status: 403, match: { operation: "listServices" } },
  );
  await submitFilled(ada, "unseen");
  await ada.waitForMessage("databases", "*unseen* is created. This cloud doesn't report");
});

test("a state's case does not matter", async () => {
  const { ada } = environment;
  const body = {
    result: { service: { id: "7d5b8b52-3f5c-4a3e-9f0e-0c1d2e3f4a5b", state: "RUNNING" }, password: "p" },
  };
  await environment.faults({
    kind: "status",
    status: 200,
    body,
    times: 1,
    match: { operation: "createService" },
  });
  await submitFilled(ada, "loud");
  await ada.waitForMessage("databases", "*loud* is running");
});

test("a service that is not listed yet is read again", async () => {
  const { ada } = environment;
  await environment.faults(
    { kind: "unserved", times: 2, match: { operation: "getService" } },
    { kind: "status", status: 200, body: { result: [] }, times: 1, match: { operation: "listServices" } },
  );
  await submitFilled(ada, "unlisted");
  await ada.waitForMessage("databases", "*unlisted* is running");
});
