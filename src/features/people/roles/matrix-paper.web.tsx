/** The matrix for printing: rights in rows, as many roles in columns as fit on the paper, the others below. */
import { Button } from '@mantine/core'
import { ABILITY_BLOCKS, type HeldAbilities } from '../../../shared/abilities'
import type { Column } from '../../../shared/columns'
import type { Sheet } from '../../../shared/sheets/sheet'
import { NBSP } from '../../../web/format'
import { useTranslation, type TFunction } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { PrintSheet, SheetTable } from '../../../web/ui/table/print-sheet'
import { usePrinter } from '../../../web/ui/table/printer'
import { RIGHT_TEXTS } from '../../../core/lists/right-texts.contract'
import { linesOf, partsOf, type Right, statusOf, summaryOf } from '../person/rights.contract'
import type { Role } from './roles.contract'
import { STATE_LOOKS } from './state-looks.contract'

/** Beside the names of rights, across an A4. */
const ROLES_ACROSS = 12
const INDENT = NBSP.repeat(4)

type HeldByRole = ReadonlyMap<number, HeldAbilities>

/** Each block with its own state, its lines, and their parts. */
function rowsOf(roles: readonly Role[], held: HeldByRole, t: TFunction) {
  const row = (id: string, name: string, shown: (of: HeldAbilities) => string) => ({
    id,
    name,
    ...Object.fromEntries(roles.map((role) => [String(role.id), shown(held.get(role.id)!)])),
  })
  const lineOf = (right: Right, indent: string) =>
    row(right.key, indent + t(RIGHT_TEXTS[right.key as keyof typeof RIGHT_TEXTS].name), (of) =>
      t(STATE_LOOKS[statusOf(right, of)].short),
    )
  return Object.keys(ABILITY_BLOCKS).flatMap((block) => {
    const lines = linesOf(block)
    // a block of one line is that line
    const head = lines.length > 1 ? [row(block, t(block), (of) => t(STATE_LOOKS[summaryOf(lines, of)].short))] : []
    const indent = lines.length > 1 ? INDENT : ''
    return [
      ...head,
      ...lines.flatMap((right) => [
        lineOf(right, indent),
        ...partsOf(right).map((part) => lineOf(part, indent + INDENT)),
      ]),
    ]
  })
}

function sheetsOf(roles: readonly Role[], held: HeldByRole, t: TFunction): Omit<Sheet, 'translate'>[] {
  const count = Math.max(1, Math.ceil(roles.length / ROLES_ACROSS))
  const across = Math.ceil(roles.length / count)
  return Array.from({ length: count }, (_, index) => {
    const some = roles.slice(index * across, (index + 1) * across)
    const columns: Column[] = [
      { key: 'name', title: 'Разрешение', type: 'text' },
      ...some.map(({ id, name }): Column => ({ key: String(id), title: name, type: 'text' })),
    ]
    return { title: t('Разрешения и роли'), columns, rows: rowsOf(some, held, t), average: 'kg' }
  })
}

export function PrintMatrix({ roles, held }: { roles: readonly Role[]; held: HeldByRole }) {
  const { t } = useTranslation()
  const sheets = () => sheetsOf(roles, held, t)
  const first = () => sheets()[0]!
  const { printed, print } = usePrinter({ off: roles.length === 0, all: (show) => show(first()), atOnce: first })
  const others = printed ? sheets().slice(1) : []
  return (
    <>
      <Button variant="default" size="xs" fz="sm" leftSection={<Icon name="print" size={16} />} onClick={print}>
        {t('Печать')}
      </Button>
      {printed && (
        <PrintSheet
          {...printed}
          note=""
          below={others.map((sheet) => (
            <SheetTable key={sheet.columns[1]!.key} sheet={sheet} />
          ))}
        />
      )}
    </>
  )
}
