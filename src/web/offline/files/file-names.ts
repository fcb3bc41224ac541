/** Names of files on this device as a form holds them: by spaces. */
export const namesIn = (text: string | undefined): string[] => (text ? text.split(' ') : [])
export const textOfNames = (names: readonly string[]): string => names.join(' ')
