import { readFile, readdir } from "node:fs/promises";
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import { getHeapStatistics } from "node:v8";
import { counter, gauge, oneOf } from "./series.ts";

/** Identifies the running code. */
export interface Build {
  version: string;
  /** What the records in Redis are written as. */
  dataVersion: string;
  nodeVersion: string;
}

const resolutionMs = 20;
const points = { median: 50, p99: 99, max: 100 };

/** How this process is. What the system doesn't tell, as outside Linux, is absent. */
export function runtimeMetrics(build: Build) {
  const info = buildInfo(build);
  const delay = gauge(
    "qm_event_loop_delay_seconds",
    "How late the event loop was since the previous scrape: the median, the 99th percentile and the maximum. Absent at the first scrape.",
    oneOf("point", Object.keys(points)),
  );
  const active = counter("qm_event_loop_active_seconds_total", "How long the event loop was busy.");
  const cpu = counter("process_cpu_seconds_total", "The processor time of this process.");
  const start = gauge("process_start_time_seconds", "When this process started, in Unix time.");
  const resident = gauge("process_resident_memory_bytes", "The memory of this process.");
  const heap = gauge("nodejs_heap_size_used_bytes", "The memory of JavaScript's objects.");
  const external = gauge("nodejs_external_memory_bytes", "The memory of buffers and WebAssembly.");
  const openFiles = gauge("process_open_fds", "Open files and connections of this process.");
  const mostFiles = gauge("process_max_fds", "How many it may open.");
  start.set(performance.timeOrigin / 1_000);
  let monitor: ReturnType<typeof monitorEventLoopDelay> | undefined;
  let [activeSeconds, cpuSeconds] = [0, 0];

  function readDelay(): void {
    // From the first scrape on, because it costs a timer.
    monitor ??= monitorEventLoopDelay({ resolution: resolutionMs });
    monitor.enable();
    // A second scraper at the same moment gets the previous reading.
    if (monitor.count === 0) return;
    for (const [point, percent] of Object.entries(points)) {
      // The monitor counts the time between two of its timers.
      const lateMs = monitor.percentile(percent) / 1_000_000 - resolutionMs;
      delay.set(Math.max(0, lateMs) / 1_000, point);
    }
    monitor.reset();
  }

  async function readProcess(): Promise<void> {
    const [stat, status, limits, files] = await Promise.all([
      systemFile("stat"),
      systemFile("status"),
      systemFile("limits"),
      readdir("/proc/self/fd").catch(() => undefined),
    ]);
    // https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html: the name in brackets may hold spaces; after it come
    // utime and stime as the 12th and 13th, in hundredths of a second.
    const [, , , , , , , , , , , user, system] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const seconds = (Number(user) + Number(system)) / 100;
    if (seconds > cpuSeconds) {
      cpu.add("", "", seconds - cpuSeconds);
      cpuSeconds = seconds;
    }
    resident.set(numberIn(status, /^VmRSS:\s+(\d+) kB/m, 1_024));
    mostFiles.set(numberIn(limits, /^Max open files\s+(\d+)/m));
    openFiles.set(files?.length);
  }

  return {
    families: [info, delay, active, cpu, start, resident, heap, external, openFiles, mostFiles],
    async beforeScrape(): Promise<void> {
      readDelay();
      const busySeconds = performance.eventLoopUtilization().active / 1_000;
      active.add("", "", busySeconds - activeSeconds);
      activeSeconds = busySeconds;
      const { used_heap_size: usedBytes, external_memory: externalBytes } = getHeapStatistics();
      heap.set(usedBytes);
      external.set(externalBytes);
      await readProcess();
    },
  };
}

function buildInfo({ version, dataVersion, nodeVersion }: Build) {
  const facts = { version, data_version: dataVersion, node_version: nodeVersion };
  return {
    name: "qm_build_info",
    help: "Always 1. Its labels say which version runs, what it writes in Redis, and on which Node.",
    type: "gauge" as const,
    labels: Object.entries(facts).map(([name, value]) => ({ name, values: [value] })),
    samples: () => [{ labels: Object.entries(facts), value: 1 }],
  };
}

/** A file about this process; empty outside Linux. */
function systemFile(name: string): Promise<string> {
  return readFile(`/proc/self/${name}`, "utf8").catch(() => "");
}

function numberIn(text: string, pattern: RegExp, times = 1): number | undefined {
  const [, found] = pattern.exec(text) ?? [];
  return found === undefined ? undefined : Number(found) * times;
}
