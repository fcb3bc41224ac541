/**
 * Checks of what is to be written travel with the writing: where one fails, all is taken back. They are heard in the order of `works`: the
 * first that failed is told, and what comes after it is not waited for.
 */
export async function together<T extends unknown[]>(...works: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  for (const work of works) work.catch(() => undefined)
  const done: unknown[] = []
  for (const work of works) done.push(await work)
  return done as T
}
