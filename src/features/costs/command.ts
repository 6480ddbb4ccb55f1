import { commandOf } from "../../platform/commands/command.ts";
import { csv } from "./csv.ts";
import { focus } from "./focus/send.ts";
import { month } from "./month/page.ts";
import { reportCalls } from "./reports/command.ts";
import { reread } from "./reread.ts";
import { savings } from "./savings/show.ts";
import { share, show } from "./show.ts";

/** `/db costs [range] [by …] [service]`: shows costs to one person, sends them as a file, or shares them in a channel. */
export const costs = commandOf({
  name: "costs",
  group: {
    line: "See costs, set budgets, schedule reports.",
    buttons: [
      ["Costs", "costs"],
      ["Budgets", "costs budget list"],
    ],
  },
  summary: "Shows what your services cost, with a picture, and how that changed.",
  examples: [
    "/db costs",
    "/db costs last month by metric",
    "/db costs orders prod since 1 October",
    "/db costs oct 1 - oct 15 by service csv",
    "/db costs schedule every monday at 9 Europe/Berlin",
    "/db costs focus last month",
    "/db costs focus monthly",
    "/db costs month october",
    "/db costs savings",
    "/db costs reread last month",
  ],
  details: [
    "Without a range you get the last seven whole days. A range is `today`, `yesterday`, `last 30 days`, `this week`, `last month`, `q3`, `this year`, `october`, `since 1 October`, a date or two dates. Days are in UTC. Whole days are compared with the same part of the period before: less than 5% is steady.",
    "Put a service's name in quotes if it reads like a range.",
    "`month` has movers, unusual days and what was saved too. `schedule monthly page` posts it.",
    "`focus` sends you a file in FOCUS 1.2, the format of the FinOps Foundation, or in 1.3. `focus monthly` posts the file of each month in a channel. Both need the price of a credit.",
    "`savings` lists services that never idle, that only store, or that no alert or dashboard reads.",
    "`schedule` posts a report in a channel: `daily`, `weekdays` (Monday to Friday; Monday's has the weekend too), `weekly`, `every friday` or `monthly`. You can add a time, a channel, `by …` and a time zone. `schedule list` shows all reports, and `schedule stop 1` stops the first.",
    "`reread` is for days that should be final but look wrong. Only admins can do this.",
  ].join("\n"),
  calls: [show, csv, focus, month, savings, share, ...reportCalls, reread],
});
