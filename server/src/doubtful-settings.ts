import type { Config } from './config.ts'

/** Sentences about settings that are valid but hardly meant, for the operator; the start goes on. */
export function doubtfulSettings({ APP_URL, TRUST_PROXY }: Pick<Config, 'APP_URL' | 'TRUST_PROXY'>): string[] {
  if (!APP_URL.startsWith('https:') || TRUST_PROXY !== false) return []
  return [
    'Atenção: APP_URL começa com https:, mas TRUST_PROXY não diz qual proxy está na frente. Para o Malote, todos os acessos vêm de um só endereço e dividem as mesmas tentativas de senha. Informe em TRUST_PROXY o endereço do proxy.',
  ]
}
