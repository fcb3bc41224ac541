/** Of the windows of many cages, what the first page needs to know. */
export type BatchName = 'feeding' | 'retreat'

/** Under which name the outbox knows them. */
export const recordKinds: Record<BatchName, string> = { feeding: 'feedings', retreat: 'retreats' }
