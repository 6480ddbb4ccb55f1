import { expect, test } from "vitest";
import { type Outcome, People, outcomeOf } from "./people.ts";
import aspen from "./aspen.json" with { type: "json" };
import birch from "./birch.json" with { type: "json" };
import cedar from "./cedar.json" with { type: "json" };
import dune from "./dune.json" with { type: "json" };
import fern from "./fern.json" with { type: "json" };
import grove from "./grove.json" with { type: "json" };
import heath from "./heath.json" with { type: "json" };
import iris from "./iris.json" with { type: "json" };
import jade from "./jade.json" with { type: "json" };
import kelp from "./kelp.json" with { type: "json" };
import lark from "./lark.json" with { type: "json" };
import moss from "./moss.json" with { type: "json" };
import nova from "./nova.json" with { type: "json" };
import opal from "./opal.json" with { type: "json" };
import pine from "./pine.json" with { type: "json" };
import reed from "./reed.json" with { type: "json" };
import sage from "./sage.json" with { type: "json" };
import teal from "./teal.json" with { type: "json" };
import umber from "./umber.json" with { type: "json" };
import wren from "./wren.json" with { type: "json" };
import ash from "./ash.json" with { type: "json" };
import brook from "./brook.json" with { type: "json" };
import clay from "./clay.json" with { type: "json" };
import dawn from "./dawn.json" with { type: "json" };
import elm from "./elm.json" with { type: "json" };
import flint from "./flint.json" with { type: "json" };
import gale from "./gale.json" with { type: "json" };
import hazel from "./hazel.json" with { type: "json" };
import duty from "./duty.json" with { type: "json" };
import ferry from "./ferry.json" with { type: "json" };
import fresh from "./fresh.json" with { type: "json" };
import cobalt from "./cobalt.json" with { type: "json" };
import colleagues from "./colleagues.json" with { type: "json" };
import harbor from "./harbor.json" with { type: "json" };
import harvest from "./harvest.json" with { type: "json" };
import island from "./island.json" with { type: "json" };
import lantern from "./lantern.json" with { type: "json" };
import latest from "./latest.json" with { type: "json" };
import meadow from "./meadow.json" with { type: "json" };
import night from "./night.json" with { type: "json" };
import orchard from "./orchard.json" with { type: "json" };
import quarry from "./quarry.json" with { type: "json" };
import sealed from "./sealed.json" with { type: "json" };
import plain from "./plain.json" with { type: "json" };
import second from "./second.json" with { type: "json" };
import shift from "./shift.json" with { type: "json" };
import team from "./team.json" with { type: "json" };
import third from "./third.json" with { type: "json" };
import velvet from "./velvet.json" with { type: "json" };
import week from "./week.json" with { type: "json" };

const outcomes: Outcome[] = ["right", "by a click", "asks", "wrong", "refused"];

/** The share of each outcome, which is printed too. */
function sharesOf(name: string, file: unknown): Record<Outcome, number> {
  const people = People.parse(file);
  const all = people.map((said) => ({ ...said, outcome: outcomeOf(said) }));
  const share = (outcome: Outcome) => all.filter((each) => each.outcome === outcome).length / all.length;
  const shares = outcomes.map((outcome) => [outcome, share(outcome)] as const);
  const wrong = all.flatMap(({ say, outcome }) => (outcome === "wrong" ? [say] : []));
  // The figures are what this test is for.
  // oxlint-disable-next-line eslint/no-console
  console.log(
    `${name}, ${all.length}: ${shares.map(([outcome, of]) => `${outcome} ${(of * 100).toFixed(1)} %`).join(", ")}\nwrong: ${wrong.join("; ")}`,
  );
  return { right: 0, "by a click": 0, asks: 0, wrong: 0, refused: 0, ...Object.fromEntries(shares) };
}

test.each([
  ["second", second, 0.75, 0.02],
  ["third", third, 0.8, 0.02],
  ["sealed", sealed, 0.7, 0.05],
  ["fresh", fresh, 0.75, 0.02],
  ["latest", latest, 0.8, 0.02],
  ["team", team, 0.75, 0.02],
  ["colleagues", colleagues, 0.7, 0.02],
  ["shift", shift, 0.85, 0.02],
  ["duty", duty, 0.75, 0.02],
  ["week", week, 0.65, 0.02],
  ["plain", plain, 0.95, 0],
  ["night", night, 0.55, 0.03],
  ["harbor", harbor, 0.8, 0.03],
  ["orchard", orchard, 0.8, 0.02],
  ["ferry", ferry, 0.7, 0.02],
  ["quarry", quarry, 0.75, 0.03],
  ["lantern", lantern, 0.8, 0.02],
  ["meadow", meadow, 0.8, 0.01],
  ["velvet", velvet, 0.8, 0.02],
  ["harvest", harvest, 0.85, 0.02],
  ["island", island, 0.85, 0],
  ["aspen", aspen, 0.9, 0],
  ["birch", birch, 0.9, 0.01],
  ["cedar", cedar, 0.88, 0.03],
  ["dune", dune, 0.88, 0],
  ["fern", fern, 0.9, 0],
  ["grove", grove, 0.85, 0.02],
  ["heath", heath, 0.85, 0.04],
  ["iris", iris, 0.75, 0.03],
  ["jade", jade, 0.85, 0.02],
  ["kelp", kelp, 0.88, 0.04],
  ["lark", lark, 0.92, 0.01],
  ["nova", nova, 0.92, 0.01],
  ["opal", opal, 0.88, 0],
  ["pine", pine, 0.92, 0.01],
  ["reed", reed, 0.82, 0.02],
  ["sage", sage, 0.88, 0.03],
  ["teal", teal, 0.8, 0.02],
  ["umber", umber, 0.88, 0.02],
  ["wren", wren, 0.85, 0.02],
  ["ash", ash, 0.85, 0.02],
  ["brook", brook, 0.8, 0.02],
  ["clay", clay, 0.85, 0.05],
  ["dawn", dawn, 0.85, 0.03],
  ["elm", elm, 0.85, 0.04],
  ["flint", flint, 0.82, 0.02],
  ["gale", gale, 0.84, 0.03],
  ["hazel", hazel, 0.9, 0.01],
  ["moss", moss, 0.85, 0.03],
  ["cobalt", cobalt, 0.8, 0.02],
])(
  "of the %s sentences, most are right at once or by a click, and few are wrong",
  (name, file, good, wrong) => {
    const shares = sharesOf(name, file);
    expect(shares.right + shares["by a click"]).toBeGreaterThanOrEqual(good);
    expect(shares.wrong).toBeLessThanOrEqual(wrong);
  },
);
