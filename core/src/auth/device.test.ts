import { expect, it } from 'vitest'
import { deviceName } from './device.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`, 'Chrome no Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge no Windows'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox no Linux'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/142.0.0.0 Safari/537.36`, 'Chrome no Linux'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.1 Safari/605.1.15`, 'Safari no macOS'],
  [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${webkit} Mobile Safari/604.1`, 'Safari no iPhone'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/27.0 Safari/537.36`,
    'Samsung Internet no Android',
  ],
  ['curl/8.5.0', 'Dispositivo desconhecido'],
  ['Mozilla/5.0 (Windows NT 10.0)', 'Navegador no Windows'],
  [null, 'Dispositivo desconhecido'],
])('%s is %s', (userAgent, words) => expect(deviceName(userAgent)).toBe(words))
