/** Percentiles, and the table that a run prints. */

export interface Figure {
  what: string
  figure: string
  gate?: string
  /** the same statements without the application */
  bare?: string
  /** the slowest statement, measured by itself */
  slowest?: string
}

const at = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

export function spread(times: number[]) {
  const sorted = [...times].sort((a, b) => a - b)
  return { p50: at(sorted, 0.5), p95: at(sorted, 0.95), p99: at(sorted, 0.99), most: sorted.at(-1) ?? 0 }
}

export const ms = (value: number) => `${value >= 100 ? Math.round(value) : value.toFixed(value >= 10 ? 1 : 2)} ms`

export interface Rate {
  perSecond: number
  times: number[]
}

/** Runs `work` repeatedly with so many parallel clients. */
export async function load(
  clients: number,
  seconds: number,
  work: (client: number) => Promise<number>,
  more = () => true,
): Promise<Rate> {
  const times: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end && more()) times.push(await work(client))
    }),
  )
  return { perSecond: Math.round((times.length / (performance.now() - start)) * 1000), times }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export function show(figures: Figure[]): void {
  const head: Figure = { what: '', figure: 'measured', gate: 'gate', bare: 'bare loop', slowest: 'slowest statement' }
  const rows = [head, ...figures].map(({ what, figure, gate = '', bare = '', slowest = '' }) => [
    what,
    figure,
    gate,
    bare,
    slowest,
  ])
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]!.length)))
  for (const row of rows)
    console.log(
      row
        .map((text, column) => text.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}
