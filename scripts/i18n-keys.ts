// Reads the sources as a compiler does and finds every Russian text that a person may see.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

export interface Text {
  text: string
  /** src/…:line */
  place: string
}

export interface Texts {
  /** what the dictionary must hold */
  keys: Text[]
  /** joined from values without say(), outside of the web; values become {{}} */
  glued: Text[]
  /** on a screen without t() */
  bare: Text[]
  /** used with t(…, { context }): «Навеска|операция» may exist besides «Навеска» */
  contexts: Set<string>
}

const CYRILLIC = /[а-яё]/i
/**
 * Tests and what they stand on; the demo farm; what is printed in a terminal, in both languages; the API's own page;
 * papers of an official form, which are Russian for everyone; words that passwords are made of; words that people say.
 */
const OTHER_FILES =
  /\.test\.tsx?$|^src\/(features\/(demo\/|papers\/torg-)|shared\/(papers\/in-words|voice\/)|testing\/|main\.server|server\/(settings-env|common-words|openapi\/|metrics\/|db\/(migrate|embedded|roles|backup)))/
/** Lines of the API's page. */
const OTHER_PROPERTIES = new Set(['details', 'example'])
/**
 * A letter to the operator, what a new company starts with (its own data from then on), titles of fault reports,
 * letters folded for a search, keys of a keyboard, letters, words of suppliers' sheets.
 */
const OTHER_NAMES = new Set([
  'log',
  'letterText',
  'AGE_CATEGORIES',
  'report',
  'replaceAll',
  'RUSSIAN_KEYS',
  'RUSSIAN_LETTERS',
  'RUSSIAN_TWINS',
  'UNITS_IN_SHEETS',
])
/** The name of a language is the same in every language. */
const OWN_NAMES = new Set(['Русский'])

export function collectTexts(): Texts {
  const found: Texts = { keys: [], glued: [], bare: [], contexts: new Set() }
  for (const entry of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    const path = `src/${entry.replaceAll('\\', '/')}`
    if (/\.tsx?$/.test(path) && !OTHER_FILES.test(path)) readSource(path, found)
  }
  return found
}

const isWeb = (path: string) => /^src\/web\/|\.web\.tsx?$/.test(path)

function readSource(path: string, found: Texts): void {
  const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true)
  const put = (list: Text[], node: ts.Node, text: string) => {
    if (!CYRILLIC.test(text) || OWN_NAMES.has(text)) return
    list.push({ text, place: `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}` })
  }
  const visit = (node: ts.Node): void => {
    if (isForOthers(node)) return
    if (isSummary(node)) return partsOf(node).forEach((part) => put(found.keys, node, part))
    const context = contextIn(node)
    if (context) return void found.contexts.add(context)
    if (ts.isStringLiteralLike(node)) put(isShownBare(node) ? found.bare : found.keys, node, node.text + askedIn(node))
    else if (ts.isIdentifier(node)) put(found.keys, node, node.text)
    else if (ts.isJsxText(node)) put(found.bare, node, node.text.trim())
    else if (ts.isTemplateExpression(node)) {
      // the quotes of SQL may contain whole sentences
      if (isQuery(node)) for (const text of quotedIn(node)) put(found.keys, node, text)
      else put(isWeb(path) ? found.bare : found.glued, node, withPlaceholders(node))
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
}

function isForOthers(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return OTHER_PROPERTIES.has(node.name.getText())
  if (ts.isVariableDeclaration(node)) return OTHER_NAMES.has(node.name.getText())
  // only arguments belong to the call; the object it is called on may contain texts
  return ts.isCallExpression(node.parent) && node.parent.arguments.includes(node as ts.Expression)
    ? OTHER_NAMES.has(calledName(node.parent))
    : false
}

/** The summary of a call in a contract, parts of which the security journal shows. */
const isSummary = (node: ts.Node): node is ts.PropertyAssignment =>
  ts.isPropertyAssignment(node) && node.name.getText() === 'summary'

function partsOf({ initializer }: ts.PropertyAssignment): string[] {
  if (ts.isStringLiteralLike(initializer)) return initializer.text.split(': ')
  if (!ts.isTemplateExpression(initializer)) return []
  return initializer.templateSpans.flatMap(({ literal }) => literal.text.split(': ')).filter((part) => part !== '')
}

const calledName = ({ expression }: ts.CallExpression): string =>
  ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText()

/** The text of `context: '…'`. */
const contextIn = (node: ts.Node): string | null =>
  ts.isPropertyAssignment(node) && node.name.getText() === 'context' && ts.isStringLiteralLike(node.initializer)
    ? node.initializer.text
    : null

/** «|операция» for t('Навеска', { context: 'операция' }); empty without a context. */
function askedIn(node: ts.Node): string {
  const options = ts.isCallExpression(node.parent) && node.parent.arguments[0] === node && node.parent.arguments[1]
  if (!options || !ts.isObjectLiteralExpression(options)) return ''
  const context = options.properties.map(contextIn).find((one) => one !== null)
  return context ? `|${context}` : ''
}

/** An attribute written as plain text, which cannot be inside t(). */
const isShownBare = (node: ts.Node) => ts.isJsxAttribute(node.parent)

const isQuery = (node: ts.TemplateExpression) =>
  ts.isTaggedTemplateExpression(node.parent) && node.parent.tag.getText() === 'sql'

const quotedIn = (node: ts.TemplateExpression): string[] =>
  [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].flatMap((part) =>
    [...part.matchAll(/'([^']+)'/g)].map(([, text]) => text!),
  )

const withPlaceholders = (node: ts.TemplateExpression): string =>
  node.head.text + node.templateSpans.map(({ literal }) => `{{}}${literal.text}`).join('')

/** The names of the placeholders of a text, sorted. */
export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{\{\s*(\w*)[^}]*\}\}/g)].map(([, name]) => name!).sort()

const read = (name: string) =>
  JSON.parse(readFileSync(join(root, 'src/shared/i18n', name), 'utf8')) as Record<string, string>
export const english = () => read('en.json')
export const russianForms = () => read('ru.json')

/** The plural forms of a language. */
export const formsOf = (language: string) => new Intl.PluralRules(language).resolvedOptions().pluralCategories
export const withoutForm = (entry: string) => entry.replace(/_(zero|one|two|few|many|other)$/, '')
/** Keys with plural forms: those in the Russian file. */
export const pluralKeys = () => new Set(Object.keys(russianForms()).map(withoutForm))

/** Entry of the dictionary → where its text is used. A key with plural forms has an entry for each. */
export function wantedEntries({ keys }: Texts): Map<string, string> {
  const plural = pluralKeys()
  const entries = keys.flatMap(({ text, place }) =>
    (plural.has(text) ? formsOf('en').map((form) => `${text}_${form}`) : [text]).map(
      (entry) => [entry, place] as const,
    ),
  )
  return new Map(entries.reverse())
}

/** Entries missing in the dictionary, with their places, and entries that are not used. */
export function compareWithDictionary(texts: Texts): { missing: Map<string, string>; excess: string[] } {
  const wanted = wantedEntries(texts)
  const dictionary = english()
  const isWanted = (entry: string) => {
    const [text, context] = entry.split('|')
    return wanted.has(entry) || (context !== undefined && texts.contexts.has(context) && wanted.has(text!))
  }
  return {
    missing: new Map([...wanted].filter(([entry]) => !dictionary[entry])),
    excess: Object.keys(dictionary).filter((entry) => !isWanted(entry)),
  }
}
