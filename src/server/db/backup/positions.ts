/** Positions in the write-ahead log, and the files that they stand in. */

/** Bytes since the beginning; PostgreSQL writes it as two hexadecimal numbers. */
export type Position = bigint

export function readPosition(text: string): Position {
  const [high, low] = text.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

export const writePosition = (position: Position): string =>
  `${(position >> 32n).toString(16).toUpperCase()}/${(position & 0xffff_ffffn).toString(16).toUpperCase()}`

const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')

/** The name of a file of the log by its number since the beginning. */
export function segmentName(timeline: number, number: bigint, segmentBytes: number): string {
  const inHigh = 0x1_0000_0000n / BigInt(segmentBytes)
  return `${hex(BigInt(timeline))}${hex(number / inHigh)}${hex(number % inHigh)}`
}
