import { useMemo } from 'react'
import { Button, Stack, Text } from '@mantine/core'
import { showAmount } from '../../web/format'
import { useTranslation } from '../../web/i18n'
import { Icon } from '../../web/icons'
import { useConnectivity } from '../../web/connectivity'
import { useWriteGate } from '../../web/session'
import { toKg } from '../../shared/numbers'
import { othersOf } from '../../core/documents/recent/fed-feeds.contract'
import { dueOf, faultsOf, lineOf, sumOfLines } from './model/round-lines.web'
import { isLive } from './model/round-model.web'
import { useRecorder } from './state/use-recorder.web'
import { useRoundLines } from './state/use-round.web'

const SEVERAL = 'Садки {{cages}}: вчера было несколько кормов, здесь тот, которого больше. Остальное дайте в обходе.'
const SEVERAL_PLANNED =
  'Садки {{cages}}: по плану несколько кормов, здесь тот, которого больше. Остальное дайте в обходе.'

/**
 * «По плану 440 кг», without a plan «Как вчера 440 кг»: feeds all unfed cages of a module that have one, in one touch
 * that can be undone. Hidden when there is neither, and when a warehouse lacks feed, which the round shows in detail.
 */
export function AsYesterday({ location }: { location: number }) {
  const { t } = useTranslation()
  const gate = useWriteGate('create feedings')
  const sure = useConnectivity() === 'online'
  const recorder = useRecorder()
  const { prefix, cages, state, known, goods } = useRoundLines(location)
  const { lines, planned } = useMemo(() => {
    const all = cages
      // the proposed values, not those half typed in the round
      .map((cage) => lineOf(cage, { ...state, drafts: {}, visits: {} }, known))
      .filter((line) => !isLive(line.feeding) && dueOf(line).volume !== null)
    const planned = all.filter((line) => line.planned)
    return { lines: planned.length > 0 ? planned : all, planned: planned.length > 0 }
  }, [cages, state, known])
  const { volume } = sumOfLines(lines)
  const several = lines.filter((line) => (planned ? line.planned!.feeds.slice(1) : othersOf(line.yesterday)).length > 0)
  if (gate || lines.length === 0 || faultsOf(lines, { goods: goods.goods, sure: sure && goods.known }, t).size > 0)
    return null
  return (
    <Stack gap={6}>
      <Button
        variant="default"
        h={48}
        fullWidth
        leftSection={<Icon name={planned ? 'cal' : 'hist'} size={18} />}
        loading={recorder.busy}
        onClick={() => void recorder.all({ prefix, lines, water: [], typed: {} })}
      >
        {planned
          ? t('По плану {{amount}} кг', { amount: showAmount(toKg(volume), 2) })
          : t('Как вчера {{amount}} кг', { amount: showAmount(toKg(volume)) })}
      </Button>
      {several.length > 0 && (
        <Text size="sm" c="dimmed">
          {t(planned ? SEVERAL_PLANNED : SEVERAL, { cages: several.map(({ cage }) => cage.number).join(', ') })}
        </Text>
      )}
    </Stack>
  )
}
