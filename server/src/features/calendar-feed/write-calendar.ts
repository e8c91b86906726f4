import { itemStatus } from '@malote/core/items/item-status.ts'
import { addDays, type CivilDate } from '@malote/core/shared/civil-date.ts'
import ical, { ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import type { FeedItem } from './calendar-feeds.repo.ts'

/** Seconds after which calendars are asked to look again. */
const refreshEvery = 3600

/**
 * The feed as iCalendar (RFC 5545): one all-day event per item, on the day on which it must be back, without a time zone
 * because a civil day has none. The same items give the same text.
 *
 * An event keeps its UID, also where the app moves to another address; its SEQUENCE and DTSTAMP grow with every change of
 * the item and of the names in its text. What is settled is CANCELLED.
 *
 * @param installation its identity, part of every UID
 * @param address base address of the app, without a slash at the end
 */
export function writeCalendar(items: readonly FeedItem[], installation: string, address: string): string {
  const calendar = ical({
    name: 'Malote: devoluções',
    prodId: { company: 'Malote', product: 'Malote', language: 'PT-BR' },
    ttl: refreshEvery,
  })
  for (const item of items) {
    const changed = new Date(item.changedAt)
    calendar.createEvent({
      id: `item-${item.id}@${installation}`,
      sequence: Math.max(0, Math.floor((changed.getTime() - Date.parse(item.createdAt)) / 1000)),
      stamp: changed,
      lastModified: changed,
      ...{ allDay: true, start: atMidnight(item.returnDate), end: atMidnight(addDays(item.returnDate, 1)) },
      summary: summaryOf(item),
      description: descriptionOf(item),
      url: `${address}/protocolos/${item.protocolId}`,
      transparency: ICalEventTransparency.TRANSPARENT,
      status: item.status === itemStatus.pending ? ICalEventStatus.CONFIRMED : ICalEventStatus.CANCELLED,
    })
  }
  // Every line ends with CRLF (RFC 5545, 3.1); the library leaves it out after the last one.
  return `${calendar.toString()}\r\n`
}

/** The library writes an all-day event's date in UTC. */
const atMidnight = (day: CivilDate) => new Date(`${day}T00:00:00Z`)

const summaryOf = ({ documentNumber, description, itemType }: FeedItem) =>
  inOneLine(
    `Devolver: ${[itemType, documentNumber].filter(Boolean).join(' ')}${description ? ` (${description})` : ''}`,
  )

const descriptionOf = ({ protocolId, originDepartment, destinationDepartment, responsible }: FeedItem) =>
  [
    `Protocolo #${protocolId}: ${originDepartment} → ${destinationDepartment}`,
    responsible ? `Responsável: ${responsible}` : 'Ainda sem responsável',
  ]
    .map(inOneLine)
    .join('\n')

/** Without control characters: RFC 5545 (3.3.11) forbids them, and what is copied from other programs has some. */
const inOneLine = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ')
