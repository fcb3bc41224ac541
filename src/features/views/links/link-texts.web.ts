/** What is pasted into a spreadsheet: an address, a formula, a query. */

export interface Source {
  /** without the secret */
  address: string
  /** the secret */
  token: string
  table: string
}

/** For a program that sends no headers: the address with its secret. */
export const addressWith = ({ address, token, table }: Source): string =>
  `${address}?${new URLSearchParams({ table, token }).toString()}`

/** A formula of Google Sheets; numbers are read with a point, whatever the country of the sheet. */
export function sheetsFormula(source: Source, language: string): string {
  // where numbers have a comma, arguments are parted by a semicolon
  const between = language === 'ru' ? ';' : ','
  return `=IMPORTDATA(${[addressWith(source), ',', 'en_US'].map((text) => `"${text}"`).join(between)})`
}

/** A query of Excel and Power BI, in the language M; the secret is in a header. */
export function powerQuery({ address, token, table }: Source): string {
  const { origin, pathname } = new URL(address)
  return `let
    Answer = Web.Contents("${origin}", [
        RelativePath = "${pathname.slice(1)}",
        Query = [format = "json", table = "${table}"],
        Headers = [Authorization = "Bearer ${token}"]
    ]),
    Rows = Json.Document(Answer, TextEncoding.Utf8),
    Result = if List.IsEmpty(Rows) then #table({}, {}) else Table.FromRecords(Rows)
in
    Result`
}
