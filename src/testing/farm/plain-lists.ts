import type { Endpoint } from '../../shared/contract'
import { libraries } from '../../core/lists/library.contract'
import type { Session } from '../session'
import type { Farm } from './farm'

/** A row of each library whose form asks for texts alone, by the library's word: a new one needs no line in tests. */
export async function plainRows(farm: Farm, as: Session, text: string): Promise<Record<string, { id: number }>> {
  const plain = Object.values(libraries).filter(({ form }) =>
    form.every((field) => !field.required || field.input === 'text'),
  )
  const rows = await Promise.all(
    plain.map(async ({ model, create, form }) => {
      const values = Object.fromEntries(form.flatMap(({ key, required }) => (required ? [[key, text]] : [])))
      return [model, (await farm.call(create as Endpoint, values as never, { as })) as { id: number }] as const
    }),
  )
  return Object.fromEntries(rows)
}
