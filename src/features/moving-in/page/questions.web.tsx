/** Names that the farm does not know: each is asked about once. */
import { useState } from 'react'
import { Button, Group } from '@mantine/core'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { SelectField } from '../../../web/ui/fields/select-field'
import type { Choice, Question } from '../calls/past-names.contract'
import { type ImportDetails, pastCalls } from '../calls/past.contract'
import { NAMED_LISTS } from '../calls/past-words.contract'
import type { After } from './book.web'
import classes from './past.module.css'

const CREATE = 'create'
const SKIP = 'skip'
const keyOf = ({ list, name }: Question) => `${list}:${name}`

/** What is offered first: for a name a new row, where rows say nothing the likest that there is. */
const proposed = ({ name, create, options }: Question): string =>
  create !== null && (name !== '' || !options[0]) ? CREATE : options[0] ? valueOf(options[0]) : SKIP
const valueOf = ({ id, code }: Question['options'][number]) => (id === null ? `code:${code}` : String(id))

function choiceOf({ create, name }: Question, value: string): Choice {
  if (value === SKIP) return { skip: true }
  if (value === CREATE) return { create: create ?? name }
  return value.startsWith('code:') ? { code: value.slice(5) } : { id: Number(value) }
}

export function Questions({ book: { id, questions }, after }: { book: ImportDetails; after: After }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState<Record<string, string>>({})
  const save = () =>
    after(
      call(pastCalls.choose, {
        id,
        names: questions.map((one) => ({
          list: one.list,
          name: one.name,
          choice: choiceOf(one, chosen[keyOf(one)] ?? proposed(one)) as never,
        })),
      }),
    )
  return (
    <section className={classes.part} aria-label={t('Вопросы')}>
      <h3>{t('Этих названий в хозяйстве нет: скажите, что это')}</h3>
      <ul className={classes.questions}>
        {questions.map((one) => (
          <li key={keyOf(one)}>
            <span>
              <small>{t(NAMED_LISTS[one.list])}</small> {one.name || t('не указано')}
              <small>{t('строк: {{count}}', { count: one.rows })}</small>
            </span>
            <SelectField
              aria-label={`${t(NAMED_LISTS[one.list])} ${one.name}`}
              size="xs"
              value={chosen[keyOf(one)] ?? proposed(one)}
              onChange={(value) => value && choose({ ...chosen, [keyOf(one)]: value })}
              data={[
                ...(one.create === null
                  ? []
                  : [{ value: CREATE, label: t('Создать «{{name}}»', { name: one.create }) }]),
                ...one.options.map((option) => ({ value: valueOf(option), label: option.name })),
                { value: SKIP, label: t('Пропустить эти строки') },
              ]}
            />
          </li>
        ))}
      </ul>
      <Group gap="xs">
        <Button size="xs" fz="sm" onClick={() => void save()}>
          {t('Ответить и проверить')}
        </Button>
      </Group>
    </section>
  )
}
