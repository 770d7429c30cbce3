import { residentMb } from "../process-facts.js";

/** Memory of a process over time. */
export interface MemoryReport {
  readonly samples: number;
  readonly firstMb: number;
  readonly lastMb: number;
  readonly mostMb: number;
  /** Of the line of least squares through the second half of the samples. */
  readonly slopeMbPerMinute: number;
}

/** Looks at a process again and again; the function that it returns ends that and says what was seen. */
export function watchMemory(pid: number, everyMs: number): () => MemoryReport {
  const started = performance.now();
  const samples: { readonly minutes: number; readonly mb: number }[] = [];
  const timer = setInterval(() => {
    const mb = residentMb(pid);
    if (mb > 0) samples.push({ minutes: (performance.now() - started) / 60_000, mb });
  }, everyMs);
  return () => {
    clearInterval(timer);
    const sizes = samples.map(({ mb }) => mb);
    return {
      samples: samples.length,
      firstMb: Math.round(sizes[0] ?? 0),
      lastMb: Math.round(sizes.at(-1) ?? 0),
      mostMb: Math.round(Math.max(...sizes, 0)),
      slopeMbPerMinute: Number(slope(samples.slice(samples.length / 2)).toFixed(2)),
    };
  };
}

function slope(samples: readonly { readonly minutes: number; readonly mb: number }[]): number {
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const x = mean(samples.map(({ minutes }) => minutes));
  const y = mean(samples.map(({ mb }) => mb));
  const above = samples.reduce((sum, { minutes, mb }) => sum + (minutes - x) * (mb - y), 0);
  const below = samples.reduce((sum, { minutes }) => sum + (minutes - x) ** 2, 0);
  return below === 0 ? 0 : above / below;
}
