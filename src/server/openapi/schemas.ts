/** JSON Schema of zod schemas; those that have a name become components of the document. */
import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod'

export type Json = Record<string, unknown>

const withRefs = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withRefs)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key === '$ref' && typeof inner === 'string'
        ? inner.replace('#/$defs/', '#/components/schemas/')
        : withRefs(inner),
    ]),
  )
}

/** Adds the named parts to `named`. Throws when another schema has the name already. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output', named: Record<string, Json>): Json {
  const json = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }) as Json
  const { $schema: _, $defs = {}, ...own } = withRefs(json) as Json
  for (const [name, { id: _id, ...part }] of Object.entries($defs as Record<string, Json>)) {
    if (named[name] && !isDeepStrictEqual(named[name], part)) throw new Error(`two schemas are called ${name}`)
    named[name] = part
  }
  return own
}
