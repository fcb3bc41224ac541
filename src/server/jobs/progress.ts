/** Stores the progress of a run in its row while it runs. */
import type pg from 'pg'
import type { Progress } from './job'

const WRITE_MS = 1000

/** `written` resolves once no progress is being written: the end of the run is stored after it. */
export function openProgress(pool: pg.Pool, job: string, run: string) {
  let last = Promise.resolve()
  let next = 0
  const write = (done: number, total: number) =>
    pool.query(
      `update pgboss.job set output = jsonb_build_object('done', $3::int, 'total', $4::int)
       where name = $1 and id = $2 and state = 'active'`,
      [job, run, done, total],
    )
  const progress: Progress = (done, total) => {
    if (performance.now() < next) return
    next = performance.now() + WRITE_MS
    // nobody's work depends on it
    last = last
      .then(() => write(done, total))
      .then(
        () => undefined,
        () => undefined,
      )
  }
  return { progress, written: () => last }
}
