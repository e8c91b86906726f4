import type { SystemCheck } from '@malote/core/system/system-check.ts'
import type { Config } from '../settings/config.ts'
import { pingScanner } from './scanner.ts'

/** Milliseconds that clamd has for its answer. */
const timeoutMs = 1_500

/** Whether the virus scanner answers. */
export async function scannerCheck({ CLAMAV_HOST, CLAMAV_ON_FAILURE }: Config): Promise<SystemCheck> {
  const head = { id: 'scanner', title: 'Antivírus' }
  if (CLAMAV_HOST === undefined) {
    const summary = 'Os anexos não são verificados contra vírus.'
    return { ...head, state: 'off', summary, advice: 'Para verificá-los, instale o ClamAV e informe CLAMAV_HOST.' }
  }
  if (await pingScanner(CLAMAV_HOST, timeoutMs)) {
    return { ...head, state: 'ok', summary: `O clamd em ${CLAMAV_HOST} responde.`, advice: null }
  }
  const effect =
    CLAMAV_ON_FAILURE === 'refuse'
      ? 'os anexos são recusados até que responda'
      : 'os anexos são aceitos sem verificação, e marcados'
  const summary = `O clamd em ${CLAMAV_HOST} não responde: ${effect}.`
  return { ...head, state: 'problem', summary, advice: 'Verifique se o serviço clamav-daemon está em execução.' }
}
