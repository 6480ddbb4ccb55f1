import process from "node:process";
import { pino } from "pino";
import { createPainter } from "../src/platform/pictures/painter.ts";
import { start } from "../src/app/start.ts";
import { sampleChart } from "./sample-chart.ts";

// The product, and beside it in the same process what it draws charts with, at work all the time where PAINTS says so.
const app = await start(process.env);
if ("problem" in app) throw new Error(app.problem);
process.once("SIGTERM", () => process.exit(0));

const painter = createPainter({ log: pino({ level: "silent" }) });
// Where nothing is left of the processor a chart may take too long; the next one is drawn all the same.
while (process.env.PAINTS === "true") await painter.paint(sampleChart).catch(() => {});
