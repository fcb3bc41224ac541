/** JSON made byte by byte: in an answer of hundreds of thousands of numbers their texts alone would take longest. */
import { MILLIONTHS } from '../../shared/numbers'

export interface JsonBytes {
  bytes: Buffer
  length: number
}

const FIRST = 1 << 16

/** Of about so many bytes: growing leaves the smaller ones to the garbage collector. */
export const openBytes = (size = FIRST): JsonBytes => ({ bytes: Buffer.allocUnsafe(size), length: 0 })

export const takenOf = ({ bytes, length }: JsonBytes): Buffer => bytes.subarray(0, length)

function makeRoom(to: JsonBytes, more: number): void {
  if (to.length + more <= to.bytes.length) return
  const wider = Buffer.allocUnsafe(Math.max(2 * to.bytes.length, to.length + more))
  to.bytes.copy(wider, 0, 0, to.length)
  to.bytes = wider
}

/** A loop: parts are short. */
export function addPart(to: JsonBytes, part: Uint8Array): void {
  makeRoom(to, part.length)
  const { bytes, length } = to
  for (let index = 0; index < part.length; index++) bytes[length + index] = part[index]!
  to.length = length + part.length
}

export const addText = (to: JsonBytes, text: string): void => addPart(to, Buffer.from(text))

const [ZERO, POINT, MINUS] = [48, 46, 45]
const NULL = Buffer.from('null')

/** So many digits from the place on; of a number of 31 bits, which is divided the fastest. */
function putDigits(bytes: Buffer, place: number, value: number, many: number): number {
  let rest = value
  for (let at = place + many - 1; at >= place; at--) {
    const tens = (rest / 10) | 0
    bytes[at] = ZERO + rest - tens * 10
    rest = tens
  }
  return place + many
}

function putWhole(bytes: Buffer, place: number, value: number): number {
  let many = 1
  for (let most = 10; most <= value; most *= 10) many++
  return putDigits(bytes, place, value, many)
}

const DECIMALS = 6
/** Up to here whole numbers have 31 bits. */
const MOST = 2 ** 31
/** And up to here whole parts do, and the shortest text of a number is all of its digits. */
const MOST_UNITS = 1e15
const LONGEST = 32

/** Whole millionths as the number that they are. */
export function addUnits(to: JsonBytes, millionths: number | null): void {
  if (millionths === null) return addPart(to, NULL)
  if (!Number.isInteger(millionths) || Math.abs(millionths) >= MOST_UNITS)
    return addText(to, JSON.stringify(millionths / MILLIONTHS))
  makeRoom(to, LONGEST)
  const { bytes } = to
  if (millionths < 0) bytes[to.length++] = MINUS
  const all = Math.abs(millionths)
  const whole = (all / MILLIONTHS) | 0
  to.length = putWhole(bytes, to.length, whole)
  let rest = (all - whole * MILLIONTHS) | 0
  let many = DECIMALS
  if (rest === 0) return
  while (rest % 10 === 0) {
    rest = (rest / 10) | 0
    many--
  }
  bytes[to.length++] = POINT
  to.length = putDigits(bytes, to.length, rest, many)
}

/** A whole number. */
export function addWhole(to: JsonBytes, value: number): void {
  if (!Number.isInteger(value) || value < 0 || value >= MOST) return addText(to, JSON.stringify(value))
  makeRoom(to, LONGEST)
  to.length = putWhole(to.bytes, to.length, value)
}
