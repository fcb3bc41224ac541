/** The things of the audit journal in words. */
import type { TFunction } from '../../web/i18n'
import type { AuditRow } from './audit.contract'
import { ENTITIES, entityOf } from './entities.contract'

const titleOf = (entity: string, t: TFunction): string => t(entityOf(entity).title, { context: 'операция' })

/** «Модуль «Северный»», «Кормление № 123». */
export function nameOf({ entity, entity_id: id, name }: Pick<AuditRow, 'entity' | 'entity_id' | 'name'>, t: TFunction) {
  const title = titleOf(entity, t)
  if (name !== null) return `${title} «${name}»`
  return entity === 'settings' ? title : `${title} № ${id}`
}

/** All kinds of objects to filter by, ordered by title. */
export const entityOptions = (t: TFunction) =>
  [...ENTITIES.keys()]
    .map((value) => ({ value, label: titleOf(value, t) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
