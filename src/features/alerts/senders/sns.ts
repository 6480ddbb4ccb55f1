import { fieldsOf, firstText, isRecord, opened } from "./reading/fields.ts";
import type { Sender } from "./sender.ts";

/** The name of the sender of subscriptions. Its link confirms one. */
export const subscriptionSender = "sns subscription";

/** Reads the question of Amazon SNS whether to deliver here. Only a person follows its address, never this app. */
export const snsSubscription: Sender = {
  name: subscriptionSender,

  read(body) {
    if (!isRecord(body)) return undefined;
    const field = fieldsOf(body);
    const [topic, address] = [firstText(field("TopicArn")), firstText(field("SubscribeURL"))];
    if (topic === "" || address === "" || !firstText(field("Type")).endsWith("Confirmation"))
      return undefined;
    const name = topic.split(":").at(-1) ?? topic;
    const title = `Confirm the subscription to ${name}`;
    return [{ id: `sns:${topic}`, title, name: title, group: topic, link: address, isTest: true }];
  },
};

/** The body that Amazon SNS carries in its field `Message`, if that is JSON. */
export function carriedBySns(body: unknown): Record<string, unknown> | undefined {
  if (!isRecord(body) || firstText(fieldsOf(body)("TopicArn")) === "") return undefined;
  const inner = opened(fieldsOf(body)("Message"));
  return isRecord(inner) ? inner : undefined;
}
