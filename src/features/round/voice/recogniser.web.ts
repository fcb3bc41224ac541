/** The browser's own recogniser of speech, where it has one. What it hears is text, and nothing else. */
import { useEffect, useRef, useState } from 'react'
import type { Language } from '../../../web/i18n'

interface Recogniser {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: { results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start(): void
  stop(): void
  abort(): void
}
type MakeRecogniser = new () => Recogniser

function recogniserOf(): MakeRecogniser | null {
  const { SpeechRecognition, webkitSpeechRecognition } = window as unknown as Record<string, MakeRecogniser | undefined>
  return SpeechRecognition ?? webkitSpeechRecognition ?? null
}

const LOCALES: Readonly<Record<Language, string>> = { ru: 'ru-RU', en: 'en-US' }

/** Why it does not listen, for people; nothing was said, or it was stopped, is no fault. */
const FAULTS: Readonly<Record<string, string>> = {
  'not-allowed': 'Браузер не дал микрофон. Разрешите его для этой страницы или продиктуйте с клавиатуры.',
  'service-not-allowed': 'Браузер не дал микрофон. Разрешите его для этой страницы или продиктуйте с клавиатуры.',
  'audio-capture': 'Микрофон не найден. Продиктуйте с клавиатуры телефона.',
  network: 'Распознаванию этого браузера нужна сеть. Продиктуйте с клавиатуры телефона или напишите.',
}

/** @param onText called with all that was heard since the start, while it is being said */
export function useRecogniser(language: Language, onText: (text: string) => void) {
  const [make] = useState(recogniserOf)
  const [listening, setListening] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const running = useRef<Recogniser | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = () => {
    if (!make || running.current) return
    const recogniser = new make()
    recogniser.lang = LOCALES[language]
    recogniser.continuous = true
    recogniser.interimResults = true
    recogniser.onresult = ({ results }) => onText(Array.from(results, (heard) => heard[0]?.transcript.trim()).join(' '))
    recogniser.onerror = ({ error }) => setFault(FAULTS[error] ?? null)
    recogniser.onend = () => {
      running.current = null
      setListening(false)
    }
    running.current = recogniser
    setFault(null)
    setListening(true)
    recogniser.start()
  }
  return { there: make !== null, listening, fault, start, stop: () => running.current?.stop() }
}
