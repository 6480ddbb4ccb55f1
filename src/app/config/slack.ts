import { z } from "zod";
import { baseUrl, matching, required, settingFacts } from "./setting.ts";

/** Settings of the Slack app. */
export const slackSettings = {
  SLACK_SIGNING_SECRET: z.string().register(settingFacts, {
    about: "Proves that a request comes from Slack.",
    example: "0123456789abcdef0123456789abcdef",
    otherwise: "required, except in Socket Mode",
    secret: true,
  }),

  SLACK_BOT_TOKEN: required("Copy it from your Slack app: OAuth & Permissions > Bot User OAuth Token.")
    .refine(
      (token) => !/^(xapp|xoxp)-/.test(token),
      "must be the bot token, which starts with xoxb-. Copy it from your Slack app: OAuth & Permissions > Bot User OAuth Token.",
    )
    .register(settingFacts, {
      about: "The app's token in your own workspace.",
      example: "xoxb-…",
      otherwise: "required, except with `SLACK_CLIENT_ID`",
      secret: true,
    }),

  SLACK_CLIENT_ID: matching(
    /^[\w.-]{1,100}$/,
    "must be the Client ID, such as 1234567890.1234567890. Copy it from your Slack app: Basic Information > App Credentials.",
  )
    .optional()
    .register(settingFacts, {
      about: "Lets any workspace install the app at `PUBLIC_URL`/slack/install.",
      example: "1234567890.1234567890",
      otherwise: "only the workspace of `SLACK_BOT_TOKEN`",
    }),

  SLACK_CLIENT_SECRET: z.string().optional().register(settingFacts, {
    about: "Proves to Slack that the app is yours when a workspace installs it.",
    example: "0123456789abcdef0123456789abcdef",
    otherwise: "required with `SLACK_CLIENT_ID`",
    secret: true,
  }),

  SLACK_APP_TOKEN: required(
    "Create one in your Slack app: Basic Information > App-Level Tokens. With HTTPS, set SLACK_SIGNING_SECRET instead: Basic Information > App Credentials.",
  )
    .startsWith(
      "xapp-",
      "must be an app-level token, which starts with xapp-. Create one in your Slack app under Basic Information > App-Level Tokens, or leave this empty.",
    )
    .register(settingFacts, {
      about: "Turns on Socket Mode. The app then needs neither a public address nor a signing secret.",
      example: "xapp-…",
      otherwise: "Slack calls the app over HTTPS",
      secret: true,
    }),

  SLACK_API_URL: baseUrl("https://slack.com/api/")
    .transform((url) => `${url}/`)
    .default("https://slack.com/api/")
    .register(settingFacts, { about: "The address of Slack's Web API.", example: "https://slack.com/api/" }),

  CHART_PICTURES: z
    .enum(["upload", "address"], { error: "must be upload or address." })
    .default("upload")
    .register(settingFacts, {
      about:
        "How Slack gets pictures of costs: `upload` sends files, `address` serves them under `PUBLIC_URL` for an hour.",
      example: "address",
    }),
};
