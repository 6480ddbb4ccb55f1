import { expect, test } from "vitest";
import { LinksBody } from "../../../../src/platform/slack/bodies.ts";
import { sharedLinks } from "../../../../src/platform/slack/interactions/objects.ts";

const event = {
  type: "link_shared",
  channel: "C1",
  user: "U1",
  message_ts: "1.000000",
  is_bot_user_member: true,
  links: [{ domain: "observe.example.com", url: "https://observe.example.com/dashboards/d1" }],
};

/** Links in a channel of the workspace T1, as Slack reports them. */
function read(more: object, inEvent: object = {}) {
  return sharedLinks(LinksBody.parse({ team_id: "T1", event: { ...event, ...inEvent }, ...more }));
}

const alone = [{ enterprise_id: null, team_id: "T1", is_enterprise_install: false }];
const inOrganization = [{ enterprise_id: "E1", team_id: "T1", is_enterprise_install: false }];
const ofOrganization = [{ enterprise_id: "E1", team_id: null, is_enterprise_install: true }];

test.each([
  ["a workspace's own channel", { is_ext_shared_channel: false, authorizations: alone }, true],
  ["a channel shared with another company", { is_ext_shared_channel: true, authorizations: alone }, false],
  ["a channel that Slack says nothing about", { authorizations: alone }, false],
  [
    "a channel that other workspaces of the organization may share",
    { is_ext_shared_channel: false, authorizations: inOrganization },
    false,
  ],
  [
    "the same if Slack names the organization only beside the workspace",
    { is_ext_shared_channel: false, enterprise_id: "E1" },
    false,
  ],
  [
    "a channel of the organization that the app is installed for",
    { is_ext_shared_channel: false, enterprise_id: "E1", authorizations: ofOrganization },
    true,
  ],
  [
    "a channel that the organization shares with another company",
    { is_ext_shared_channel: true, authorizations: ofOrganization },
    false,
  ],
])("in %s, only people of the workspace see a card: %o is %s", (_where, more, isForMembers) => {
  expect(read(more)?.isForMembers).toBe(isForMembers);
});

test("a card in a composer may be seen by anyone", () => {
  const inEvent = { channel: "COMPOSER", source: "composer", unfurl_id: "u1" };
  const composed = read({ is_ext_shared_channel: false, authorizations: alone }, inEvent);
  expect(composed).toMatchObject({ messageRef: { unfurlId: "u1" }, isForMembers: false });
});

test("no card is shown if the app is not in the channel, or if no person posted the link", () => {
  expect(read({}, { is_bot_user_member: false })).toBeUndefined();
  expect(read({}, { user: null })).toBeUndefined();
});
