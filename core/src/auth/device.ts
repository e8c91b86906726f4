type Names = readonly (readonly [RegExp, string])[]

// The order matters: most user agents also contain the names of the browsers that they descend from.
const browsers: Names = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrom(e|ium)\/|\bHeadlessChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const systems: Names = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const firstIn = (names: Names, text: string) => names.find(([sign]) => sign.test(text))?.[1]

/**
 * The browser and device of a sign-in, in words: 'Chrome no Windows', 'Safari no iPhone'.
 *
 * @param userAgent the `User-Agent` header; null when it was missing
 */
export function deviceName(userAgent: string | null | undefined): string {
  const [browser, system] = [firstIn(browsers, userAgent ?? ''), firstIn(systems, userAgent ?? '')]
  if (browser && system) return `${browser} no ${system}`
  return browser ?? (system ? `Navegador no ${system}` : 'Dispositivo desconhecido')
}
