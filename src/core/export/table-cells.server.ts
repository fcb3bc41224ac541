/** Titles and words of the export's tables in the language of whoever reads them. */
import { speakIn } from '../../server/language'
import { FIELD_TITLES, FIELD_WORDS } from './export-table.contract'
import { EXPORT_FIELDS, type ExportField } from './export-fields.contract'
import { exportTitle, type ExportKey } from './export.contract'
import type { ExportHead } from './export-row.server'

export function tableWords({ language }: Pick<ExportHead, 'language'>) {
  const speak = speakIn(language)
  return {
    /** of a part */
    name: (key: ExportKey) => speak(exportTitle(key)),
    titles: (key: ExportKey) => EXPORT_FIELDS[key].map((field) => speak(FIELD_TITLES[field.key]!)),
    /** the word of a code; other texts stay as they are */
    text: ({ key }: Pick<ExportField, 'key'>, value: string) => {
      const known = FIELD_WORDS[key]?.[value]
      return known === undefined ? value : speak(known)
    },
  }
}
export type TableWords = ReturnType<typeof tableWords>
