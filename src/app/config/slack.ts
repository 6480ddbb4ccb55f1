import { z } from "zod";
import { baseUrl, matching, required, settingFacts } from "./setting.ts";

/** Settings of the Slack app. */
export const slackSettings = {
  SLACK_SIGNING_SECRET: required(
    "Copy it from Basic Information > App Credentials of your Slack app.",
  ).register(settingFacts, {
    about: "Proves that a request comes from Slack.",
    example: "0123456789abcdef0123456789abcdef",
    otherwise: "required, except in Socket Mode",
    secret: true,
  }),

  SLACK_BOT_TOKEN: required("Copy it from OAuth & Permissions of your Slack app.")
    .refine(
      (token) => !/^(xapp|xoxp)-/.test(token),
      "must be the bot token, which starts with xoxb-. Copy it from OAuth & Permissions of your Slack app.",
    )
    .register(settingFacts, {
      about: "The app's token for Slack, of the operator's own workspace.",
      example: "xoxb-…",
      otherwise: "required, except with `SLACK_CLIENT_ID`",
      secret: true,
    }),

  SLACK_CLIENT_ID: matching(
    /^[\w.-]{1,100}$/,
    "must be the Client ID of your Slack app, such as 1234567890.1234567890. Copy it from Basic Information > App Credentials.",
  )
    .optional()
    .register(settingFacts, {
      about: "Lets any workspace install the app at `PUBLIC_URL`/slack/install.",
      example: "1234567890.1234567890",
      otherwise: "one workspace, that of `SLACK_BOT_TOKEN`",
    }),

  SLACK_CLIENT_SECRET: z.string().optional().register(settingFacts, {
    about: "Proves to Slack, when a workspace installs the app, that we are the app.",
    example: "0123456789abcdef0123456789abcdef",
    otherwise: "required with `SLACK_CLIENT_ID`",
    secret: true,
  }),

  SLACK_APP_TOKEN: z
    .string()
    .startsWith(
      "xapp-",
      "must be an app-level token, which starts with xapp-. Create one under Basic Information > App-Level Tokens of your Slack app, or leave this out.",
    )
    .register(settingFacts, {
      about: "Turns Socket Mode on: the app then needs no public address, and no signing secret.",
      example: "xapp-…",
      otherwise: "Socket Mode is off",
      secret: true,
    }),

  SLACK_API_URL: baseUrl("https://slack.com/api/")
    .transform((url) => `${url}/`)
    .default("https://slack.com/api/")
    .register(settingFacts, { about: "Slack's Web API.", example: "https://slack.com/api/" }),

  CHART_PICTURES: z
    .enum(["upload", "address"], { error: "must be upload or address." })
    .default("upload")
    .register(settingFacts, {
      about:
        "How Slack gets pictures of costs and dashboards: as uploaded files, or from an address under `PUBLIC_URL` that lasts an hour.",
      example: "address",
    }),
};
