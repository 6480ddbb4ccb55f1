import { expect, test } from "vitest";
import { hoursCommand } from "../../../../src/features/lifecycle/hours/command.ts";
import { readHours } from "../../../../src/features/lifecycle/hours/read.ts";
import { hours as hoursText, sameTimes } from "../../../../src/features/lifecycle/hours/texts.ts";
import { product } from "../../../../src/app/features.ts";
import { callNamed, partsFound } from "../../../support/slots.ts";

function read(words: string) {
  const reading = hoursCommand.read(words);
  if ("problem" in reading) throw new Error(reading.problem);
  return reading;
}

test.each([
  ["Mon-Fri", "00:00-24:00 Mon-Fri"],
  ["weekdays", "00:00-24:00 Mon-Fri"],
  ["only on weekdays", "00:00-24:00 Mon-Fri"],
  ["weekdays only", "00:00-24:00 Mon-Fri"],
  ["mon to thu", "00:00-24:00 Mon-Thu"],
  ["mon, wed, fri", "00:00-24:00 Mon,Wed,Fri"],
  ["on mon and wed", "00:00-24:00 Mon,Wed"],
  ["weekends", "00:00-24:00 Sat,Sun"],
  ["Mon-Fri berlin", "00:00-24:00 Mon-Fri Europe/Berlin"],
  ["all day Mon-Fri", "00:00-24:00 Mon-Fri"],
  ["00:00-24:00 Mon-Fri", "00:00-24:00 Mon-Fri"],
  ["0-24 weekdays", "00:00-24:00 Mon-Fri"],
  ["office hours", "08:00-18:00 Mon-Fri"],
  ["business hours Europe/Berlin", "08:00-18:00 Mon-Fri Europe/Berlin"],
  ["office hours daily", "08:00-18:00 Mon-Sun"],
  ["8 to 6", "08:00-18:00 Mon-Sun"],
  ["9-5 weekdays", "09:00-17:00 Mon-Fri"],
  ["8am-6pm", "08:00-18:00 Mon-Sun"],
  ["9–17", "09:00-17:00 Mon-Sun"],
  ["from 8 till 19", "08:00-19:00 Mon-Sun"],
  ["between 8 and 19 Mon-Fri", "08:00-19:00 Mon-Fri"],
  ["8:00-6:00", "08:00-06:00 Mon-Sun"],
  ["8pm to 6", "20:00-06:00 Mon-Sun"],
  ["22-6", "22:00-06:00 Mon-Sun"],
  ["6am to noon", "06:00-12:00 Mon-Sun"],
])("hours %j are read as %s", (typed, written) => {
  expect(read(`orders dev ${typed}`)).toMatchObject({
    entry: { name: "services_hours_set" },
    args: { service: "orders dev", hours: written },
  });
  expect(hoursText(readHours(written))).toBe(written);
});

test.each(["all day", "0-24", "00:00-24:00 daily", "8:00-8:00"])(
  "hours %j have no beginning and end on any day",
  async (typed) => {
    const { run } = read(`orders ${typed}`);
    await expect(Reflect.apply(run, undefined, [])).rejects.toThrow(sameTimes);
  },
);

test.each(["mon-fri dump", "jobs fri", "satellite", "weekdays dump"])("%j is just a name", (name) => {
  expect(read(name).args).toEqual({ service: name });
});

test("a name that ends in days is a name if a service has it, and always in quotes", () => {
  const name = "etl weekdays";
  expect(read(name).orNamed).toMatchObject({ kind: "service", name, meant: { args: { service: name } } });
  expect(read(`"${name}"`).args).toEqual({ service: name });
  expect(read(`"${name}" weekends`).args).toEqual({ service: name, hours: "00:00-24:00 Sat,Sun" });
});

const { shape } = callNamed("services_hours_set", product.commands);

/** The hours that a sentence has, in their usual form. */
function hoursIn(text: string): string | undefined {
  const found = partsFound(shape["hours"], text);
  return found && hoursText(readHours(found));
}

test.each([
  ["stop billing on weekends", "00:00-24:00 Mon-Fri"],
  ["shut billing down at weekends", "00:00-24:00 Mon-Fri"],
  ["turn billing off over the weekend", "00:00-24:00 Mon-Fri"],
  ["pause billing during weekends", "00:00-24:00 Mon-Fri"],
  ["let billing sleep on the weekend", "00:00-24:00 Mon-Fri"],
  ["on weekends, shut down billing", "00:00-24:00 Mon-Fri"],
  ["billing doesn't need to run on weekends", "00:00-24:00 Mon-Fri"],
  ["stop billing at night", "07:00-21:00 Mon-Sun"],
  ["shut down billing overnight", "07:00-21:00 Mon-Sun"],
  ["switch billing off nights", "07:00-21:00 Mon-Sun"],
  ["stop billing every night", "07:00-21:00 Mon-Sun"],
  ["stop billing at night and on weekends", "07:00-21:00 Mon-Fri"],
  ["stop billing nights and weekends", "07:00-21:00 Mon-Fri"],
  ["stop billing from 8pm to 7am", "07:00-20:00 Mon-Sun"],
  ["stop billing between 19:00 and 7:00", "07:00-19:00 Mon-Sun"],
  ["run billing 8 to 18 and stop it on weekends", "08:00-18:00 Mon-Fri"],
  ["run billing 8 to 6 on weekdays", "08:00-18:00 Mon-Fri"],
  ["run billing 8am-6pm", "08:00-18:00 Mon-Sun"],
  ["billing only needs to run 9–17", "09:00-17:00 Mon-Sun"],
  ["run billing from 8 till 19 mon-fri", "08:00-19:00 Mon-Fri"],
  ["run billing from 8 to 19 monday to friday", "08:00-19:00 Mon-Fri"],
  ["run billing in office hours only", "08:00-18:00 Mon-Fri"],
  ["run billing during business hours", "08:00-18:00 Mon-Fri"],
  ["stop billing outside working hours", "08:00-18:00 Mon-Fri"],
  ["run billing only on weekdays", "00:00-24:00 Mon-Fri"],
  ["run billing on weekends only", "00:00-24:00 Sat,Sun"],
])("the sentence “%s” has the hours %s", (text, written) => {
  expect(hoursIn(text)).toBe(written);
});

test.each(["stop billing", "stop billing on weekdays", "wake billing for 2 hours", "what ran at night"])(
  "the sentence “%s” says nothing about hours",
  (text) => {
    expect(hoursIn(text)).toBeUndefined();
  },
);

test("the hours of a sentence have no spaces where people read none", () => {
  expect(partsFound(shape["hours"], "run it 8 to 6 on weekdays")).toBe("8-6 weekdays");
  expect(partsFound(shape["hours"], "stop it from 8 pm to 7 am")).toBe("7 am-8 pm");
});
