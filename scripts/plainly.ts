import { parseArgs, type ParseArgsConfig } from 'node:util'
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

/** The options after `--`; whoever misspells one, or asks for help, is told how the command is called. */
export function readOptions<const T extends NonNullable<ParseArgsConfig['options']>>(options: T, usage: string) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (!code?.startsWith('ERR_PARSE_ARGS_')) throw error
    throw new PlainError(`${message}\n${usage}`)
  }
}
