import { mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepToSelf } from './own-folder'

let scratch: string
beforeAll(async () => void (scratch = await mkdtemp(join(tmpdir(), 'sadok-own-'))))
afterAll(() => rm(scratch, { recursive: true }))

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

test.skipIf(process.platform === 'win32')(
  'a folder of secrets is closed to others, a new one and one that stood open',
  async () => {
    const [fresh, open] = [join(scratch, 'a', 'b'), join(scratch, 'open')]
    await mkdir(open, { mode: 0o755 })
    const told: string[] = []
    for (const folder of [fresh, open, open]) await keepToSelf(folder, (line) => told.push(line))
    expect([await modeOf(fresh), await modeOf(open), told]).toEqual(['700', '700', []])
  },
)
