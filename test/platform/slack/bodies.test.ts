import { expect, test } from "vitest";
import {
  InteractionBody,
  CommandBody,
  workspaceIdOf,
  workspaceIdOfAny,
} from "../../../src/platform/slack/bodies.ts";

const command = { user_id: "U1", channel_id: "C1", trigger_id: "t", team_id: "T1" };
const click = { user: { id: "U1" }, trigger_id: "t", actions: [{ action_id: "a" }] };

test("a command and a click belong to the team they come from", () => {
  const inGrid = { enterprise_id: "E1", is_enterprise_install: "false" };
  expect(workspaceIdOf(CommandBody.parse(command))).toBe("T1");
  expect(workspaceIdOf(CommandBody.parse({ ...command, ...inGrid }))).toBe("T1");
  expect(workspaceIdOf(InteractionBody.parse({ ...click, team: { id: "T1" }, enterprise: null }))).toBe("T1");
});

test("if the app is installed for a whole organization, both belong to the organization", () => {
  const forAll = { enterprise_id: "E1", is_enterprise_install: "true" };
  expect(workspaceIdOf(CommandBody.parse({ ...command, ...forAll }))).toBe("E1");
  const where = { team: null, enterprise: { id: "E1" }, is_enterprise_install: true };
  expect(workspaceIdOf(InteractionBody.parse({ ...click, ...where }))).toBe("E1");
});

test("a view belongs to the team of the installation that opened it, wherever its person is", () => {
  const view = { id: "V1", type: "modal", app_installed_team_id: "T1" };
  expect(workspaceIdOf(InteractionBody.parse({ ...click, team: { id: "T2" }, view }))).toBe("T1");
  expect(workspaceIdOfAny({ type: "view_submission", team: { id: "T2" }, view })).toBe("T1");
  expect(workspaceIdOfAny({ type: "view_submission", team: { id: "T2" }, view: { id: "V1" } })).toBe("T2");
});

test("a body that names neither a team nor an organization is refused", () => {
  const nowhere = { team: null, enterprise: null, is_enterprise_install: true };
  expect(() => workspaceIdOf(InteractionBody.parse({ ...click, ...nowhere }))).toThrow("which workspace");
});

test.each(["../../x", "T1}:connections", "t1", "U1", "T", "{T1}", "T1 "])(
  "a body with the id %s of a team or an organization is refused",
  (id) => {
    expect(() => workspaceIdOf(CommandBody.parse({ ...command, team_id: id }))).toThrow(
      "isn't one of Slack's",
    );
    const inAll = { enterprise_id: id, is_enterprise_install: "true" };
    expect(() => workspaceIdOf(CommandBody.parse({ ...command, ...inAll }))).toThrow("isn't one of Slack's");
  },
);

test.each(["u1", "../x", "U1:x", ""])("a body with the person's id %j is refused", (id) => {
  expect(CommandBody.safeParse({ ...command, user_id: id }).success).toBe(false);
  expect(InteractionBody.safeParse({ ...click, team: { id: "T1" }, user: { id } }).success).toBe(false);
});
