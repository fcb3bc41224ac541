/** Puts Excel's own filter into the XML of a sheet. Plain JavaScript, because a thread loads it without a build. */
export const withFilter = (xml, { filter }) =>
  filter ? xml.replace('</sheetData>', `</sheetData><autoFilter ref="${filter}"/>`) : xml
