/**
 * What answers are made of and writes change. A reading names what it is made of, a write what it changed: so an answer
 * is read anew when it may have changed, on every page that shows it, and no list says which pages those are.
 */
export const CACHE_TAGS = [
  /** operations, and the fish in every cage after them */
  'fish',
  /** amounts in warehouses, and where items are */
  'goods',
  /** what was paid for beside goods */
  'spending',
  /** readings of the water */
  'water',
  /** modules and cages themselves: numbers, sizes, where they lie */
  'places',
  /** what the libraries say, names above all */
  'lists',
  /** users, their rights and settings, the company */
  'people',
] as const

export type CacheTag = (typeof CACHE_TAGS)[number]
