/**
 * The XML of an export and its schema, both from the same fields. Rows are taken as stored: whole numbers and texts.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { EXPORT_FIELDS, type ExportField, type FieldType } from './export-fields.contract'
import { EXPORT_KEYS, exportTitle, type ExportKey } from './export.contract'
import { decimalText, type ExportHead, type ExportParts, type ExportRow, PLACES } from './export-row.server'

const NAMESPACE = 'urn:sadok:export:1'

/**
 * Characters that XML 1.0 cannot contain, not even escaped: control characters, unpaired surrogates, U+FFFE and U+FFFF.
 */
const UNSPEAKABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const SIGNS = /[&<>"\r\n\t]/g
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** For an element and for an attribute alike. */
export const escapeXml = (text: string): string =>
  text.replace(UNSPEAKABLE, '').replace(SIGNS, (sign) => ESCAPES[sign] ?? `&#${sign.charCodeAt(0)};`)

const decimal = (places: number) => (value: string | number) => decimalText(Number(value), places)

const WRITERS: Record<FieldType, (value: string | number) => string> = {
  id: String,
  count: String,
  kg: decimal(PLACES.kg),
  amount: decimal(PLACES.amount),
  roubles: decimal(PLACES.roubles),
  text: (value) => escapeXml(String(value)),
  day: (value) => String(value).slice(0, 10),
  time: (value) => `${value}:00`,
}

const element = (row: ExportRow, { key, type }: ExportField) => {
  const value = row[key]
  return value === null || value === undefined ? '' : `<${key}>${WRITERS[type](value)}</${key}>`
}

const rowXml = (part: ExportKey, row: ExportRow): string =>
  `<row>${EXPORT_FIELDS[part].map((field) => element(row, field)).join('')}</row>\n`

function headXml({ company, start, end, created, time_zone }: ExportHead): string {
  const given = { company, start: `${start}:00`, end: `${end}:00`, created: `${created}:00`, time_zone }
  const attributes = Object.entries(given).map(([name, value]) => ` ${name}="${escapeXml(value)}"`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<sadok xmlns="${NAMESPACE}" version="1"${attributes.join('')}>\n`
}

async function* partXml(key: ExportKey, { rows }: ExportParts) {
  yield `<${key}>\n`
  for await (const chunk of rows(key)) yield chunk.map((row) => rowXml(key, row)).join('')
  yield `</${key}>\n`
}

async function* pieces(parts: ExportParts) {
  yield headXml(parts.head)
  for (const key of parts.keys) yield* partXml(key, parts)
  yield '</sadok>\n'
}

export const writeXml = (parts: ExportParts): Promise<void> => pipeline(Readable.from(pieces(parts)), parts.out)

const XSD_TYPES: Record<FieldType, string> = {
  id: 'xs:positiveInteger',
  count: 'xs:integer',
  kg: 'quantity',
  amount: 'quantity',
  roubles: 'money',
  text: 'xs:string',
  day: 'xs:date',
  time: 'xs:dateTime',
}

const about = (text: string, language: 'en' | 'ru' = 'en') =>
  `<xs:annotation><xs:documentation xml:lang="${language}">${escapeXml(text)}</xs:documentation></xs:annotation>`

const fieldXsd = ({ key, type, optional, about: text }: ExportField) =>
  `              <xs:element name="${key}" type="${XSD_TYPES[type]}"${optional ? ' minOccurs="0"' : ''}>${about(text)}</xs:element>`

const partXsd = (key: ExportKey) => `        <xs:element name="${key}" minOccurs="0">
          ${about(exportTitle(key), 'ru')}
          <xs:complexType><xs:sequence>
            <xs:element name="row" minOccurs="0" maxOccurs="unbounded"><xs:complexType><xs:sequence>
${EXPORT_FIELDS[key].map(fieldXsd).join('\n')}
            </xs:sequence></xs:complexType></xs:element>
          </xs:sequence></xs:complexType>
        </xs:element>`

const decimalXsd = (name: string, places: number) => `  <xs:simpleType name="${name}">
    <xs:restriction base="xs:decimal"><xs:fractionDigits value="${places}"/></xs:restriction>
  </xs:simpleType>`

const ATTRIBUTES: Record<Exclude<keyof ExportHead, 'language'>, string> = {
  company: 'xs:string',
  start: 'xs:dateTime',
  end: 'xs:dateTime',
  created: 'xs:dateTime',
  time_zone: 'xs:string',
}

/** What every file holds to: docs/sadok-export.xsd. */
export const exportSchema = (): string => `<?xml version="1.0" encoding="UTF-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="${NAMESPACE}" targetNamespace="${NAMESPACE}" elementFormDefault="qualified">
${decimalXsd('quantity', 6)}
${decimalXsd('money', 2)}
  <xs:element name="sadok">
    <xs:complexType>
      <xs:sequence>
${EXPORT_KEYS.map(partXsd).join('\n')}
      </xs:sequence>
      <xs:attribute name="version" type="xs:string" use="required" fixed="1"/>
${Object.entries(ATTRIBUTES)
  .map(([name, type]) => `      <xs:attribute name="${name}" type="${type}" use="required"/>`)
  .join('\n')}
    </xs:complexType>
  </xs:element>
</xs:schema>
`
