import { defineConfig } from 'eslint/config'
import reactHooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

// Rules without type information: tsc checks types already, and lint stays at a few seconds.
export default defineConfig(
  { ignores: ['dist', 'data', 'coverage', 'src/server/db/tables.ts'] },
  {
    files: ['**/*.{ts,tsx,js,mjs}'],
    extends: [tseslint.configs.recommended],
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'no-restricted-imports': [
        'error',
        { paths: [{ name: 'react', importNames: ['lazy'], message: 'src/web/later.tsx says why: use lazyPart().' }] },
      ],
      // Prettier wraps code; comments and SQL are wrapped by hand.
      'max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
      ],
      'max-lines': ['error', 300],
      'max-lines-per-function': ['error', { max: 40, skipBlankLines: true, skipComments: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    // A hook behind a condition breaks its page only where that holds: without a network, for a limited person.
    files: ['src/**/*.web.{ts,tsx}', 'src/web/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error' },
  },
  {
    // Markup takes lines that are no steps to follow.
    files: ['**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipBlankLines: true, skipComments: true }] },
  },
  {
    // A test file is a list; its describe block is no function to read at once. Tools demand default exports.
    files: ['**/*.test.{ts,tsx}', '**/*.spec.ts', 'src/testing/**/*.ts', '*.config.{ts,js}'],
    rules: { 'max-lines-per-function': 'off', 'no-restricted-exports': 'off' },
  },
  {
    // Who may import whom is held by src/rooms.test.ts, which reads what is said in so many words.
    files: ['src/**/*.{ts,tsx,mjs}'],
    ignores: ['src/server/base/program-thread.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'MemberExpression[object.type="MetaProperty"][property.name=/^glob/]',
          message: 'Import what is needed.',
        },
        {
          selector: 'NewExpression[callee.name=/Worker$/]',
          message: 'src/server/base/program-thread.ts starts threads.',
        },
        {
          selector: 'ImportExpression[source.type!="Literal"][source.type!="TemplateLiteral"]',
          message: 'Say what is imported.',
        },
        { selector: 'ImportExpression TemplateLiteral[expressions.length>0]', message: 'Say what is imported.' },
      ],
    },
  },
  {
    files: ['e2e/**/*.spec.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'CallExpression[callee.name="expect"] AwaitExpression > CallExpression > MemberExpression[property.name=/^(inputValue|getAttribute|textContent|isVisible|isDisabled|isChecked|count)$/]',
          message: 'The page may not be there yet: await expect.poll(() => …).',
        },
      ],
    },
  },
)
