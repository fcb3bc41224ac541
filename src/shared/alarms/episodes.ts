/**
 * What a series of observations makes of a rule: idle → pending → active → recovering → resolved. The running alarm and
 * the back-test are this one function, over days or over a year. Times are whole minutes of farm time.
 */

/** `between` the line and the one behind which all is well again: whatever was so goes on. */
export type Level = 'bad' | 'between' | 'good'

/** Observations one after another on one level, without a gap: the first and the last of them. */
export interface Run<D = unknown> {
  level: Level
  from: number
  /** the last observation */
  to: number
  /** of a bad run: its worst observation */
  worst: number
  /** so bad that whoever was told of the alarm is told again */
  danger?: boolean
  /** what the worst one is told with */
  detail: D
}

export interface Timing {
  /** minutes for which it has to be bad */
  hold: number
  /** minutes for which it has to be well */
  recover: number
  /** of the observations of an episode it is told with the lowest, the highest or the last */
  worse: 'low' | 'high' | 'last'
}

export interface Episode<D = unknown> {
  from: number
  /** when it began to ring; null while pending */
  active: number | null
  /** well since then, though not for long enough */
  recovering: number | null
  until: number | null
  worst: number
  danger: boolean
  detail: D
}

const isWorse = (one: number, other: number, { worse }: Timing) =>
  worse === 'last' || (worse === 'low' ? one < other : one > other)

/** Time goes by, and nothing new is observed. */
function pass(open: Episode, until: number, { hold, recover }: Timing): void {
  if (open.active === null && open.from + hold <= until) open.active = open.from + hold
  if (open.recovering !== null && open.recovering + recover <= until) open.until = open.recovering + recover
}

const begin = <D>({ from, worst, danger = false, detail }: Run<D>): Episode<D> => ({
  from,
  active: null,
  recovering: null,
  until: null,
  worst,
  danger,
  detail,
})

function worsen<D>(open: Episode<D>, run: Run<D>, timing: Timing): void {
  open.recovering = null
  open.danger ||= run.danger === true
  if (!isWorse(run.worst, open.worst, timing)) return
  open.worst = run.worst
  open.detail = run.detail
}

/**
 * The episodes of one series, in order; those that ended before they rang are left out. The last one may be going on.
 *
 * @param runs in order
 * @param end nothing is known after it
 * @param open what went on before the first run
 */
export function episodesOf<D>(
  runs: readonly Run<D>[],
  timing: Timing,
  end: number,
  open: Episode<D> | null = null,
): Episode<D>[] {
  const found: Episode<D>[] = []
  let now = open && { ...open }
  const close = () => {
    if (now?.until === null) return
    if (now) found.push(now)
    now = null
  }
  for (const run of runs) {
    if (now) pass(now, run.from, timing)
    close()
    if (run.level === 'bad') {
      if (now) worsen(now, run, timing)
      else now = begin(run)
    } else if (now?.active === null) now = null
    else if (now && run.level === 'good') now.recovering ??= run.from
  }
  if (now) pass(now, end, timing)
  close()
  return now ? [...found, now] : found
}

/** Nobody waits longer for a sensor that says nothing. */
const GIVEN_UP = 14 * 1440

/** When nothing was observed for so many minutes: an episode of its own, told with the last observation. */
export function silencesOf(runs: readonly Pick<Run, 'from' | 'to'>[], limit: number, end: number): Episode<number>[] {
  return runs.flatMap(({ to }, index) => {
    const next = runs[index + 1]?.from ?? null
    const from = to + limit
    if (from >= (next ?? end)) return []
    const given = from + GIVEN_UP
    const until = next !== null && next <= given ? next : given <= end ? given : null
    const worst = Math.min(until ?? end, given) - to
    return [{ from, active: from, recovering: null, until, worst, danger: false, detail: to }]
  })
}
