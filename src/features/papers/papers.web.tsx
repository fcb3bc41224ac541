/** The papers of a document: the form is chosen above, and is in the address. */
import { Button } from '@mantine/core'
import { hrefOf } from '../../shared/pages'
import { navigate } from '../../web/router/address'
import { useTranslation } from '../../web/i18n'
import { NotFound } from '../../web/layout/not-found'
import { useCall } from '../../web/query-client'
import type { PageProps } from '../../web/router/router'
import { ErrorState } from '../../web/ui/error-state'
import { Paper } from '../../web/ui/paper/paper'
import { RowSkeletons } from '../../web/ui/skeletons'
import { Torg1 } from './torg-1.web'
import { Torg12 } from './torg-12.web'
import { type FormName, FORMS, paperCalls, PAPERS, type PaperKind } from './papers.contract'

const LAYOUTS = { 'torg-12': { Form: Torg12, wide: true }, 'torg-1': { Form: Torg1, wide: false } }

const JOURNALS: Record<PaperKind, string> = {
  receipt: hrefOf('journal', { path: 'receipts' }),
  'workshop-receipt': hrefOf('journal', { path: 'workshop-receipts' }),
  shipment: hrefOf('shipments'),
}

export function PaperPage({ params }: PageProps) {
  const kind = params.kind as PaperKind
  if (!(kind in PAPERS)) return <NotFound />
  const forms: readonly FormName[] = PAPERS[kind].forms
  const form = forms.find((one) => one === params.form) ?? forms[0]!
  return <Printed kind={kind} id={Number(params.id)} form={form} forms={forms} />
}

interface PrintedProps {
  kind: PaperKind
  id: number
  form: FormName
  forms: readonly FormName[]
}

function Printed({ kind, id, form, forms }: PrintedProps) {
  const { t } = useTranslation()
  const query = useCall(paperCalls[kind], { id })
  const { Form, wide } = LAYOUTS[form]
  const to = (form: FormName) => navigate(hrefOf('paper', { kind, id, form }), { replace: true })
  if (!query.data)
    return query.error ? (
      <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    ) : (
      <RowSkeletons rows={10} />
    )
  return (
    <Paper
      title={`${t(PAPERS[kind].title)} №\u00a0${(form === 'torg-1' && query.data.act_number) || query.data.number}`}
      wide={wide}
      back={{ text: t('К журналу'), go: () => navigate(JOURNALS[kind]) }}
      choice={
        forms.length > 1 && (
          <Button.Group aria-label={t('Какой документ')}>
            {forms.map((one) => (
              <Button
                key={one}
                variant={one === form ? 'light' : 'default'}
                aria-pressed={one === form}
                onClick={() => to(one)}
              >
                {t(FORMS[one])}
              </Button>
            ))}
          </Button.Group>
        )
      }
    >
      <Form paper={query.data} incoming={kind !== 'shipment'} />
    </Paper>
  )
}
