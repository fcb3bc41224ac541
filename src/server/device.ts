/** Describes the device of a User-Agent in words. A guess, good enough to recognise one's own devices. */

/** The first match counts, because each browser also names those after it in the list. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|OPiOS\/|OPX\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MiuiBrowser\//, 'Mi Browser'],
  [/Vivaldi\//, 'Vivaldi'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/HarmonyOS/, 'HarmonyOS'],
  [/Android/, 'Android'],
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const UNKNOWN = 'Неизвестное устройство'

const firstOf = (list: typeof BROWSERS, agent: string) => list.find(([sign]) => sign.test(agent))?.[1]

/** «Chrome, Android»; for a program its own name, like «curl». */
export function deviceOf(agent: string | null): string {
  if (!agent) return UNKNOWN
  const known = [firstOf(BROWSERS, agent), firstOf(SYSTEMS, agent)].filter((one) => one !== undefined)
  if (known.length > 0) return known.join(', ')
  return /^[\w.-]{2,30}/.exec(agent)?.[0] ?? UNKNOWN
}
