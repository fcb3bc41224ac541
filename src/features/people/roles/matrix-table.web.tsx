import { useMemo, useRef, useState, type ReactNode } from 'react'
import { ABILITY_BLOCKS, type Ability, type HeldAbilities } from '../../../shared/abilities'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { useUser } from '../../../web/session'
import { useEdges } from '../../../web/ui/use-edges'
import { RIGHT_TEXTS } from '../../../core/lists/right-texts.contract'
import { linesOf, partsOf, type Right, type Status, statusesOf, statusOf, summaryOf } from '../person/rights.contract'
import type { Role } from './roles.contract'
import { StateCell } from './state-cell.web'
import { useHoverText } from './use-hover-text.web'
import type { Matrix } from './use-matrix.web'
import classes from './matrix-table.module.css'

interface MatrixTableProps {
  roles: readonly Role[]
  matrix: Matrix
  /** nothing may be changed now */
  locked: boolean
  header: (role: Role) => ReactNode
}

const textOf = ({ key }: Right) => RIGHT_TEXTS[key as keyof typeof RIGHT_TEXTS]
const NONE: readonly never[] = []

/** The states of a line that the user may grant: nobody grants what they lack. */
function givenBy(own: HeldAbilities, { read, write }: Right, all: readonly Status[]): readonly Status[] {
  const has = (ability: Ability | null) => ability === null || own.has(ability)
  const may: Record<Status, boolean> = { write: has(read) && write.every(has), read: has(read), none: true }
  return all.filter((status) => may[status])
}

const kindsOf = ({ read }: Right): readonly Status[] => (read ? ['write', 'read', 'none'] : ['write', 'none'])

interface Line {
  right: Right
  /** of one line, as a stable list */
  lines: readonly Right[]
  choices: readonly Status[]
  parts: readonly Line[]
}
interface Block {
  name: string
  lines: readonly Line[]
  rights: readonly Right[]
  /** for the whole block; empty when it cannot be set at once */
  choices: readonly Status[]
}

/** Lines and their choices: the same objects in each render. */
function useBlocks(locked: boolean): Block[] {
  const { abilities } = useUser()
  return useMemo(() => {
    const own = new Set(abilities as Ability[])
    const lineOf = (right: Right): Line => ({
      right,
      lines: [right],
      choices: locked ? NONE : givenBy(own, right, kindsOf(right)),
      parts: partsOf(right).map(lineOf),
    })
    return Object.keys(ABILITY_BLOCKS).map((name) => {
      const rights = linesOf(name)
      const together = locked ? NONE : statusesOf(rights)
      const choices = together.filter((status) => rights.every((one) => givenBy(own, one, [status]).length > 0))
      return { name, rights, lines: rights.map(lineOf), choices }
    })
  }, [abilities, locked])
}

/** Rights below each other, roles side by side. */
export function MatrixTable({ roles, matrix, locked, header }: MatrixTableProps) {
  const { t } = useTranslation()
  const blocks = useBlocks(locked)
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setUnfolded((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))
  const rowProps = { roles, matrix }
  const box = useRef<HTMLDivElement>(null)
  useEdges(box)
  useHoverText(box)
  return (
    <div className={classes.box} ref={box} tabIndex={-1}>
      <table className={classes.table} aria-label={t('Разрешения и роли')}>
        <thead>
          <tr>
            <th scope="col">{t('Разрешение')}</th>
            {roles.map((role) => (
              <th key={role.id} scope="col">
                {header(role)}
              </th>
            ))}
          </tr>
        </thead>
        {blocks.map((block) => (
          <tbody key={block.name}>
            {isAlone(block) || <BlockRow {...rowProps} block={block} />}
            {block.lines.map((line) => {
              const { key } = line.right
              const open = unfolded.has(key)
              const fold = line.parts.length > 0 ? { open, toggle: () => toggle(key) } : undefined
              return [
                <LineRow key={key} {...rowProps} line={line} fold={fold} alone={isAlone(block)} />,
                ...(open ? line.parts.map((part) => <LineRow key={part.right.key} {...rowProps} line={part} />) : []),
              ]
            })}
          </tbody>
        ))}
      </table>
    </div>
  )
}

/** A block of one line is that line. */
const isAlone = ({ lines }: Block) => lines.length === 1

interface RowProps {
  roles: readonly Role[]
  matrix: Matrix
}

function BlockRow({ roles, matrix, block }: RowProps & { block: Block }) {
  const { t } = useTranslation()
  return (
    <tr className={classes.block}>
      <th scope="rowgroup">{t(block.name)}</th>
      {roles.map((role) => (
        <td key={role.id}>
          <StateCell
            status={summaryOf(block.rights, matrix.held.get(role.id)!)}
            changed={false}
            choices={role.fixed ? NONE : block.choices}
            lines={block.rights}
            role={role.id}
            name={block.name}
            roleName={role.name}
            block
            set={matrix.set}
          />
        </td>
      ))}
    </tr>
  )
}

/** Also true when some of its parts were exchanged for others. */
const differs = ({ read, write }: Right, saved: HeldAbilities, held: HeldAbilities) =>
  saved !== held && [...(read ? [read] : []), ...write].some((one) => saved.has(one) !== held.has(one))

interface LineRowProps extends RowProps {
  line: Line
  /** its parts stand under it */
  fold?: { open: boolean; toggle: () => void }
  /** its block has no other */
  alone?: boolean
}

function LineRow({ roles, matrix, line, fold, alone }: LineRowProps) {
  const { t } = useTranslation()
  const { right } = line
  const { name, lets } = textOf(right)
  const title = (
    <>
      <span className={classes.name}>{t(name)}</span>
      <span className={classes.lets}>{t(lets)}</span>
    </>
  )
  return (
    <tr data-part={right.part_of ? true : undefined} className={alone ? classes.block : undefined}>
      <th scope="row">
        {fold ? (
          <button type="button" className={classes.fold} aria-expanded={fold.open} onClick={fold.toggle}>
            <span>{title}</span>
            <Icon name={fold.open ? 'up' : 'down'} size={16} />
          </button>
        ) : (
          title
        )}
      </th>
      {roles.map((role) => (
        <td key={role.id}>
          <StateCell
            status={statusOf(right, matrix.held.get(role.id)!)}
            changed={differs(right, matrix.saved.get(role.id)!, matrix.held.get(role.id)!)}
            choices={role.fixed ? NONE : line.choices}
            lines={line.lines}
            role={role.id}
            name={name}
            roleName={role.name}
            set={matrix.set}
          />
        </td>
      ))}
    </tr>
  )
}
