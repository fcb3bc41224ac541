/** A secret of a farm's programs is sealed for that farm alone. */
export const hookPlace = (company: number): string => `hook ${company}`
