import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";
import { typed } from "./texts.ts";

// The window of one hook, in mrkdwn. Its title, tabs and buttons are plain. Arguments are escaped.

export const window = {
  title: (name: string) => `Hook ${name}`,
  address: "Address and test",
  routing: "Routing and rules",
  escalation: "Escalation",
  quieting: "Quieting",
  maintenance: "Maintenance",
  silence: "Heartbeat",
  export: "Export",
  postsIn: (hook: string, channel: string) => `${hook} brings alerts to ${channel}.`,
  cannotPost: (channel: string, since: string, reason: string) =>
    `:warning: I can't post in ${channel} since ${since}: ${reason}`,
  pausedBy: (person: string, since: string) =>
    `:double_vertical_bar: Paused by ${person}, ${since}. I don't post what it gets.`,
  secret: (isSigned: boolean, made: string) => `*${isSigned ? "Signing secret" : "Secret"}:* made ${made}`,
  twoSecrets: (old: string) => `The old one, made ${old}, works too until you drop it.`,
  lastDelivery: (what: string) => `*Last delivery:* ${what}`,
  none: "none",
  noneRecent: "none in two days",
  openAlerts: (count: number) => `*Open alerts:* ${count.toLocaleString("en-US")}`,
  mapping: (title: string) => `*Mapping:* ${title}`,
  byShape: "none. I find the fields by myself",
  titleFrom: (path: string) => `title from ${code(path)}`,
  madeBy: (person: string, when: string) => `*Created by:* ${person}, ${when}`,
  fallback: (channel: string) => `*Fallback channel:* ${channel}`,
  rules: (count: number, channel: string) =>
    count === 0
      ? `*No rules.* Everything is posted in ${channel}.`
      : `*${plural(count, "rule")}.* The first that fits decides. Everything else is posted in ${channel}.`,
  moreRules: (count: number) => `${plural(count, "more rule")}: choose “All rules”.`,
  replay: "Try on the last day",
  tryLatest: "Try on the latest alerts",
  addRule: (name: string) =>
    `Add a rule: ${code(typed(`rules ${name} add title "payments" severity critical to #night`))}. Set a fallback channel: ${code(typed(`fallback ${name} #channel`))}.`,
  noFallback: "Remove the fallback channel",
  escalates: (group: string, time: string) =>
    `*Escalation:* mention ${group} if an alert isn't acknowledged for ${time}.`,
  noEscalation: "*Escalation:* off. No one is mentioned if an alert isn't acknowledged.",
  handover: (name: string, host: string) => `*Hand-over:* when it escalates, I tell ${name} (${host}) too.`,
  noHandover: "*Hand-over:* none. PagerDuty or another system can take over when it escalates.",
  handoverOn: "Hand over to PagerDuty",
  handoverOff: "End the hand-over",
  escalationOff: "Turn escalation off",
  broadcasts: (isOn: boolean) =>
    `*When an alert gets worse:* ${isOn ? "I tell the channel too." : "I only say so in its thread."}`,
  broadcastOn: "Tell the channel",
  broadcastOff: "Only tell the thread",
  observed: (source: string) => `*Source:* ${source}. I ask its API if an open alert is over.`,
  notObserved: "*Source:* not set. I don't ask an API if an open alert is over.",
  observeOff: "Stop asking the API",
  reminder: "I remind the person who acknowledged an alert after 30 minutes, once.",
  setEscalation: (name: string) =>
    `Set it: ${code(typed(`escalate ${name} @oncall after 15`))}. Set the source: ${code(typed(`observe ${name} <service>`))}.`,
  storms:
    "*Storms:* if more than 10 new alerts wait in a channel, or more than 20 came within a minute, they share one message until a minute passes without a new one. Critical alerts keep their own.",
  flapping:
    "*Flapping:* an alert that changes more than 4 times in 10 minutes gets one line in its thread, and no more until it calms down.",
  mutes: (count: number) => `*Muted alerts:* ${count === 0 ? "none" : count.toLocaleString("en-US")}`,
  moreMutes: (count: number) => `${plural(count, "more muted alert")}: choose “All muted alerts”.`,
  allMutes: "All muted alerts",
  muteHow:
    "To mute an alert, choose “Mute this alert…” in the menu of its message. To mute a rule in a storm, choose “Mute this rule…”. Rules can mute too.",
  tooLong: "The settings are too long for this window. Choose “As a file”.",
  asFile: "As a file",
} as const;
