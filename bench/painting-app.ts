import process from "node:process";
import { pino } from "pino";
import { createPainter } from "../src/platform/pictures/painter.ts";
import { start } from "../src/app/start.ts";
import { sampleChart } from "./sample-chart.ts";

// The product and a loop that draws charts in one process. With PAINTS, the loop never pauses.
const app = await start(process.env);
if ("problem" in app) throw new Error(app.problem);
process.once("SIGTERM", () => process.exit(0));

const painter = createPainter({ log: pino({ level: "silent" }) });
// On a busy processor a chart may take too long. The next one is drawn anyway.
while (process.env.PAINTS === "true") await painter.paint(sampleChart).catch(() => {});
