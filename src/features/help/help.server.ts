/** The help texts, read from docs/help once in each language. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { HELP } from '../../shared/help/help-pages'
import type { Language } from '../../shared/i18n/languages'
import { projectRoot } from '../../server/base/project-root'
import { languageOf } from '../../server/language'
import { preparedRoute, type Route } from '../../server/http/route'
import { helpCall } from './help.contract'

type Guides = Record<string, string>

async function readGuides(language: Language): Promise<Guides> {
  const folder = join(projectRoot, 'docs', 'help', language)
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return Object.fromEntries(names.map((name, index) => [name.slice(0, -'.md'.length), texts[index]!]))
}

const kept = new Map<Language, Promise<Guides>>()

/** A folder that could not be read is asked again. */
function guidesIn(language: Language): Promise<Guides> {
  const found = kept.get(language) ?? readGuides(language)
  kept.set(language, found)
  found.catch(() => kept.delete(language))
  return found
}

const keys = Object.fromEntries(Object.entries(HELP).map(([address, names]) => [address, [...names]]))

export const helpRoutes: Route[] = [
  preparedRoute(
    helpCall,
    ({ input, request }) => guidesIn(input().locale ?? languageOf(request)),
    (_, __, guides) => Promise.resolve({ guides, keys }),
  ),
]
