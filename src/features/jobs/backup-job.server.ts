import type { Job } from '../../server/jobs/job'

const MEGABYTE = 1_000_000

/** A copy of the whole database once a day; the log between them is copied without it. */
export const backupJob: Job = {
  name: 'backup',
  title: 'Копия базы',
  every: '0 21 * * *',
  run: async ({ backup, progress }) =>
    backup?.makeBase((done, total) => progress(Math.floor(done / MEGABYTE), Math.ceil(total / MEGABYTE))),
}
