import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from './server/base/project-root'

interface Manifest {
  engines?: { node?: string }
}
const read = <T>(name: string) => JSON.parse(readFileSync(join(projectRoot, name), 'utf8')) as T

const numberOf = (major: string, minor = '0') => Number(major) * 1000 + Number(minor)

/** Whether a range takes this version: `^20.19.0 || >=22.12.0`, `20 || >=22`. */
const takes = (range: string, [major, minor]: [string, string]) =>
  range.split('||').some((one) => {
    const [, sign, least = '', more] = /^\s*(\^|>=)?\s*(\d+)(?:\.(\d+))?/.exec(one) ?? []
    return numberOf(least, more) <= numberOf(major, minor) && (sign === '>=' || least === major)
  })

test('every package runs on the oldest Node that the project promises', () => {
  const [, major = '', minor = ''] = /^>=(\d+)\.(\d+)$/.exec(read<Manifest>('package.json').engines!.node!) ?? []
  const { packages } = read<{ packages: Record<string, Manifest> }>('package-lock.json')
  const newer = Object.entries(packages).filter(
    ([, { engines }]) => engines?.node && !takes(engines.node, [major, minor]),
  )
  expect(newer.map(([name, { engines }]) => `${name} asks for ${engines!.node}`)).toEqual([])
})
