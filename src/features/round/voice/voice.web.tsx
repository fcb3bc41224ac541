/** «Голосом»: what a person says of cages is shown as it would be recorded, and recorded when they press. */
import { useMemo, useState } from 'react'
import { Button } from '@mantine/core'
import { hear } from '../../../shared/voice/heard'
import { useTranslation } from '../../../web/i18n'
import { Icon } from '../../../web/icons'
import { NoteBox } from '../../../web/ui/note-box'
import { Window } from '../../../web/ui/overlay/window'
import { useLossCauses } from '../../../core/documents/fields/loss-causes.web'
import { warningText } from '../../../core/documents/fields/warning-text.web'
import { useCompanySettings } from '../../../web/session'
import { faultsOf, readingsOf, recordsOf, warningsOf } from '../model/round-lines.web'
import { useRecorder } from '../state/use-recorder.web'
import { clickMoment, type Round } from '../state/use-round.web'
import { useRecogniser } from './recogniser.web'
import { saidOf } from './said.web'
import styles from './voice.module.css'

/** Everything that a sentence means for the round. */
function useSaid(round: Round, sentence: string) {
  const { t, language } = useTranslation()
  const settings = useCompanySettings()
  const { offered } = useLossCauses()
  const { lines, water, goods, sure } = round
  return useMemo(() => {
    const named = lines.map(({ cage }) => cage)
    const causes = offered.map(({ value, label }) => ({ id: Number(value), name: label }))
    const heard = hear(sentence, language, named, causes)
    const said = saidOf(heard, { lines, water }, t)
    const moment = clickMoment()
    const records = [
      ...said.lines.flatMap((line) => Object.values(recordsOf(line, moment, t))),
      ...Object.values(readingsOf(said.water, said.typed, moment)),
    ]
    const ofCage = (number: string, text: string) => `${t('Садок {{number}}', { number })}: ${text}`
    const faults = [...faultsOf(said.lines, { goods: goods.goods, sure }, t)].flatMap(([id, own]) => {
      const number = named.find((cage) => cage.id === id)!.number
      return Object.values(own).map((fault) => ofCage(number, fault))
    })
    const warnings = said.lines.flatMap((line) =>
      warningsOf(line, settings).map((one) => ofCage(line.cage.number, warningText(one, 'kg', t))),
    )
    const what = records.map((record) => {
      const cause = offered.find(({ value }) => value === record.values.loss_cause_id)
      return cause ? `${record.what}, ${cause.label}` : record.what
    })
    return { ...said, what, faults, warnings, unknown: heard.unknown }
  }, [sentence, language, lines, water, goods, sure, settings, offered, t])
}

/** What was heard, line by line, and what was not understood. */
function Understood({ said }: { said: ReturnType<typeof useSaid> }) {
  const { t } = useTranslation()
  const { what, problems, faults, warnings, unknown } = said
  return (
    <div className={styles.understood} aria-live="polite">
      {what.length > 0 && (
        <ul aria-label={t('Будет записано')}>
          {what.map((text) => (
            <li key={text}>
              <Icon name="check" size={20} />
              {text}
            </li>
          ))}
        </ul>
      )}
      {[...faults, ...problems].map((text) => (
        <NoteBox key={text} kind="danger">
          {text}
        </NoteBox>
      ))}
      {warnings.map((text) => (
        <NoteBox key={text} kind="warn">
          {text}
        </NoteBox>
      ))}
      {unknown.length > 0 && (
        <NoteBox kind="warn">{t('Не понято и не будет записано: {{words}}', { words: unknown.join(', ') })}</NoteBox>
      )}
    </div>
  )
}

function VoiceWindow({ round, gate, onClose }: { round: Round; gate: string | null; onClose: () => void }) {
  const { t, language } = useTranslation()
  const [before, setBefore] = useState('')
  const [sentence, setSentence] = useState('')
  const recorder = useRecorder()
  const said = useSaid(round, sentence)
  const recogniser = useRecogniser(language, (text) => setSentence(before ? `${before}, ${text}` : text))
  const nothing = said.what.length === 0
  const blocked = gate !== null || nothing || said.faults.length > 0 || recorder.busy
  const listen = () => {
    setBefore(sentence.trim())
    recogniser.start()
  }
  const record = async () => {
    recogniser.stop()
    const { lines, water, typed } = said
    if (!(await recorder.all({ prefix: round.prefix, lines, water, typed }))) return
    round.settle([], water)
    onClose()
  }
  return (
    <Window
      title={t('Голосом')}
      icon="mic"
      opened
      onClose={onClose}
      footer={
        <div className={styles.footer}>
          <Button variant="default" h={48} onClick={onClose}>
            {t('Закрыть')}
          </Button>
          <Button h={48} disabled={blocked} title={gate ?? undefined} onClick={() => void record()}>
            {t('Записать')}
          </Button>
        </div>
      }
    >
      <div className={styles.voice}>
        {recogniser.there && (
          <button
            type="button"
            className={styles.mic}
            aria-pressed={recogniser.listening}
            onClick={recogniser.listening ? recogniser.stop : listen}
          >
            <Icon name="mic" size={32} />
            {recogniser.listening ? t('Слушаю. Нажмите, когда скажете всё') : t('Говорить')}
          </button>
        )}
        {recogniser.fault && <NoteBox kind="warn">{t(recogniser.fault)}</NoteBox>}
        <label className={styles.sentence}>
          {t('Что сказано')}
          <textarea
            rows={3}
            maxLength={2000}
            value={sentence}
            placeholder={t('садок семь, отход двенадцать, корм сорок, кислород восемь и три')}
            onChange={(event) => setSentence(event.currentTarget.value)}
          />
        </label>
        <Understood said={said} />
        {recorder.failed && <NoteBox kind="danger">{t(recorder.failed)}</NoteBox>}
        <p className={styles.small}>
          {recogniser.there
            ? t(
                'Речь распознаёт браузер: некоторые отправляют её для этого своему изготовителю. В Садок попадает текст.',
              )
            : t('Этот браузер речь не распознаёт. Продиктуйте с клавиатуры телефона или напишите.')}
        </p>
      </div>
    </Window>
  )
}

/** In the head of the round. */
export function VoiceButton({ round, gate, className }: { round: Round; gate: string | null; className?: string }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={t('Голосом')}
        title={t('Голосом')}
        disabled={round.lines.length === 0}
        onClick={() => setOpened(true)}
      >
        <Icon name="mic" size={22} />
      </button>
      {opened && <VoiceWindow round={round} gate={gate} onClose={() => setOpened(false)} />}
    </>
  )
}
