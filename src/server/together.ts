/**
 * Checks of what is to be written travel with the writing: where one fails, all is taken back. The first of `works` that failed is told,
 * not the one that was heard first.
 */
export async function together<T extends unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const done = await Promise.allSettled(works)
  const failed = done.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return done.map((one) => (one as PromiseFulfilledResult<unknown>).value) as T
}
