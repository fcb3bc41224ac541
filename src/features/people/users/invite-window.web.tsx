/** Invites several people at once: a list of addresses, then the outcome of each. */
import { useState } from 'react'
import * as z from 'zod'
import { REQUIRED } from '../../../shared/fields'
import { call } from '../../../web/api'
import { useTranslation } from '../../../web/i18n'
import { invalidateTags } from '../../../web/query-client'
import { useCan, useUser } from '../../../web/session'
import { NoteField } from '../../../web/ui/fields/text-fields'
import { FormModal } from '../../../web/ui/form/form-modal'
import { inviteCalls, inviteesOf, MAX_INVITED, type Outcome, TOO_MANY } from '../invitations/invitations.contract'
import { LimitFields, RoleField } from './given-fields.web'
import { OutcomesWindow } from './outcomes-window.web'

/** As the call's own, of a list typed as a text. */
const typedList = z.object({
  people: z
    .string()
    .trim()
    .min(1, REQUIRED)
    .refine((text) => inviteesOf(text).length <= MAX_INVITED, TOO_MANY),
})

export function InviteWindow({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  const me = useUser()
  const roles = useCan()('assign roles')
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  const initial = { people: '', role_id: '', location_id: me.location_ids, stock_id: me.stock_ids }
  const invite = async (values: typeof initial) => {
    const { people, role_id, ...limits } = values
    const given = { ...limits, ...(roles && { role_id: role_id || null }) }
    const answer = await call(inviteCalls.several, { people: inviteesOf(people), ...given }, { quiet: true })
    setOutcomes(answer.people)
    await invalidateTags(['people'])
  }
  return (
    <>
      <FormModal
        title={t('Пригласить в хозяйство')}
        icon="mail"
        size={640}
        opened={opened}
        onClose={onClose}
        schema={typedList}
        initial={initial}
        onSubmit={invite}
        submitText={t('Пригласить')}
      >
        {(form) => (
          <>
            <NoteField
              {...form.getInputProps('people')}
              label={t('Адреса')}
              placeholder={t('Иван Петров ivan@example.com')}
              hint={addressesHint(form.values.people, t)}
              maxLength={10_000}
              rows={4}
            />
            {roles && <RoleField form={form} />}
            <LimitFields form={form} />
          </>
        )}
      </FormModal>
      <OutcomesWindow outcomes={outcomes} onClose={() => setOutcomes(null)} />
    </>
  )
}

const addressesHint = (text: string, t: ReturnType<typeof useTranslation>['t']) => {
  const count = inviteesOf(text).length
  return count < 2 ? t('По одному в строке или через запятую, можно с именем') : t('Адресов: {{count}}', { count })
}
