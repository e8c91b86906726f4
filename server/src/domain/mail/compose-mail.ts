import { answerPath, answers, answerToken, answerWords } from '@malote/core/answers/answer-token.ts'
import { messageWithQuote, splitMessage } from '@malote/core/notifications/notification.ts'
import { type NotificationType, notificationTypes } from '@malote/core/notifications/notification-type.ts'
import { omittedWords } from '@malote/core/reminders/reminder-words.ts'
import { inPortuguese } from '@malote/core/shared/civil-date.ts'
import { beginningOf } from '@malote/core/shared/portuguese.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { confirmationUrl } from './address-confirmation.ts'
import { issueAnswerLinks } from './answer-links.repo.ts'
import { activeUser, bundledNotices, findNotice, lockActiveUser, seenBy } from './mail.queries.ts'
import type { MailOrder, NoticeBundle, NoticeOrder, NoticeOrderWithText, OrderOf, ReminderLine } from './mail-queue.ts'
import type { MailLink } from './render-mail.ts'
import { addressOf, linkTo, type Mail, renderMail } from './render-mail.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

/** Characters of a protocol's remarks in the subject of a mail: the rest of a line is often cut. */
const longestInSubject = 60

/**
 * The mail for a notification of the app, in its present words; undefined when it was withdrawn, when the person may no
 * longer sign in, or no longer sees all that it tells of.
 */
export async function composeNotification(
  db: Db,
  config: Config,
  order: NoticeOrder | NoticeOrderWithText,
): Promise<Mail | undefined> {
  const notice = await findNotice(db, order)
  if (!notice) return undefined
  const { type, title, protocolId, subject } = notice
  const told = 'protocolIds' in order ? order.protocolIds : [protocolId].filter((id) => id !== null)
  const seen = await seenBy(db, order.userId, told)
  if (told.some((id) => !seen.has(id))) return undefined
  const { what, because } = wordsOf(notice)
  return renderMail(config, {
    to: notice.email,
    subject: subject ? `${title}: ${beginningOf(subject, longestInSubject)}` : title,
    greeting: `Olá, ${notice.name}!`,
    paragraphs: [what],
    action: linkTo(config, protocolId),
    protocolId,
    ...(because && { because }),
    ...(isSwitched(type) && { unsubscribe: await unsubscribeUrl(db, config, { userId: order.userId, type }) }),
  })
}

/** Most notices that a bundle lists. */
const mostListed = 50

/**
 * One mail for many notices of one person's acts: those that still exist and whose protocols the person still sees;
 * undefined when none is left, or when the person may no longer sign in.
 */
export async function composeBundle(db: Db, config: Config, bundle: NoticeBundle): Promise<Mail | undefined> {
  const { userId } = bundle
  const user = await activeUser(db, userId)
  const all = await bundledNotices(db, bundle)
  const seen = await seenBy(
    db,
    userId,
    all.flatMap(({ protocolIds }) => protocolIds),
  )
  const notices = all.filter(({ protocolIds }) => protocolIds.every((id) => seen.has(id)))
  const [first] = notices
  if (!user || !first) return undefined
  const [type, ...otherTypes] = new Set(notices.map((notice) => notice.type))
  const [protocolId = null, ...otherProtocols] = new Set(notices.map((notice) => notice.protocolId))
  const omitted = notices.length - mostListed
  return renderMail(config, {
    to: user.email,
    subject: `${notices.length} ${notices.length === 1 ? 'aviso' : 'avisos'} sobre atos de ${first.actor}`,
    greeting: `Olá, ${user.name}!`,
    paragraphs: ['Estes avisos vieram em um só e-mail:'],
    rows: notices.slice(0, mostListed).map((notice) => ({
      title: notice.title,
      detail: wordsOf(notice).what,
      note: new Intl.DateTimeFormat('pt-BR', { timeStyle: 'short', timeZone: config.APP_TIMEZONE }).format(
        new Date(notice.createdAt),
      ),
      isUrgent: false,
      url: addressOf(config, notice.protocolId),
    })),
    afterRows: omitted > 0 ? `E mais ${omitted} ${omitted === 1 ? 'aviso' : 'avisos'}.` : undefined,
    action: otherProtocols.length === 0 ? linkTo(config, protocolId) : { label: 'Abrir o Malote', url: config.APP_URL },
    because: `${first.actor} fez mais de 20 coisas que dizem respeito a você em uma hora`,
    ...(type &&
      otherTypes.length === 0 &&
      isSwitched(type) && {
        unsubscribe: await unsubscribeUrl(db, config, { userId, type }),
      }),
  })
}

const wordsOf = ({ message, comment }: { message: string; comment: string | null }) =>
  splitMessage(comment === null ? message : messageWithQuote(message, comment))

/** Whether people can switch off this type of notification. */
const isSwitched = (type: string): type is NotificationType => (notificationTypes as readonly string[]).includes(type)

const confirmAdvice =
  'Se a mudança está certa, confirme-a pelo link abaixo: links para uma nova senha voltam a ser enviados, já para o novo endereço. Se não está, não abra o link.'

/** The mail about a person's own account; undefined when the person may no longer sign in. */
export async function composeAccountNotice(
  db: Db,
  config: Config,
  { userId, title, message, to, confirms }: OrderOf<'account'>,
): Promise<Mail | undefined> {
  const user = await activeUser(db, userId)
  if (!user) return undefined
  const mail = { to: to ?? user.email, subject: title, greeting: `Olá, ${user.name}!` }
  if (confirms !== undefined) {
    return renderMail(config, {
      ...mail,
      paragraphs: [message, confirmAdvice],
      action: { label: 'Confirmar o novo e-mail', url: await confirmationUrl(db, config, { userId, at: confirms }) },
    })
  }
  return renderMail(config, {
    ...mail,
    paragraphs: [message],
    action: { label: 'Abrir o perfil', url: `${config.APP_URL}/perfil` },
  })
}

/**
 * The mail for this morning's reminder, without protocols that the person no longer sees; undefined when none is left, or
 * the person may no longer sign in. Makes the links of its lines; those of an earlier attempt to send it stay valid.
 *
 * A transaction with the person locked: what ends their links at this moment must not miss these.
 */
export const composeReminder = (
  db: Db,
  config: Config,
  { userId, title, lines: queued, omitted, omittedProtocols = 0, because }: OrderOf<'reminder'>,
  now: Date,
): Promise<Mail | undefined> =>
  db.transaction().execute(async (trx) => {
    const user = await lockActiveUser(trx, userId)
    const seen = await seenBy(
      trx,
      userId,
      queued.map(({ protocolId }) => protocolId),
    )
    const lines = queued.filter(({ protocolId }) => seen.has(protocolId))
    if (!user || lines.length === 0) return undefined
    const protocols = new Set(lines.map(({ protocolId }) => protocolId))
    const [first] = protocols
    const linksOf = await answerLinks(trx, config, userId, lines, now)
    return renderMail(config, {
      to: user.email,
      subject: title,
      greeting: `Olá, ${user.name}!`,
      paragraphs: ['Isto precisa da sua atenção:'],
      rows: lines.map((line) => ({ ...rowOf(config, line), links: linksOf(line) })),
      afterRows: omittedWords(omitted - omittedProtocols, omittedProtocols),
      action: linkTo(config, protocols.size === 1 && omitted === 0 && first !== undefined ? first : null),
      because,
      unsubscribe: await unsubscribeUrl(trx, config, { userId, type: 'item_return' }),
    })
  })

/** Makes the links that answer the lines of a reminder, all in one statement. */
async function answerLinks(
  db: Db,
  { APP_URL }: Config,
  userId: number,
  lines: readonly ReminderLine[],
  now: Date,
): Promise<(line: ReminderLine) => MailLink[]> {
  const answerable = lines.flatMap((line) => (line.answers ? [{ line, item: line.answers }] : []))
  const secrets = await issueAnswerLinks(
    db,
    userId,
    answerable.map(({ item }) => item),
    now,
  )
  const secretOf = new Map(answerable.map(({ line }, index) => [line, secrets[index] ?? '']))
  return (line) => {
    const secret = secretOf.get(line)
    if (!secret) return []
    return answers.map((answer) => ({
      label: answerWords[answer],
      url: `${APP_URL}${answerPath}#${answerToken(secret, answer)}`,
    }))
  }
}

const rowOf = (config: Config, { item, protocolId, path, words, isOverdue }: ReminderLine) => ({
  title: item,
  detail: `Protocolo #${protocolId} · ${path}`,
  note: words,
  isUrgent: isOverdue,
  url: addressOf(config, protocolId),
})

/** The mail with a day's anchor of the history, for keeping it outside of Malote. */
export const composeAnchor = (
  config: Config,
  { to, number, day, hash }: Extract<MailOrder, { kind: 'anchor' }>,
): Mail =>
  renderMail(config, {
    to,
    subject: `Âncora do histórico nº ${number}, de ${inPortuguese(day)}`,
    greeting: 'Olá!',
    paragraphs: [
      `Este código resume todo o histórico do Malote até ${inPortuguese(day)}. Guarde esta mensagem: se alguém alterar o histórico no banco de dados, o código deixa de conferir.`,
      hash,
      `Para conferir, quem administra o servidor executa: npm run verify -- --anchor ${hash}`,
    ],
    action: { label: 'Abrir o Malote', url: config.APP_URL },
  })
