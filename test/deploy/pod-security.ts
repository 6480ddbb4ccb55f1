import { at, type Pod } from "./render.ts";

const allowedVolumes = new Set([
  "configMap",
  "csi",
  "downwardAPI",
  "emptyDir",
  "ephemeral",
  "persistentVolumeClaim",
  "projected",
  "secret",
]);

/**
 * What the restricted Pod Security Standard refuses of a pod, and two rules more: it writes to no disk, and it gets no
 * token for Kubernetes. See https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export function securityProblems(pod: Pod): string[] {
  const shared = ["hostNetwork", "hostPID", "hostIPC"].filter((name) => at(pod, name) === true);
  const volumes = pod.volumes
    .flatMap((volume) => Object.keys(volume).filter((key) => key !== "name"))
    .filter((kind) => !allowedVolumes.has(kind));
  return [
    ...shared,
    ...volumes,
    ...unless(at(pod, "automountServiceAccountToken") === false, "automountServiceAccountToken"),
    ...unless(at(pod, "securityContext.runAsNonRoot") === true, "runAsNonRoot"),
    ...unless(at(pod, "securityContext.runAsUser") !== 0, "runAsUser"),
    ...unless(at(pod, "securityContext.seccompProfile.type") === "RuntimeDefault", "seccompProfile"),
    ...pod.containers.flatMap(containerProblems),
  ];
}

function containerProblems(container: unknown): string[] {
  const context = at(container, "securityContext");
  const dropped = at(context, "capabilities.drop");
  return [
    ...unless(at(context, "allowPrivilegeEscalation") === false, "allowPrivilegeEscalation"),
    ...unless(at(context, "readOnlyRootFilesystem") === true, "readOnlyRootFilesystem"),
    ...unless(Array.isArray(dropped) && dropped.includes("ALL"), "capabilities.drop"),
    ...unless(at(context, "capabilities.add") === undefined, "capabilities.add"),
    ...unless(at(context, "privileged") !== true, "privileged"),
    ...unless(at(context, "procMount") === undefined, "procMount"),
    ...unless(at(context, "runAsUser") !== 0, "runAsUser"),
    ...unless(!JSON.stringify(at(container, "ports") ?? []).includes("hostPort"), "hostPort"),
  ];
}

function unless(isRight: boolean, problem: string): string[] {
  return isRight ? [] : [problem];
}
