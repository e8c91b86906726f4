import { countInWords } from '@malote/core/shared/measures.ts'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { followLink } from '../../lib/history.ts'
import { session } from '../../lib/stored-session.ts'
import { Banner } from '../../ui/banner.tsx'
import { Logo } from '../../ui/logo.tsx'
import classes from './auth.module.css'
import { type EntranceConfig, usePublicConfig } from './public-config.ts'

/** The privacy notice (LGPD, art. 9 and 23): public, because people may read it before they have an account. */
export default function PrivacyPage() {
  const config = usePublicConfig()
  const isSignedIn = session.get() !== null
  return (
    <div className={classes.page}>
      <title>Privacidade · Malote</title>
      <main className={classes.notice}>
        <Logo />
        <div>
          <h1 className={classes.title}>Privacidade</h1>
          {config?.org_name && <p className="medium">{config.org_name}</p>}
          <p className="soft mt-8">
            O Malote registra por onde passam os documentos: quem enviou, quem recebeu, quem devolveu. Para isso, ele
            precisa guardar alguns dados de quem trabalha aqui. Esta página conta quais são, por que existem, por quanto
            tempo ficam e o que você pode pedir.
          </p>
        </div>

        <Part title="O que guardamos">
          <ul>
            <li>
              <strong>A sua conta:</strong> nome, e-mail, telefone (se você informar), departamento, perfil de acesso e
              quais notificações quer receber. A sua senha nunca é guardada, só um código que serve para conferi-la.
            </li>
            <li>
              <strong>O que você faz com os protocolos:</strong> o que enviou, recebeu, devolveu, concluiu, comentou e
              anexou, com data e hora.
            </li>
            <li>
              <strong>Como você entra:</strong> as sessões abertas, o navegador e a rede de onde entrou, e, se você
              usar, a verificação em duas etapas e a conta no provedor da organização.
            </li>
            <li>
              <strong>A auditoria:</strong> entradas, downloads, exportações e atos de administração, com o endereço de
              rede.
            </li>
            <li>
              <strong>O dia a dia:</strong> notificações, lembretes de prazo, sugestões e avaliações que você enviou.
            </li>
          </ul>
          <p>
            Não há publicidade nem rastreadores, e o Malote não vende nem compartilha os seus dados com outras empresas.
            Dentro da organização, cada pessoa só vê os protocolos do seu departamento; administradores veem todos.
          </p>
        </Part>

        <Part title="Por que guardamos">
          <ul>
            <li>
              <strong>Para provar a custódia.</strong> A organização precisa saber com quem está cada documento, hoje e
              daqui a anos. Em um órgão público, isso faz parte das suas atribuições legais (LGPD, art. 7º, II e III, e
              art. 23); nas demais organizações, é obrigação legal ou legítimo interesse (art. 7º, II e IX).
            </li>
            <li>
              <strong>Para proteger as contas.</strong> Sessões, redes e auditoria servem para impedir e descobrir
              acessos indevidos (LGPD, art. 46), e a lei manda guardar os registros de acesso por seis meses (Marco
              Civil da Internet, art. 15).
            </li>
          </ul>
        </Part>

        <Part title="Por quanto tempo">
          <PrivacyPeriods config={config} />
        </Part>

        <Part title="Os seus direitos">
          <p>
            A lei (LGPD, art. 18) dá a você o direito de saber, ver, corrigir e, em certos casos, apagar os seus dados.
          </p>
          <ul>
            <li>
              <strong>Ver e levar uma cópia:</strong> em <em>Meu Perfil</em>, use <em>Baixar meus dados</em>.
            </li>
            <li>
              <strong>Corrigir:</strong> você mesmo altera o telefone no seu perfil; nome, e-mail e departamento, com um
              administrador do sistema.
            </li>
            <li>
              <strong>Remover:</strong> depois que você deixa a organização, um administrador pode trocar os seus dados
              por “Pessoa removida”. O histórico dos protocolos fica, porque a lei permite conservá-lo (LGPD, art. 16,
              I).
            </li>
            <li>
              <strong>Perguntar ou reclamar:</strong> fale com o Encarregado, aqui embaixo. Se a resposta não resolver,
              você pode procurar a{' '}
              <a href="https://www.gov.br/anpd" rel="noreferrer">
                Autoridade Nacional de Proteção de Dados (ANPD)
              </a>
              .
            </li>
          </ul>
        </Part>

        <Part title="Fale com o Encarregado">
          {config === null ? (
            <Banner tone="danger">
              Não foi possível ler o contato agora. Recarregue a página em alguns instantes.
            </Banner>
          ) : (
            <PrivacyContact contact={config?.dpo_contact ?? null} />
          )}
        </Part>

        <footer className={classes.back}>
          <Button component="a" variant="default" href={isSignedIn ? '/' : '/login'} onClick={followLink}>
            {isSignedIn ? 'Voltar para o Malote' : 'Voltar para o login'}
          </Button>
        </footer>
      </main>
    </div>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface PrivacyContactProps {
  /** E-mail address, URL or any other text (`DPO_CONTACT`). */
  contact: string | null
}

/** How to reach the data protection officer (LGPD, art. 41). */
function PrivacyContact({ contact }: PrivacyContactProps) {
  if (contact === null) {
    return <p>Peça o contato do Encarregado pelos dados pessoais à administração da sua organização.</p>
  }
  const href = hrefOf(contact)
  return (
    <p>
      O Encarregado cuida dos dados pessoais na sua organização e responde às suas perguntas:{' '}
      {href ? <a href={href}>{contact}</a> : <strong>{contact}</strong>}
    </p>
  )
}

/** The address to link to; null for a contact that is neither an e-mail address nor a web page. */
export function hrefOf(contact: string): string | null {
  if (/^https?:\/\/\S+$/i.test(contact)) return contact
  return /^[^\s@:/?]+@[^\s@:/?]+\.[^\s@:/?]+$/.test(contact) ? `mailto:${contact}` : null
}

/** How long data are kept, as this installation is configured (`RETENTION_…`). */
export function PrivacyPeriods({ config }: { config: EntranceConfig | null | undefined }) {
  return (
    <ul>
      <li>
        <strong>Sessões:</strong> até 24 horas, ou 30 dias com <em>Lembrar de mim</em>, com a rede de onde você entrou.
        Fora delas, as redes ficam um dia depois da última entrada, e os navegadores conhecidos, 180 dias.
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
