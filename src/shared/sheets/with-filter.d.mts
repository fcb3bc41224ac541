/** `filter` is what it covers, 'A3:H14'; without one the XML stays as it is. */
export function withFilter(xml: string, sheet: { filter?: string }): string
