import { code } from "../../../platform/blocks/escape.ts";
import { plural } from "../../../lib/text.ts";

// What people read about hooks, in mrkdwn unless noted. Errors and texts of buttons are plain. Arguments are escaped,
// and `hook` is a hook's name in bold.

/** A command about hooks as people type it. */
export const typed = (words: string) => `/db alerts hooks ${words}`;

// Help

export const summary = "Bring alerts into channels, and route them.";
export const usage =
  "[list] | create #channel [name] [signed] | show | test | rules | mutes | escalate | rotate | pause | resume | delete … <hook>";
export const subcommandHint = "Try `/db alerts hooks create #alerts`.";
export const details = [
  "A hook is an address with a secret. A sender posts its alerts there, and I show them in a channel. `show` opens a window with everything about one hook.",
  "• `create` shows the address and the secret, once. With `signed`, the sender signs as Standard Webhooks do.",
  "• `test` sends a test. With a sample, it only shows what the rules do with it. `try` shows that for the latest alerts, `replay` for up to 48 hours.",
  "• `rules` send alerts to other channels, mute them, or mention a user group, by title, group, severity and time of day.",
  "• `escalate` mentions a user group if an alert isn't acknowledged. `broadcast on` tells the channel when an alert gets worse. `fallback` sets a channel for when I can't post.",
  "• `mutes` lists muted alerts, `unmute` ends a mute. `pause` stops all posts until `resume`.",
  "• `observe` sets the service that I ask if an alert is over. `map` reads other JSON bodies. `off` removes a `map`, `fallback`, `escalate` or `observe`.",
  "• `rotate` makes a new secret, `rotate checkout done` drops the old one. `export` shows the settings as YAML, `import` reads them. `delete` asks first.",
].join("\n");

// Finding a hook

export const noneYet = `You have no hooks yet. Create one: ${code(typed("create #alerts"))}.`;
export const noneYetPlain = "You have no hooks yet. Create one: `/db alerts hooks create #alerts`.";
export const whichHook = (example: string, names: string) =>
  `Which hook? For example: \`${typed(`show ${example}`)}\`. You have ${names}.`;
export const notFound = (name: string) => `I can't find a hook ${name}.`;
export const hookGone = (names: string) => `That hook was deleted. You have ${names}.`;
export const deletedMeanwhile = (name: string) => `The hook “${name}” was just deleted, so nothing changed.`;
export const tooMuch = (words: string, example: string) =>
  `I don't understand “${words}”. Type \`${example}\`.`;

// List

export const listTitle = (count: number) => `*${plural(count, "hook")}* for alerts`;
export const listHint = `${code(typed("create #channel"))} creates another one.`;
export const listLine = (hook: string, where: string) => `${hook}, ${where}.`;
export const refuses = (isOwn: boolean) =>
  `:warning: I can't post in ${isOwn ? "its channel" : "one of its other channels"}.`;
export const paused = ":double_vertical_bar: Paused.";
export const nothingDelivered = "Nothing delivered yet.";
export const oldSecretWorks = "An old secret still works.";
export const open = "Open";
export const createButton = "Create a hook";

// Create

export const nameTooLong = (most: number) => `A hook's name has at most ${most} characters.`;
export const nameHasSpaces = (name: string) => `A hook's name is one word, such as “${name}”.`;
export const nameHasSigns = (name: string) =>
  `“${name}” can't be a hook's name. Use letters, digits, dots, dashes and underscores.`;
export const createExample = "For example: `/db alerts hooks create #alerts checkout`.";
export const created = (hook: string, where: string) =>
  `The hook ${hook} is ready. Alerts posted to its address show ${where}, one message for each alert.`;
export const secretOnce = (name: string) =>
  `I show the secret only this once. If you lose it: ${code(typed(`rotate ${name}`))}. When the first delivery arrives, I'll tell you how I read it.`;
export const askCreate = (where: string) =>
  `A hook is an address with a secret, for a sender of alerts. Create one that shows its alerts ${where}?`;
export const askCreateHint = `For another channel or a name of its own: ${code(typed("create #alerts checkout"))}.`;
export const createIt = "Create the hook";
export const tooMany = (most: number) =>
  `A workspace has at most ${most} hooks. Delete one first: \`/db alerts hooks\` lists them.`;
export const nameTaken = (name: string) => `You already have a hook “${name}”. Choose another name.`;

// How to send

export const addressStep = "*Address*, for a `POST`:";
export const bodyStep =
  "*Body template*, for the observability system's own webhook. Keep the space before the last brace. I read bodies of Alertmanager, Grafana and incident tools as they are.";
export const headerStep = "*Header*:";
export const pathStep =
  "If the sender can't set headers, use the *address with the secret in it*. Anyone who sees it can post, so the header is better:";
export const signingStep =
  "*Signing secret*. The sender signs as Standard Webhooks do, with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`:";
export const localOnly =
  ":warning: Only the machine that I run on can post to this address. For other senders, the operator has to set `PUBLIC_URL`.";

// Secrets

export const twoSecrets = (name: string) =>
  `“${name}” already has two secrets. \`${typed(`rotate ${name} done`)}\` drops the older one. If you lost the newer one, \`${typed(`rotate ${name} again`)}\` replaces it.`;
export const rotateUsage = (name: string) =>
  `After \`rotate ${name}\`, type nothing, \`done\` to drop the old secret, or \`again\` if you lost the new one.`;
export const newSecret = (hook: string) =>
  `${hook} has a new secret. The old one works too, until you drop it.`;
export const newSecretHint = (name: string) =>
  `I show the secret only this once. When the sender uses it, drop the old one: ${code(typed(`rotate ${name} done`))}.`;
export const dropSecret = "Drop the old secret";
export const dropQuestion = (name: string) => ({
  title: "Drop the old secret?",
  text: `I'll refuse senders that still use the old secret of “${name}”. Do all of them have the new one?`,
  yes: "Drop it",
  no: "Keep both",
});
export const oneSecret = (name: string) =>
  `“${name}” has only one secret, so there's no old one to drop. \`${typed(`rotate ${name}`)}\` makes a new one.`;
export const secretDropped = (hook: string, made: string) =>
  `Dropped the old secret of ${hook}.${made === "" ? "" : ` Only the one made ${made} works now.`}`;
export const newSecretButton = "New secret";

// Pause and delete

export const isPaused = (hook: string, since: string) =>
  `${hook} is paused since ${since}. I still answer its senders, but I don't post what they send, not even later. That includes resolves.`;
export const resumed = (hook: string, where: string, since: string) =>
  `${hook} is running again. New alerts show ${where}. It was paused since ${since}.`;
export const notPaused = (hook: string, where: string) => `${hook} isn't paused. Its alerts show ${where}.`;
export const pauseButton = "Pause";
export const resumeButton = "Resume";
export const askDelete = (hook: string, command: string, effects: string) =>
  `Delete ${hook}? Choose the button, or type its name twice: ${code(command)}.\n${effects}`;
export const deleteTwice = (name: string) =>
  `To delete “${name}”, type its name twice: \`${typed(`delete ${name} ${name}`)}\`.`;
export const alreadyDeleted = (name: string) => `The hook “${name}” is already deleted.`;
export const deleted = (hook: string, where: string) =>
  `Deleted ${hook}. Its address doesn't work any more. Its messages ${where} stay as they are.`;
export const deleteQuestion = (name: string, effects: string) => ({
  title: "Delete this hook?",
  text: `“${name}”: ${effects}`,
  yes: "Delete",
  no: "Keep it",
});
export const deleteButton = "Delete";
/** Plain text that is also valid mrkdwn. */
export const deleteEffects = (openAlerts: number, lost: string) =>
  [
    "I'll refuse what senders post to it.",
    openAlerts === 0
      ? "It has no open alerts."
      : `${plural(openAlerts, "open alert stays", "open alerts stay")} in the channel, without updates.`,
    ...(lost === "" ? [] : [`You also lose ${lost}.`]),
    "You can't undo this.",
  ].join(" ");
export const itsMapping = "its mapping";

// Mutes

export const noMutes = (hook: string) =>
  `No alert of ${hook} is muted. To mute one, choose “Mute this alert…” in the menu of its message.`;
export const mutesTitle = (count: number, hook: string) =>
  `*${plural(count, "muted alert")}* of ${hook}. I don't post ${count === 1 ? "it" : "them"}.`;
export const muteLine = (number: number, title: string, isRule: boolean, person: string, when: string) =>
  `${number}. ${isRule ? `All alerts of the rule *${title}*` : title}, by ${person} ${when}`;
export const unmuteButton = "Unmute";
export const unmuteHint = (name: string) => `Or type ${code(typed(`unmute ${name} <number>`))}.`;
export const unmuted = (title: string, hook: string) =>
  `Unmuted “${title}” of ${hook}. I'll post it from its next delivery on.`;
export const unmutedAlready = (name: string) =>
  `That alert isn't muted any more. \`${typed(`mutes ${name}`)}\` lists the muted ones.`;
export const unmuteWhich = (name: string) =>
  `Which alert? Type its number from \`${typed(`mutes ${name}`)}\`, as in \`${typed(`unmute ${name} 1`)}\`.`;
export const unmuteUnknown = (word: string, name: string) =>
  `I can't find a muted alert “${word}”. \`${typed(`mutes ${name}`)}\` lists them.`;

// Escalation, broadcasts, fallback

export const escalationSet = (hook: string, group: string, time: string) =>
  `If an alert of ${hook} isn't acknowledged for ${time}, I'll mention ${group} in its thread, once. This holds for new alerts.`;
export const escalationOff = (hook: string) => `Unacknowledged alerts of ${hook} don't mention anyone.`;
export const escalateExample = (name: string) =>
  `For example: \`${typed(`escalate ${name} @oncall after 15`)}\`.`;
export const oneGroup = "Name only one user group.";
export const whichGroup =
  "Which user group? Choose it from the list that Slack shows while you type its @name. A person's name doesn't work here.";
export const notATime = (time: string, most: string) => `“${time}” isn't a time from 1 to ${most} minutes.`;
export const broadcastUsage = (name: string) =>
  `Type \`on\` or \`off\`, as in \`${typed(`broadcast ${name} on`)}\`.`;
export const broadcastOn = (hook: string) =>
  `When an alert of ${hook} gets worse, I'll tell the channel too.`;
export const broadcastOff = (hook: string) =>
  `When an alert of ${hook} gets worse, I'll only say so in its thread.`;
export const fallbackSet = (hook: string, own: string, where: string, owner: string) =>
  `If I can't post in ${own} (archived, deleted, or I'm not in it), alerts of ${hook} go on ${where}, and I'll tell ${owner}.`;
export const fallbackOff = (hook: string, own: string, owner: string) =>
  `${hook} has no fallback channel. If I can't post in ${own}, I'll tell ${owner} and keep the alerts: \`/db alerts undelivered\` lists them.`;
export const whichFallback = (example: string) =>
  `Which channel takes over? Type one, or \`off\`. For example: \`${example}\`.`;
export const ownChannel = "That's the hook's own channel. Choose another one.";

// The server of its alerts

export const observing = (hook: string, source: string, api: string) =>
  `The alerts of ${hook} come from ${source}. While one is open, I'll ask ${api} about it, and resolve it here if it's over.`;
export const notObserving = (hook: string) =>
  `I won't ask an API about the alerts of ${hook}. They're over when their sender or a person says so.`;
export const serverBehind = (connection: string) =>
  `the observability server of the connection ${connection}`;
export const itsApi = "its API";
export const apiOf = (connection: string) => `the API of its connection ${connection}`;
export const observeExample = (name: string, connection: string) =>
  `For example: \`${typed(`observe ${name} ${connection} orders prod`)}\`.`;
export const observeWhat = "Type a service, or `off`.";
export const observeService = "Type the service too, because each one has its own alerts.";
export const otherConnection = (service: string, typedOne: string, connection: string, example: string) =>
  `“${service}” belongs to the connection “${connection}”, not “${typedOne}”. Type \`${example}\`.`;

// Tests, samples and replays

export const triedNothing = (hook: string) => `${hook} got nothing in the last two days.`;
export const tried = (hook: string, isSample: boolean) =>
  `What the rules of ${hook} do with ${isSample ? "this sample" : "its latest alerts"}:`;
export const triedHint = `This posts nothing. To try a sample: ${code('/db alerts hooks test checkout title "payments" severity critical at 23:30')}.`;
export const allRules = "All rules";
export const testPaused = (hook: string) => `${hook} is paused, so a test wouldn't be posted.`;
export const testSent = (hook: string, where: string) =>
  `A test of ${hook} is on its way. ${where} This checks the way from me to the channel. Send a test from the sender too, to check that it reaches me.`;
export const testMuted = (rule: number | undefined) => `Rule ${rule ?? ""} mutes it, so it won't be posted.`;
export const testShows = (where: string, rule: number | undefined) =>
  `It shows ${where} in a moment${rule === undefined ? "" : `, by rule ${rule}`}.`;
export const testButton = "Send a test";
/** Plain text: the title of a test. */
export const testTitle = (name: string) => `The hook “${name}” reaches this channel`;
export const testLimited =
  "This hook, or this workspace, is over its limit of alerts a minute, so I didn't send the test. Try again in a minute.";
export const replayNothing = (hook: string, span: string) =>
  `${hook} got no alerts in ${span}, so there's nothing to try its rules on.`;
export const replayTitle = (count: number, hook: string, span: string) =>
  `*${plural(count, "event")}* of ${hook} in ${span}, by its present rules. This posts nothing.`;
export const replayCut = (most: string) =>
  `I keep only the latest ${most} events, so some of that time is missing.`;
export const replayUsage = (words: string, name: string) =>
  `“${words}” isn't a time up to 48 hours. For example: \`${typed(`replay ${name} 24h`)}\`.`;
export const lastSpan = (span: string) => `the last ${span}`;
export const replayRules = "*By rule*";
export const replayRule = (number: number, count: number, rule: string) =>
  `• Rule ${number}: ${plural(count, "event")}. ${rule}`;
export const replayHidden = (count: number) => `• ${plural(count, "more rule")}`;
export const replayNoRule = (count: number) => `• No rule: ${plural(count, "event")}.`;
export const replayIdle = (count: number, numbers: string) =>
  `• Without events: rule${count === 1 ? "" : "s"} ${numbers}.`;
export const replayChannels = "*By channel*";
export const replayChannel = (channel: string, now: number, before: number) =>
  `• ${channel}: ${plural(now, "event")}${now === before ? ", as before" : `, ${before.toLocaleString("en-US")} before`}`;
export const replaySame = (count: number) =>
  `*All ${plural(count, "event")}* would have gone to the same channels.`;
export const replayDifferent = (count: number, isCut: boolean) =>
  `*${plural(count, "event")}* would have gone elsewhere${isCut ? ", for example" : ""}:`;
export const replayDifference = (when: string, event: string, now: string, before: string) =>
  `• ${when} ${event}: ${now}, not ${before}`;
export const mutedDestination = "muted";

// Mapping

export const mapExample = (name: string) =>
  `For example: \`${typed(`map ${name} title=alert.name state=alert.status`)}\`.`;
export const mapNotPart = (words: string) => `I don't understand “${words}”. Type a part and its path.`;
export const mapTwice = (part: string) => `“${part}” is there twice.`;
export const mapNeedsTitle = "A mapping needs the path of the title.";
export const mapUnknownPart = (word: string) => `An alert has no part “${word}”.`;
export const mapParts = (parts: string) => `Its parts are ${parts}.`;
export const didYouMean = (word: string) => `Did you mean “${word}”?`;
export const pathTooLong = (most: number) => `A path has at most ${most} characters.`;
export const notAPath = (path: string) =>
  `“${path}” isn't a path. Use names, or numbers for lists, with a dot between them.`;
export const morePaths = (count: number) => `• and ${count} more`;
export const mapped = (hook: string) => `${hook} reads bodies like this:`;
export const mappedHint =
  "To change it, send the whole command again. I read a body without that title by its shape.";
export const unmapQuestion = (name: string) => ({
  title: "Remove the mapping?",
  text: `“${name}” then reads bodies by their shape, and shows unknown ones as raw text.`,
  yes: "Remove it",
  no: "Keep it",
});
export const unmap = "Remove the mapping";
export const unmapped = (hook: string) =>
  `Removed the mapping of ${hook}. It reads bodies by their shape and the names of their parts.`;
export const noMapping = (hook: string) =>
  `${hook} has no mapping. It reads bodies by their shape and the names of their parts, and shows others as raw text.`;
export const howToMap =
  "To read others, say where each part is, with dots from the outside to the inside and numbers for lists. `title` is needed. `body`, `state`, `key` (the same for one alert in all states), `link`, `group` and `severity` are optional:";
export const lastUnread = "The last unreadable delivery has:";
export const lastUnreadGone =
  "I can't list the parts of the last unreadable delivery, because I don't have its whole text any more. Send it again.";
export const mappingButton = "Mapping";

// Samples

const sampleExample =
  'For example: `/db alerts hooks test checkout title "payments" severity critical at 23:30`.';
export const samplePart = (part: string) =>
  `A sample has a title, a group, a severity and a time, but no \`${part}\`. ${sampleExample}`;
export const sampleTitle = "A sample";
export const notATimeOfDay = (word: string) => `“${word}” isn't a time of day. ${sampleExample}`;

// Export and import

export const exported = (hook: string) => `The settings of ${hook} as YAML:`;
export const exportHint = "They don't include its address and secrets.";
export const importButton = "Import";
export const exportedToDirect = (hook: string) =>
  `The settings of ${hook} are too long for a message. They're in your direct messages, as a file.`;
export const exportFile = (hook: string) => `Here are the settings of ${hook}. ${exportHint}`;
/** The form is plain text, apart from its introduction. */
export const importForm = {
  title: "Import settings",
  submit: "Import",
  step: "Settings",
  label: (part: number) => (part === 1 ? "YAML" : `YAML, part ${part}`),
  help: "After 3,000 characters, go on in the next input. It appears by itself.",
  empty: "Enter at least the `channel`.",
  gone: "That hook was deleted.",
  goneMeanwhile: "This hook was just deleted, so nothing was imported.",
  tooLong: (name: string) =>
    `The settings of “${name}” are too long for a form. Shorten or remove rules first: \`${typed(`rules ${name}`)}\`.`,
  line: (line: number, message: string) => `Line ${line}: ${message}`,
  more: (count: number) => `And ${plural(count, "more problem")}.`,
  conflict:
    "Someone changed this hook after you opened this window. Copy what you wrote, close the window, and open it again to see the change.",
  done: "Imported",
} as const;
export const importIntro = (hook: string) =>
  `The settings of ${hook} as YAML. Your import replaces all of them: what you leave out is removed. Its address and secrets stay.`;
export const imported = (hook: string, channel: string, rules: number) =>
  `${hook} now posts in ${channel} and has ${plural(rules, "rule")}.`;
export const importedHint = (name: string) =>
  `Invite me to each channel: ${code("/invite @Quartermaster")}. ${code(typed(`replay ${name} 24h`))} shows what these rules would have done in the last day.`;

// The window of one hook. Its title and tabs are plain.

export const window = {
  title: (name: string) => `Hook ${name}`,
  address: "Address and test",
  routing: "Routing and rules",
  escalation: "Escalation",
  quieting: "Quieting",
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
  byShape: "none, bodies are read by their shape",
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

// The first delivery

export const firstDelivery = (hook: string) => `The first delivery of ${hook} arrived. I read it like this:`;
export const firstDeliveryHint = (name: string) =>
  `Not right? ${code(typed(`map ${name}`))} shows how to read it another way.`;
export const firstUnread = (hook: string, where: string) =>
  `The first delivery of ${hook} arrived, but I couldn't read it. It shows ${where} as it is, with the raw text in its thread.`;
export const firstMap = "Tell me where its title and the other parts are:";
export const firstNotJson = "It isn't JSON with anything in it. Check the body that the sender sends.";
export const firstGone =
  "I can't list its parts, because I don't have its whole text any more. Send it again to see them.";
export const firstFacts = {
  sender: "Read as",
  state: "State",
  title: "Title",
  key: "Key, the same in all states of one alert",
  group: "Group",
  severity: "Severity",
  link: "Link",
  runbook: "Runbook",
  yes: "yes",
  none: "none",
  aTest: "a test",
} as const;
export const states = {
  firing: "firing",
  resolved: "resolved",
  unclear: "neither firing nor resolved",
} as const;

// Notices to the owner of a hook

export const slackRefuses = (name: string, where: string, reason: string) =>
  `Slack refuses an alert of your hook “${name}” ${where}: ${reason}\nI'll try a few more times. If that doesn't help, ${code("/db alerts undelivered")} has it.`;
export const cannotPost = (name: string, where: string, reason: string) =>
  `I can't post alerts of your hook “${name}” ${where} any more: ${reason}`;
export const fallbackTakesOver = (channel: string) =>
  `They go to ${channel} for now. Invite me back or change the hook, and they come there again.`;
export const keptUndelivered = (name: string) =>
  `None is lost. Invite me back, then choose “Try again” in ${code("/db alerts undelivered")}. To set another channel for next time: ${code(typed(`fallback ${name} #channel`))}.`;

// Checks of the doctor

export const checks = {
  channels: "Channels of hooks",
  fromOutside: "Hooks, from outside",
  refused: "Hooks, refused deliveries",
  noHooks: "You have no hooks yet.",
  cannotPost: (channels: string) =>
    `I can't post in ${channels}: deleted, or private without me in it. Invite me with ${code("/invite")}, or give the hook another channel.`,
  notMember: (channels: string) =>
    `I'm not in ${channels}. I can post there, but I can't find my own messages after a crash. Invite me with ${code("/invite")}.`,
  member: (checked: number, named: number) =>
    checked === named
      ? `I'm in ${checked === 1 ? "the channel" : `all ${checked} channels`}.`
      : `I'm in all ${checked} channels that I checked, of ${named}.`,
  noneRefused: (texts: string) => `None since yesterday. ${texts}`,
  longTexts: (count: number, megabytes: string) =>
    `The whole texts of ${plural(count, "long alert")} take ${megabytes} MB.`,
  refusedSince: (name: string, why: string, count: number) =>
    `${name} got ${why}: ${plural(count, "delivery", "deliveries")} refused since yesterday.`,
  moreRefused: (count: number) => `${count} more aren't listed.`,
  memoryAdvice: "The operator has to give Redis more memory.",
  limitAdvice: "Check what its sender sends, or ask the operator to raise the limit.",
  cameBack: (hooks: number) => `A test came back from ${plural(hooks, "hook")}. Nothing was posted.`,
  deletedMeanwhile: (names: string) => `${names} was just deleted.`,
  notReached: (names: string, address: string) =>
    `A test sent to ${names} at ${address} didn't arrive, so senders don't get through either. Let the reverse proxy pass POST requests under ${code("/hooks/")} unchanged, headers too.`,
} as const;
export const whyRefused = {
  hook_events: "more alerts a minute than one hook may",
  hook_bytes: "more bytes a minute than one hook may",
  workspace_events: "more alerts a minute than one workspace may",
  workspace_bytes: "more bytes a minute than one workspace may",
  memory: "alerts while my storage was nearly full",
} as const;
