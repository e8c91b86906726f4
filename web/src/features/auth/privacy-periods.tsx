import { countInWords } from '@malote/core/shared/measures.ts'
import type { EntranceConfig } from './public-config.ts'

/** How long data are kept, as this installation is configured (`RETENTION_…`). */
export function PrivacyPeriods({ config }: { config: EntranceConfig | null | undefined }) {
  return (
    <ul>
      <li>
        <strong>Sessões:</strong> até 24 horas, ou 30 dias com <em>Lembrar de mim</em>. As redes de onde você entrou, 90
        dias depois da última vez.
      </li>
      <li>
        <strong>Notificações:</strong> {notificationsKept(config)}
      </li>
      <li>
        <strong>Auditoria:</strong> {auditKept(config)}
      </li>
      <li>
        <strong>Conta de quem sai da organização:</strong> {peopleKept(config)}
      </li>
      <li>
        <strong>Protocolos e histórico:</strong> para sempre. São o registro de custódia, que a lei permite conservar
        (LGPD, art. 16, I), e os textos do histórico mantêm o nome de quem praticou cada ato.
      </li>
    </ul>
  )
}

const unknown = 'conforme a organização definiu.'

function notificationsKept(config: EntranceConfig | null | undefined) {
  const { retention_read_notifications_days: read, retention_notifications_days: unread } = config ?? {}
  return read && unread ? `${days(read)} depois de lidas; as não lidas, ${days(unread)}.` : unknown
}

function auditKept(config: EntranceConfig | null | undefined) {
  if (!config) return unknown
  const { retention_audit_days: kept } = config
  return kept ? `${days(kept)}.` : 'sem prazo, para que a organização possa prestar contas.'
}

function peopleKept(config: EntranceConfig | null | undefined) {
  if (!config) return unknown
  const { retention_people_days: kept } = config
  return kept
    ? `${days(kept)} depois da desativação. Então o nome vira “Pessoa removida”, e os dados de contato e de acesso são apagados.`
    : 'sem prazo automático. Um administrador pode remover os dados quando você pedir.'
}

const days = (count: number) => countInWords(count, 'dia', 'dias')
