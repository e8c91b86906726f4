import type { SystemCheck } from '@malote/core/system/system-check.ts'

/** A check with the words that are shown when it fails itself. */
export interface NamedCheck {
  id: string
  title: string
  run: () => SystemCheck | Promise<SystemCheck>
}

/** Milliseconds that one check may take. */
const patience = 2_000

/**
 * Runs a check, which can neither fail nor take longer than two seconds: then it is a problem that says so.
 *
 * @param log where the error goes; the result has only one sentence
 */
export async function boundedCheck(
  { id, title, run }: NamedCheck,
  log: { warn: (details: object, message: string) => void },
  ms: number = patience,
): Promise<SystemCheck> {
  const failed = (summary: string): SystemCheck => ({
    ...{ id, title, state: 'problem', summary },
    advice: 'O log do servidor diz mais.',
  })
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<SystemCheck>((resolve) => {
    timer = setTimeout(() => {
      log.warn({ check: id }, 'a check of the system took too long')
      resolve(failed(`Sem resposta em ${ms / 1000} segundos.`))
    }, ms)
  })
  const result = (async () => run())().catch((error: unknown) => {
    log.warn({ err: error, check: id }, 'a check of the system failed')
    return failed('Não foi possível verificar.')
  })
  try {
    return await Promise.race([result, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
