type Names = readonly (readonly [RegExp, string])[]

// In this order: most browsers also carry the names of those they descend from.
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
 * What somebody signed in with, in words: 'Chrome no Windows', 'Safari no iPhone'.
 *
 * @param userAgent what the browser calls itself; null when it did not say
 */
export function deviceName(userAgent: string | null | undefined): string {
  const [browser, system] = [firstIn(browsers, userAgent ?? ''), firstIn(systems, userAgent ?? '')]
  if (browser && system) return `${browser} no ${system}`
  return browser ?? (system ? `Navegador no ${system}` : 'Dispositivo desconhecido')
}
