/** Names of windows for many cages, for the first page. */
export type BatchName = 'feeding' | 'retreat'

/** Under which name the outbox knows them. */
export const recordKinds: Record<BatchName, string> = { feeding: 'feedings', retreat: 'retreats' }
