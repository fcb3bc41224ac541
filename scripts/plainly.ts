import { PlainError } from '../src/server/base/plain-error'

/** Does the work of a command; a PlainError is told without a stack. */
export async function plainly(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof PlainError ? error.message : error)
    process.exitCode = 1
  }
}
