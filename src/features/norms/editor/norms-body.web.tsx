/** One set of norms: its period, the table, the curve of a row. */
import { useState } from 'react'
import { Switch } from '@mantine/core'
import type { Fault, NormGrid } from '../../../shared/feeding/norm-grid'
import { useTranslation } from '../../../web/i18n'
import { NoteBox } from '../../../web/ui/note-box'
import { NormCurve } from './norm-curve.web'
import { NormPeriod } from './norm-period.web'
import { NormTable } from './norm-table.web'
import classes from './norms.module.css'

interface BodyProps {
  grid: NormGrid
  /** the set as it is stored */
  stored: NormGrid | undefined
  /** of this set */
  faults: readonly Fault[]
  /** null to look at */
  edit: { change: (grid: NormGrid, tag?: string) => void; undo: () => void; redo: () => void; save: () => void } | null
}

export function NormsBody({ grid, stored, faults, edit }: BodyProps) {
  const { t, speak } = useTranslation()
  const [heat, setHeat] = useState(false)
  const [line, setLine] = useState<number | null>(null)
  const textOf = (where: 'range' | 'season') => {
    const fault = faults.find(({ place }) => place.in === where)
    return fault && speak(fault.text)
  }
  const whole = textOf('season')
  const chosen = line === null ? null : Math.min(line, grid.rows.length)
  return (
    <>
      <div className={classes.bar}>
        {edit ? <NormPeriod grid={grid} fault={textOf('range')} onChange={edit.change} /> : <span />}
        <div className={classes.switches}>
          <Switch
            label={t('Тепловая карта')}
            checked={heat}
            onChange={(event) => setHeat(event.currentTarget.checked)}
          />
          <Switch
            label={t('Кривая строки')}
            checked={line !== null}
            onChange={(event) => setLine(event.currentTarget.checked ? 1 : null)}
          />
        </div>
      </div>
      {whole && (
        <div className={classes.notes}>
          <NoteBox kind="danger">{whole}</NoteBox>
        </div>
      )}
      <NormTable
        grid={grid}
        stored={stored}
        faults={faults}
        heat={heat}
        chosen={chosen}
        onChoose={setLine}
        edit={edit}
      />
      {chosen !== null && <NormCurve grid={grid} row={chosen - 1} />}
    </>
  )
}
