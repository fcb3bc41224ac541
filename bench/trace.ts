/** What the main thread of a page spends its time on, from a trace of the browser. */
import type { CDPSession } from 'playwright-core'

interface TraceEvent {
  name: string
  ph: string
  ts: number
  dur?: number
  /** processor time of the thread, which other processes do not influence */
  tdur?: number
  tid: number
  pid: number
  args?: { data?: { url?: string; scriptName?: string }; name?: string }
}

export async function traced(devtools: CDPSession, work: () => Promise<unknown>): Promise<TraceEvent[]> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never as TraceEvent[])))
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8', 'disabled-by-default-v8.compile'] },
  })
  await work()
  const complete = new Promise<void>((resolve) => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.end')
  await complete
  return events
}

/** Names in the trace → names here. */
const SORTS: [RegExp, string][] = [
  [/^(v8\.compile|v8\.compileModule|V8\.CompileCode|v8\.deserialize)/i, 'compile'],
  [/^v8\.produce/i, 'cache code'],
  [/EvaluateScript|v8\.evaluateModule|v8\.run/i, 'evaluate'],
  [/^(FunctionCall|RunMicrotasks|EventDispatch|FireAnimationFrame|TimerFire|FireIdleCallback)/, 'run'],
  [/^(UpdateLayoutTree|Layout|ParseAuthorStyleSheet)$/, 'style and layout'],
  [/^(Paint|PrePaint|Layerize|Commit|UpdateLayer)/, 'paint'],
  [/^ParseHTML/, 'HTML'],
  [/GC|Scavenge/, 'garbage'],
]
const sortOf = (name: string) => SORTS.find(([one]) => one.test(name))?.[1]

/** Processor time of each kind of event on the thread that evaluated scripts: 'evaluate 300 ms, run 200 ms …'. */
export function sharesOf(events: TraceEvent[]): string {
  const longest = events
    .filter(({ ph, name }) => ph === 'X' && sortOf(name) === 'evaluate')
    .sort((one, other) => (other.dur ?? 0) - (one.dur ?? 0))[0]
  if (!longest) return 'no script was evaluated'
  const own = events
    .filter(({ tid, pid, ph, name }) => tid === longest.tid && pid === longest.pid && ph === 'X' && sortOf(name))
    .sort((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0))
  const sums = new Map<string, number>()
  const add = (name: string, time: number) => sums.set(sortOf(name)!, (sums.get(sortOf(name)!) ?? 0) + time)
  const open: { name: string; end: number }[] = []
  for (const { name, ts, dur = 0, tdur = dur } of own) {
    while (open.length > 0 && open.at(-1)!.end <= ts) open.pop()
    const around = open.at(-1)
    add(name, tdur)
    if (around) add(around.name, -tdur)
    open.push({ name, end: ts + dur })
  }
  return [...sums]
    .sort(([, one], [, other]) => other - one)
    .map(([sort, time]) => `${sort} ${Math.round(time / 1000)} ms`)
    .join(', ')
}
