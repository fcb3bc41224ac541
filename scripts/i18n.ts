// npm run i18n: what the English dictionary lacks and what it has in excess. Exit code 1 when texts are not translated.
import { collectTexts, compareWithDictionary, type Text } from './i18n-keys'

const texts = collectTexts()
const { missing, excess } = compareWithDictionary(texts)

function show(title: string, found: Text[]): void {
  if (found.length === 0) return
  console.log(`\n${title}: ${found.length}`)
  for (const { text, place } of found) console.log(`  ${JSON.stringify(text)}  ${place}`)
}

show(
  'Not in en.json',
  [...missing].map(([text, place]) => ({ text, place })),
)
show('Shown without t()', texts.bare)
show(
  'In en.json, but nowhere in the sources',
  excess.map((text) => ({ text, place: '' })),
)
show('Put together without say()', texts.glued)
console.log(
  `\n${new Set(texts.keys.map(({ text }) => text)).size} texts, ${missing.size} not translated, ${excess.length} in excess`,
)
process.exitCode = missing.size + texts.bare.length > 0 ? 1 : 0
