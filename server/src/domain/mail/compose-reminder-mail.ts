import { answerPath, answers, answerToken, answerWords } from '@malote/core/answers/answer-token.ts'
import { omittedWords } from '@malote/core/reminders/reminder-words.ts'
import type { Db } from '../../platform/db/connect.ts'
import type { Config } from '../../platform/settings/config.ts'
import { issueAnswerLinks } from './answer-links.repo.ts'
import type { OrderOf, ReminderLine } from './mail-order.ts'
import type { MailLink } from './mail-page.ts'
import { addressOf, linkTo } from './protocol-link.ts'
import { lockActiveUser, seenBy } from './recipient.queries.ts'
import { type Mail, renderMail } from './render-mail.ts'

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
