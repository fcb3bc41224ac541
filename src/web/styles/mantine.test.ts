import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../..', import.meta.url))
const mantine = join(src, '../node_modules/@mantine/core')

/** What Mantine's components are made of beside themselves, by the imports of their sources. */
function partsOf(component: string, found: Set<string>): Set<string> {
  const folder = join(mantine, 'esm/components', component)
  if (found.has(component) || !existsSync(folder)) return found
  found.add(component)
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.mjs')) continue
    const text = readFileSync(join(folder, file), 'utf8')
    for (const [, part] of text.matchAll(/from "(?:\.\.\/)+(\w+)\/\1\.mjs"/g)) partsOf(part!, found)
  }
  return found
}

const used = new Set<string>()
for (const file of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.tsx')) continue
  const text = readFileSync(join(src, file), 'utf8')
  for (const [, names] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
    for (const name of names!.split(',')) partsOf(name.trim(), used)
}

test('every Mantine component that is used has its styles', () => {
  const list = readFileSync(join(src, 'web/styles/mantine.css'), 'utf8')
  const missing = [...used].filter(
    (name) =>
      existsSync(join(mantine, `styles/${name}.layer.css`)) && !list.includes(`@mantine/core/styles/${name}.layer.css`),
  )
  expect(used.size).toBeGreaterThan(20)
  expect(missing).toEqual([])
})
