/**
 * Tags that connect writes with cached answers. A reading names the tags its answer is made of, a write the tags it
 * changed; every cached answer with one of these tags is then fetched again, on whatever page it is shown.
 */
export const CACHE_TAGS = [
  /** operations, and the fish in cages that follow from them */
  'fish',
  /** amounts in warehouses, and where items are */
  'goods',
  /** expenses other than goods */
  'spending',
  /** plans of feeding */
  'plans',
  /** what is to be done */
  'tasks',
  /** alarms, and the rules that ring */
  'alarms',
  /** what assistants propose */
  'proposals',
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
