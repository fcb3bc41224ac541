/** Which files of the server a piece of work enters, and which of their functions it calls. */
import { Session } from 'node:inspector/promises'
import { join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { projectRoot } from '../../server/base/project-root'

/** Path of a file under src → names of the functions in it that were called. */
export type Entered = Map<string, string[]>

const SOURCES = join(projectRoot, 'src')

/** The path of a server file, of `src/server` or a `.server.ts` of core and features; of any other null. */
function serverFile(url: string): string | null {
  if (!url.startsWith('file:')) return null
  const path = relative(SOURCES, fileURLToPath(url)).split(sep).join('/')
  return path.startsWith('server/') || path.endsWith('.server.ts') ? path : null
}

/** V8 makes up a name with dots for a function that has none: such a one belongs to the function around it. */
const isNamed = (name: string) => name !== '' && !name.includes('.')

/** By the coverage that V8 counts. */
export async function enteredBy(work: () => Promise<unknown>): Promise<Entered> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  try {
    await work()
    const { result } = await session.post('Profiler.takePreciseCoverage')
    return new Map(
      result.flatMap(({ url, functions }): [string, string[]][] => {
        const path = serverFile(url)
        const called = functions.filter(({ functionName, ranges }) => isNamed(functionName) && ranges[0]!.count > 0)
        return path && called.length > 0 ? [[path, called.map(({ functionName }) => functionName)]] : []
      }),
    )
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
}
