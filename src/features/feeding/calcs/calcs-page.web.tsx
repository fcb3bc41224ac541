import { useState } from 'react'
import { calcCalls, calcColumns, type CalcRow } from '../../../core/feeding/calcs.contract'
import { useTranslation } from '../../../web/i18n'
import { CrudPage, type CrudPageProps } from '../../../web/pages/crud-page'
import { hrefOf } from '../../../shared/pages'
import { navigate } from '../../../web/router/address'
import { CalcForm } from './calc-form.web'
import { CoefficientsWindow } from './coefficients-window.web'
import { CoverageNotes } from './coverage.web'

const RIGHTS = {
  create: 'create feed calcs',
  update: 'update feed calcs',
  remove: 'delete feed calcs',
  archive: 'update feed calcs',
} as const

const WINDOWS: CrudPageProps<CalcRow>['windows'] = {
  form: ({ row, ...shown }) => <CalcForm {...shown} calc={row} />,
  coefficients: ({ row, opened, onClose, onSaved }) =>
    row && <CoefficientsWindow calc={row} opened={opened} onClose={onClose} onSaved={onSaved} />,
}

const testOf = ({ id, location_ids, age_category_ids, cage_ids }: CalcRow) =>
  hrefOf('feedingTest', { calc: id, modules: location_ids, categories: age_category_ids, cagesId: cage_ids })

/** Which feed is assigned to which cages, and where nothing or too much is. */
export function CalcsPage() {
  const { t } = useTranslation()
  // the cages that a new calculation begins with
  const [assigned, assign] = useState<{ cages: number[]; opened: boolean }>({ cages: [], opened: false })
  return (
    <>
      <CrudPage<CalcRow>
        list={calcCalls.list}
        remove={calcCalls.remove}
        archiving={calcCalls.archiving}
        archiveTitle={t('Архив')}
        ability={RIGHTS}
        changes={['lists']}
        entity="feed_calc"
        confirmDelete={t('Вы уверены, что хотите удалить расчет')}
        deleted={t('Расчет удален!')}
        table={{
          name: 'feed-calcs',
          title: t('Назначение кормов'),
          columns: calcColumns,
          above: <CoverageNotes onAssign={(cages) => assign({ cages, opened: true })} />,
        }}
        rowActions={(row, open) => [
          {
            icon: 'wand',
            title: t('Проверить расчёт'),
            looks: true,
            onClick: () => navigate(testOf(row)),
          },
          {
            icon: 'adj',
            title: t('Коэффициенты по датам'),
            onClick: () => open('coefficients', row),
            disabled: row.edit_disabled,
            disabledReason: row.edit_disabled_reason ?? undefined,
          },
        ]}
        windows={WINDOWS}
      />
      <CalcForm
        opened={assigned.opened}
        cages={assigned.cages}
        onClose={() => assign((was) => ({ ...was, opened: false }))}
      />
    </>
  )
}
