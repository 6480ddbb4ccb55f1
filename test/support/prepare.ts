/** Prepares what tests need besides npm's packages: a real Redis, a browser, Helm, and the product's bundle. */
import { bundled, removeOldBundles } from "./bundled.ts";
import { seeToKubernetesTools } from "./kubernetes-tools.ts";
import { seeToNeeds } from "./needs.ts";

seeToNeeds(["redis-server", "chromium-headless-shell", "prometheus"]);

// Here and not in the first test that needs it, whose time it would take.
await removeOldBundles();
await bundled();

seeToKubernetesTools();
