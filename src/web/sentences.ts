/**
 * The server speaks Russian. What it says word for word stands in the dictionary like any other key; sentences with values
 * in them are known by these patterns and said anew. Loaded with the English dictionary.
 */
import type { TFunction } from '../shared/i18n/translator'

/** A sentence that another one contains stands after it. */
const SENTENCES = [
  '{{instant}} {{noun}}, садок {{cage}}: на складе «{{stock}}» не хватает {{amount}} {{unit}}, «{{good}}»',
  '{{instant}} {{noun}}: на складе «{{stock}}» не хватает {{amount}} {{unit}}, «{{good}}»',
  '{{instant}} {{noun}}, садок {{cage}}: {{lack}}',
  '{{instant}} {{noun}} {{from}} → {{to}}: {{lack}}',
  '{{instant}} {{noun}}: {{lack}}',
  'не хватает {{pieces}} шт',
  'Время ещё не наступило: сейчас {{instant}}',
  'Операции раньше {{day}} не принимаются',
  'После вас запись изменил другой человек: {{name}}.',
  'Изменение можно отменить в течение {{minutes}} минут.',
  'Операция раньше минимальной даты операций {{day}}.',
  'Садок {{number}} нельзя удалить: по нему есть операции.',
  'Садок {{number}} не найден: возможно, его удалили.',
  'Дель нельзя удалить: она в садке {{number}}.',
  'Дель нельзя отправить в архив: она в садке {{number}}.',
  'Вид нельзя изменить: дель в садке {{number}}',
  'Данная дель уже используется в садке {{number}}. Открепите её в окне редактирования указанного садка.',
  'Слишком много попыток. Повторите через {{seconds}} с.',
  'Введите целое число от {{min}} до {{max}}',
  'Не более {{max}} знаков',
  'Введите число от {{min}} до {{max}}',
  'На глубине {{depth}} м есть замеры',
  'Замер уже есть: {{value}}',
  'На это время такой замер уже есть: {{value}}',
  'У параметра нет такой глубины, есть {{depths}}',
  'Не дата: {{cell}}',
  'Не время: {{cell}}',
  'Модуль не найден: {{cell}}',
  'Садок не найден в модуле: {{cell}}',
  'Не число: {{cell}}',
  'Повтор строки {{row}}',
]

/** Instead of the number of a cage. */
const ELSEWHERE = 'другого модуля'
/** Values that are words of ours, said in English too; names that people gave stay as they are. */
const WORDS = new Set(['noun', 'unit', 'lack'])
const SHAPES: Record<string, string> = { instant: '\\d[\\d.]+ [\\d:]+', amount: '[\\d\\s,]+', unit: '\\S+' }

const patternOf = (sentence: string) =>
  new RegExp(
    `^${sentence
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\{(\w+)\}\}/g, (_, name: string) => `(?<${name}>${SHAPES[name] ?? '.+?'})`)}$`,
  )
const patterns = SENTENCES.map((sentence) => ({ sentence, pattern: patternOf(sentence) }))

/** The sentence in the language of `t`, or nothing when no pattern knows it. */
export function translateSentence(text: string, t: TFunction): string | undefined {
  for (const { sentence, pattern } of patterns) {
    const values = pattern.exec(text)?.groups
    if (!values) continue
    const said = Object.entries(values).map(([name, value]) => [
      name,
      WORDS.has(name) || value === ELSEWHERE ? t(value, { context: 'операция' }) : value,
    ])
    return t(sentence, Object.fromEntries(said) as Record<string, string>)
  }
  return undefined
}
