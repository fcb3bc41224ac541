/** The stage of the wizard on this device: 0 is not begun, −1 is done. */
import { useLocalStorage } from '@mantine/hooks'
import { companySettingsCall } from '../../shared/user'
import { call } from '../../web/api'
import { useTranslation } from '../../web/i18n'
import { notifySuccess } from '../../web/notify'
import { currentOwner, storeUser } from '../../web/session'

export const [NOT_BEGUN, DONE] = [0, -1]

/** Only neighbours may be gone to. */
export const isNeighbour = (one: number, other: number): boolean => Math.abs(one - other) === 1

/** What the server knows as completed is done on every device. */
export function useStage(stages: number, completed: boolean) {
  const { t } = useTranslation()
  const [kept, keep] = useLocalStorage<number>({
    key: `setup-wizard:${currentOwner()}`,
    defaultValue: NOT_BEGUN,
    getInitialValueInEffect: false,
  })
  const known = Number.isInteger(kept) && kept >= DONE && kept <= stages ? kept : NOT_BEGUN
  const finish = () => {
    keep(DONE)
    notifySuccess(t('Настройка успешно завершена!'))
    call(companySettingsCall, { 'wizard-completed': true }, { quiet: true }).then(storeUser, console.error)
  }
  return { stage: completed ? DONE : known, go: keep, finish }
}
