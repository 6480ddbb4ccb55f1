import { globSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import packageJson from "../../package.json" with { type: "json" };
import { securityProblems } from "./pod-security.ts";
import {
  appOf,
  at,
  chartFolder,
  example,
  helm,
  only,
  podsOf,
  type Rendered,
  render,
  runHelm,
} from "./render.ts";

async function imageWith(values: object): Promise<string> {
  return appOf(await render([example("minimal")], values)).container.image;
}

/** What Helm prints after an installation. */
async function notes(name: string): Promise<string> {
  const values = ["--values", example(name)];
  return runHelm(["install", "qm", chartFolder, "--dry-run=client", "--namespace", "db", ...values]);
}

const Labels = z.record(z.string(), z.string());

let minimal: Rendered[];
let everything: Rendered[];
let anyWorkspace: Rendered[];

describe.skipIf(!helm)("the chart", () => {
  beforeAll(async () => {
    [minimal, everything, anyWorkspace] = await Promise.all([
      render([example("minimal")]),
      render([example("everything")]),
      render([example("any-workspace")]),
    ]);
  });

  test("its version and the app's version are those in package.json", async () => {
    const chart: unknown = parse(await readFile(join(chartFolder, "Chart.yaml"), "utf8"));
    expect(chart).toMatchObject({ version: packageJson.version, appVersion: packageJson.version });
  });

  test("by default it makes only what every cluster has", () => {
    expect(minimal.map(({ kind }) => kind).toSorted()).toEqual([
      "Deployment",
      "Pod",
      "PodDisruptionBudget",
      "Service",
      "Service",
      "ServiceAccount",
    ]);
  });

  test("everything that can be turned on is there when it is on", () => {
    const kinds = ["HorizontalPodAutoscaler", "HTTPRoute", "Ingress", "NetworkPolicy", "ServiceMonitor"];
    for (const kind of kinds) expect(only(everything, kind).metadata.name).toBe("qm-quartermaster");
  });

  test("every pod is allowed under the restricted Pod Security Standard", () => {
    const pods = [...minimal, ...everything, ...anyWorkspace].flatMap((object) => podsOf([object]));
    expect(pods).toHaveLength(6);
    expect(pods.flatMap(securityProblems)).toEqual([]);
  });

  test.each([
    ['"runAsNonRoot":true', '"runAsNonRoot":false', "runAsNonRoot"],
    ['"drop":["ALL"]', '"drop":["NET_RAW"]', "capabilities.drop"],
    ['"allowPrivilegeEscalation":false', '"allowPrivilegeEscalation":true', "allowPrivilegeEscalation"],
    ['"readOnlyRootFilesystem":true', '"readOnlyRootFilesystem":false', "readOnlyRootFilesystem"],
    ['"type":"RuntimeDefault"', '"type":"Unconfined"', "seccompProfile"],
    ['"projected":{', '"hostPath":{},"projected":{', "hostPath"],
    ['"containerPort":3000', '"containerPort":3000,"hostPort":80', "hostPort"],
  ])("a pod with %s changed would not be", (from, to, problem) => {
    const deployment = JSON.stringify(only(minimal, "Deployment"));
    expect(deployment).toContain(from);
    expect(podsOf([JSON.parse(deployment.replace(from, to))]).flatMap(securityProblems)).toEqual([problem]);
  });

  test("the process runs as the image's user, and the platform may choose another", async () => {
    expect(at(appOf(minimal).pod, "securityContext")).toMatchObject({ runAsUser: 65_532, fsGroup: 65_532 });
    const chosen = await render([example("minimal")], { runAsUser: null });
    expect(JSON.stringify(chosen)).not.toContain("65532");
    expect(podsOf(chosen).flatMap(securityProblems)).toEqual([]);
  });

  test("the image has the user, the port and the Node that the chart expects", async () => {
    const image = await readFile("Dockerfile", "utf8");
    const { pod, container } = appOf(minimal);
    expect(image).toContain(`\nUSER ${String(at(pod, "securityContext.runAsUser"))}:`);
    expect(image).toContain(`\nEXPOSE ${String(at(container, "ports.0.containerPort"))}\n`);
    const node = String(at(podsOf([only(minimal, "Pod")])[0], "containers.0.command.0"));
    expect(image).toContain(`\nENTRYPOINT ["${node}"]\n`);
  });

  test("pods have an account of their own, without a token", () => {
    expect(at(only(minimal, "ServiceAccount"), "automountServiceAccountToken")).toBe(false);
    expect(at(appOf(minimal).pod, "serviceAccountName")).toBe("qm-quartermaster");
  });

  test("an account that exists may be used instead", async () => {
    const objects = await render([example("minimal")], { serviceAccount: { create: false, name: "shared" } });
    expect(objects.some(({ kind }) => kind === "ServiceAccount")).toBe(false);
    expect(at(appOf(objects).pod, "serviceAccountName")).toBe("shared");
  });

  test("a pod that logs in to a Vault gets a token for the Vault alone", () => {
    const { pod, env } = appOf(anyWorkspace);
    const volume = pod.volumes.find(({ name }) => name === "vault-token");
    expect(at(volume, "projected.sources")).toEqual([
      { serviceAccountToken: { audience: "vault", expirationSeconds: 3_600, path: "token" } },
    ]);
    expect(env.get("VAULT_KUBERNETES_TOKEN_FILE")?.value).toBe("/var/run/secrets/vault/token");
    expect(JSON.stringify(minimal)).not.toContain("serviceAccountToken");
  });

  test("two pods by default, replaced one by one, with the new one ready first", () => {
    expect(at(only(minimal, "Deployment"), "spec.replicas")).toBe(2);
    expect(at(only(minimal, "Deployment"), "spec.strategy.rollingUpdate")).toEqual({
      maxUnavailable: 0,
      maxSurge: 1,
    });
  });

  test.each([
    [0, 15],
    [5, 20],
    [60, 75],
  ])("with %d seconds of draining, the grace period is %d", async (drainSeconds, grace) => {
    const { pod, env } = appOf(await render([example("minimal")], { drainSeconds }));
    expect(at(pod, "terminationGracePeriodSeconds")).toBe(grace);
    expect(env.get("DRAIN_SECONDS")?.value).toBe(String(drainSeconds));
    expect(JSON.stringify(pod)).not.toContain("preStop");
  });

  test("start and life are asked of /healthz, readiness of /readyz", () => {
    const { container } = appOf(minimal);
    const paths = ["startupProbe", "livenessProbe", "readinessProbe"].map((name) =>
      at(container, `${name}.httpGet`),
    );
    expect(paths).toEqual([
      { path: "/healthz", port: "http" },
      { path: "/healthz", port: "http" },
      { path: "/readyz", port: "http" },
    ]);
  });

  test("pods spread over nodes and zones, each version by itself", () => {
    const constraints = z.array(z.looseObject({ topologyKey: z.string() }));
    const spread = constraints.parse(at(appOf(minimal).pod, "topologySpreadConstraints"));
    expect(spread.map(({ topologyKey }) => topologyKey)).toEqual([
      "kubernetes.io/hostname",
      "topology.kubernetes.io/zone",
    ]);
    for (const constraint of spread)
      expect(constraint).toMatchObject({
        maxSkew: 1,
        whenUnsatisfiable: "ScheduleAnyway",
        matchLabelKeys: ["pod-template-hash"],
        labelSelector: at(only(minimal, "Deployment"), "spec.selector"),
      });
    const insisting = constraints.parse(at(appOf(everything).pod, "topologySpreadConstraints"));
    expect(insisting.map((each) => each["whenUnsatisfiable"])).toEqual(["DoNotSchedule", "DoNotSchedule"]);
  });

  test("constraints of your own replace these", async () => {
    const own = [{ topologyKey: "rack", maxSkew: 2, whenUnsatisfiable: "DoNotSchedule" }];
    const objects = await render([example("minimal")], { topologySpreadConstraints: own });
    expect(at(appOf(objects).pod, "topologySpreadConstraints")).toEqual(own);
  });

  test("at most one pod is evicted at a time, and one that isn't ready never holds up a drain", () => {
    const budget = only(minimal, "PodDisruptionBudget");
    expect(at(budget, "spec.maxUnavailable")).toBe(1);
    expect(at(budget, "spec.unhealthyPodEvictionPolicy")).toBe("AlwaysAllow");
  });

  test("whatever selects pods selects those of the Deployment, and not the one of helm test", () => {
    const labels = at(only(everything, "Deployment"), "spec.template.metadata.labels");
    const selectors = [
      at(only(everything, "Deployment"), "spec.selector.matchLabels"),
      at(only(everything, "PodDisruptionBudget"), "spec.selector.matchLabels"),
      at(only(everything, "NetworkPolicy"), "spec.podSelector.matchLabels"),
      at(only(everything, "Service", "master"), "spec.selector"),
      at(only(everything, "Service", "-metrics"), "spec.selector"),
    ];
    const tested = only(everything, "Pod").metadata.labels;
    for (const selector of selectors) {
      expect(labels).toMatchObject(Labels.parse(selector));
      expect(tested).not.toMatchObject(Labels.parse(selector));
    }
  });

  test("autoscaling is off by default, and when it is on it alone says how many pods there are", () => {
    expect(at(only(everything, "Deployment"), "spec.replicas")).toBeUndefined();
    const scaler = only(everything, "HorizontalPodAutoscaler");
    expect(at(scaler, "spec.scaleTargetRef.name")).toBe(only(everything, "Deployment").metadata.name);
    expect([at(scaler, "spec.minReplicas"), at(scaler, "spec.maxReplicas")]).toEqual([3, 6]);
  });

  test("an image has the app's version, or a tag, or a digest, from any registry", async () => {
    const digest = `sha256:${"0a".repeat(32)}`;
    expect(appOf(minimal).container.image).toBe(`ghcr.io/acme/quartermaster:${packageJson.version}`);
    expect(await imageWith({ image: { tag: "main" } })).toBe("ghcr.io/acme/quartermaster:main");
    expect(await imageWith({ image: { tag: "main", digest } })).toBe(`ghcr.io/acme/quartermaster@${digest}`);
    const mirror = { global: { imageRegistry: "mirror.example.com" } };
    expect(await imageWith(mirror)).toBe(`mirror.example.com/acme/quartermaster:${packageJson.version}`);
    expect(podsOf(everything).map(({ containers }) => containers[0]?.image)).toEqual([
      appOf(everything).container.image,
      appOf(everything).container.image,
    ]);
  });

  test("secrets for pulling images reach every pod", () => {
    expect(podsOf(everything).map((pod) => at(pod, "imagePullSecrets"))).toEqual([
      [{ name: "registry" }],
      [{ name: "registry" }],
    ]);
  });

  test("metrics have a port and a Service of their own, which stays in the cluster", async () => {
    const objects = await render([example("minimal")], { service: { type: "LoadBalancer" } });
    const ports = (end: string) => at(only(objects, "Service", end), "spec.ports");
    expect(ports("master")).toEqual([{ name: "http", port: 80, targetPort: "http" }]);
    expect(ports("-metrics")).toEqual([{ name: "metrics", port: 9_464, targetPort: "metrics" }]);
    expect(at(only(objects, "Service", "-metrics"), "spec.type")).toBe("ClusterIP");
    expect(at(appOf(objects).container, "ports")).toEqual([
      { name: "http", containerPort: 3_000 },
      { name: "metrics", containerPort: 9_464 },
    ]);
    expect(appOf(objects).env.get("PORT")?.value).toBe("3000");
    expect(appOf(objects).env.get("METRICS_PORT")?.value).toBe("9464");
  });

  test("an ingress and a route lead to the http port alone", () => {
    const backends = JSON.stringify([only(everything, "Ingress"), only(everything, "HTTPRoute")]);
    expect(backends).not.toMatch(/metrics|9464/);
    expect(at(only(everything, "Ingress"), "spec.rules.0.host")).toBe("quartermaster.example.com");
    expect(at(only(everything, "Ingress"), "spec.rules.0.http.paths.0.backend.service")).toEqual({
      name: "qm-quartermaster",
      port: { name: "http" },
    });
    expect(at(only(everything, "HTTPRoute"), "spec.rules.0.backendRefs")).toEqual([
      { name: "qm-quartermaster", port: 80 },
    ]);
  });

  test("a route's host names and filters are yours, or the host of PUBLIC_URL", () => {
    const route = only(everything, "HTTPRoute");
    expect(at(route, "spec.hostnames")).toEqual(["quartermaster.example.com", "db.example.com"]);
    expect(at(route, "spec.rules.0.filters.0.type")).toBe("ResponseHeaderModifier");
    expect(at(only(anyWorkspace, "HTTPRoute"), "spec.hostnames")).toEqual(["quartermaster.example.com"]);
    expect(at(only(anyWorkspace, "HTTPRoute"), "spec.rules.0.filters")).toBeUndefined();
  });

  test("the network policy lets everyone in to http, the monitoring namespace to metrics, and pods out to what they need", () => {
    const policy = only(anyWorkspace, "NetworkPolicy");
    expect(at(policy, "spec.policyTypes")).toEqual(["Ingress", "Egress"]);
    expect(at(policy, "spec.ingress.0")).toEqual({ ports: [{ port: "http", protocol: "TCP" }] });
    expect(at(policy, "spec.ingress.1.from.0")).toEqual({
      namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } },
    });
    // And the pod of helm test, which reads metrics too.
    const tester = at(policy, "spec.ingress.1.from.1.podSelector.matchLabels");
    expect(only(anyWorkspace, "Pod").metadata.labels).toMatchObject(Labels.parse(tester));
    const ports = [...JSON.stringify(at(policy, "spec.egress")).matchAll(/"port":(\d+)/g)];
    expect(ports.map(([, port]) => Number(port))).toEqual([53, 53, 6_379, 26_379, 443, 8_200]);
    expect(at(only(everything, "NetworkPolicy"), "spec.egress.1.to")).toEqual([
      { ipBlock: { cidr: "10.0.3.0/24" } },
    ]);
  });

  test("the monitor finds the Service of metrics, and only that", () => {
    const monitor = only(everything, "ServiceMonitor");
    const wanted = Labels.parse(at(monitor, "spec.selector.matchLabels"));
    expect(only(everything, "Service", "-metrics").metadata.labels).toMatchObject(wanted);
    expect(only(everything, "Service", "master").metadata.labels).not.toMatchObject(wanted);
    expect(at(monitor, "spec.endpoints.0")).toMatchObject({ port: "metrics", path: "/metrics" });
    expect(monitor.metadata.labels).toMatchObject({ release: "prometheus" });
  });

  test("the rules reach Prometheus as they are, with links to the runbook in your repository", async () => {
    const groups = globSync("rules/*.yaml", { cwd: chartFolder })
      .toSorted()
      .flatMap((file) => at(parse(readFileSync(join(chartFolder, file), "utf8")), "groups"));
    const rules = only(everything, "PrometheusRule");
    expect(rules.metadata.labels).toMatchObject({ release: "prometheus" });
    expect(at(rules, "spec.groups")).toEqual(groups);
    const repositoryUrl = "https://github.com/acme/quartermaster";
    const own = await render([example("everything")], { metrics: { prometheusRule: { repositoryUrl } } });
    const links = JSON.stringify(only(own, "PrometheusRule")).match(/"runbook_url":"[^"]*"/g) ?? [];
    expect(links.length).toBeGreaterThan(5);
    for (const link of links) expect(link).toContain(`"${repositoryUrl}/blob/main/docs/runbook.md#`);
  });

  test("the dashboards reach Grafana's sidecar as they are", () => {
    const files = globSync("dashboards/*.json", { cwd: chartFolder });
    expect(files).toHaveLength(2);
    for (const file of files) {
      const map = only(everything, "ConfigMap", basename(file, ".json"));
      expect(map.metadata.labels).toMatchObject({ grafana_dashboard: "1" });
      expect(map.metadata.annotations).toEqual({ grafana_folder: "Databases" });
      const text = z.record(z.string(), z.string()).parse(map["data"])[basename(file)] ?? "";
      expect(JSON.parse(text)).toEqual(JSON.parse(readFileSync(join(chartFolder, file), "utf8")));
    }
  });

  test("what pods need of nodes is as it was given", () => {
    const { pod } = appOf(everything);
    expect(at(pod, "nodeSelector")).toEqual({ "kubernetes.io/os": "linux" });
    expect(at(pod, "tolerations.0.key")).toBe("dedicated");
    expect(at(pod, "affinity.nodeAffinity")).toBeDefined();
    expect(at(pod, "priorityClassName")).toBe("high");
    const template = "spec.template.metadata";
    expect(at(only(everything, "Deployment"), `${template}.annotations`)).toEqual({
      "example.com/owner": "databases",
    });
    expect(at(only(everything, "Deployment"), `${template}.labels.team`)).toBe("databases");
  });

  test("memory is limited, and processor time is not", () => {
    const { container } = appOf(minimal);
    expect(at(container, "resources.limits.memory")).toBeDefined();
    expect(at(container, "resources.limits.cpu")).toBeUndefined();
    expect(at(container, "resources.requests.cpu")).toBeDefined();
  });

  test("variables and volumes of your own are added", () => {
    const { container, env, pod } = appOf(everything);
    expect(env.get("NODE_EXTRA_CA_CERTS")?.value).toBe("/etc/company/ca.crt");
    expect(container.volumeMounts.map(({ name }) => name)).toEqual(["secrets", "company"]);
    expect(pod.volumes.map(({ name }) => name)).toEqual(["secrets", "company"]);
  });

  test("other Services don't become environment variables, which could look like settings", () => {
    expect(podsOf(minimal).map((pod) => at(pod, "enableServiceLinks"))).toEqual([false, false]);
  });

  test("objects of your own may hold templates", () => {
    expect(at(only(everything, "ConfigMap", "company-ca"), "metadata.name")).toBe("qm-company-ca");
  });

  test("all names begin with the release's, or with one that you choose", async () => {
    expect([...new Set(minimal.map(({ metadata }) => metadata.name))]).toEqual([
      "qm-quartermaster",
      "qm-quartermaster-metrics",
      "qm-quartermaster-test",
    ]);
    const named = await render([example("minimal")], { fullnameOverride: "databases" });
    expect(named.every(({ metadata }) => metadata.name.startsWith("databases"))).toBe(true);
  });

  test("the notes say what to do next, for Slack over HTTPS and for Socket Mode", async () => {
    const https = await notes("minimal");
    expect(https).toContain("kubectl --namespace db rollout status deployment/qm-quartermaster");
    expect(https).toContain("helm test qm --namespace db");
    expect(https).toContain("https://quartermaster.example.com/slack/events");
    expect(https).toContain("npm run -s manifest -- --domain quartermaster.example.com");
    expect(https).toContain("turn on ingress or httpRoute");
    expect(await notes("any-workspace")).not.toContain("turn on ingress or httpRoute");
    expect(await notes("socket-mode")).toContain("Socket Mode, so Slack needs no address");
  });
});
