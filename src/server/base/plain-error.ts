/** An error whose message is a whole sentence for the person at the terminal: it is printed without a stack. */
export class PlainError extends Error {
  override name = 'PlainError'
}
