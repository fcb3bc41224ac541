/** A picture of days and rows: a mark where something happened, deeper the more it was. */
export interface HeatCell {
  row: number
  /** from 0 on */
  day: number
  value: number
}

/** From which value on a mark has this ink, and what that is called, translated. */
export interface HeatStep {
  from: number
  ink: string
  name: string
}

/** The last step that a value reaches. */
export const stepOf = (steps: readonly HeatStep[], value: number): HeatStep =>
  steps.findLast(({ from }) => value >= from) ?? steps[0]!
