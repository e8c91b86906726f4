import type { Files } from './api-user.ts'
import { type DemoOrganisation, type DemoPerson, isManagerOf } from './found-organisation.ts'
import { cancelReasons, comments, descriptions, reasons, remarks, reminderMessages } from './organisation.ts'
import type { Random, Timeline } from './timeline.ts'

const hour = 3_600_000
const day = 24 * hour

interface Ends {
  sender: DemoPerson
  receivers: DemoPerson[]
  manager: DemoPerson
}

/** Context of all stories: the people, random numbers, and the timeline for the next steps. */
export interface DemoContext {
  organisation: DemoOrganisation
  random: Random
  timeline: Timeline
  clock: () => Date
}

/** Schedules a protocol at that moment; its further steps are random. */
export function sendProtocol(context: DemoContext, moment: Date) {
  const { random, timeline } = context
  timeline.at(moment, async () => {
    const requiresReturn = random.chance(0.7)
    const ends = chooseEnds(context)
    const { body, files } = newProtocol(context, ends, requiresReturn)
    const { protocol_id: id } = await ends.sender.call('POST', '/api/protocols', body, files)
    const later = (days: number, happen: () => Promise<void>) =>
      timeline.at(new Date(context.clock().getTime() + days * day + random.between(1, 8) * hour), happen)

    if (random.chance(0.06)) {
      return later(random.between(0, 2), () =>
        ends.sender.call('POST', `/api/protocols/${id}/cancel`, { reason: random.pick(cancelReasons) }),
      )
    }
    // Cancelled protocols get no comments.
    if (random.chance(0.3)) later(random.between(0, 3), () => comment(context, ends, id))
    if (random.chance(0.08)) return
    const receiver = random.pick(ends.receivers)
    if (requiresReturn) {
      return later(random.between(0, 3), () => receive(context, ends, receiver, id, later))
    }
    return later(random.between(0, 4), () => receiver.call('POST', `/api/protocols/${id}/complete`))
  })
}

type Later = (days: number, happen: () => Promise<void>) => void

async function receive(context: DemoContext, ends: Ends, receiver: DemoPerson, id: number, later: Later) {
  await receiver.call('POST', `/api/protocols/${id}/receive`)
  const { items } = await receiver.call('GET', `/api/protocols/${id}`)
  for (const item of items) {
    const isAssigned = item.destination_user_id !== null
    if (!isAssigned && context.random.chance(0.7)) {
      const userId = context.random.pick(ends.receivers).id
      await ends.manager.call('PUT', `/api/protocols/items/${item.id}/assign`, { userId })
    }
  }
  const isOverdue = context.random.chance(0.12)
  if (isOverdue) return askFor(context, ends, id, items)
  later(context.random.between(1, 6), () => giveBack(context, ends, receiver, id, items, later))
}

/** Days after which the origin asks for items that do not come back. */
const daysUntilAsked = 12

/** No random numbers, so that the rest of the story stays the same. */
function askFor(
  { timeline, clock }: DemoContext,
  { sender }: Ends,
  protocolId: number,
  items: readonly { id: number }[],
) {
  const moment = new Date(clock().getTime() + daysUntilAsked * day)
  timeline.at(moment, () =>
    sender.call('POST', '/api/returns/remind', {
      item_ids: items.map(({ id }) => id),
      message: reminderMessages[protocolId % reminderMessages.length],
    }),
  )
}

async function giveBack(
  context: DemoContext,
  ends: Ends,
  receiver: DemoPerson,
  id: number,
  items: { id: number; return_date: string | null }[],
  later: Later,
) {
  const { random } = context
  const due = items.filter((item) => item.return_date !== null)
  const returned = due.filter(() => random.chance(0.85))
  for (const item of returned) await receiver.call('POST', `/api/protocols/items/${item.id}/return`)
  // Items without a due date cannot be returned; the sender cancels them to settle them.
  for (const item of items.filter((one) => !due.includes(one))) {
    await ends.sender.call('POST', `/api/protocols/items/${item.id}/cancel`, { reason: 'Permanece no destino' })
  }
  if (returned.length < due.length || returned.length === 0) return
  later(random.between(0, 2), async () => {
    for (const item of returned.filter(() => random.chance(0.5))) {
      await ends.sender.call('POST', `/api/protocols/items/${item.id}/complete`)
    }
    if (random.chance(0.85)) await ends.sender.call('POST', `/api/protocols/${id}/complete`)
  })
}

const comment = ({ random }: DemoContext, ends: Ends, id: number) =>
  random.pick([ends.sender, ...ends.receivers]).call('POST', `/api/protocols/${id}/comments`, {
    text: random.pick(comments),
  })

function chooseEnds({ organisation, random }: DemoContext): Ends {
  const { people, departmentIds } = organisation
  const origin = random.pick(departmentIds)
  const destination = random.pick(departmentIds.filter((id) => id !== origin))
  const manager = people.find((person) => isManagerOf(person, destination))
  if (!manager) throw new Error('every department of the sample has a Gestor')
  return {
    sender: random.pick(people.filter((person) => person.departmentId === origin)),
    receivers: people.filter((person) => person.departmentId === destination),
    manager,
  }
}

function newProtocol({ organisation, random, clock }: DemoContext, ends: Ends, requiresReturn: boolean) {
  const fitting = organisation.categories.filter((category) => category.mustReturn === requiresReturn)
  const files: Files = {}
  const items = Array.from({ length: random.between(1, 4) }, (_, index) => {
    const serial = random.between(100, 9999)
    const number = `${serial}/${clock().getUTCFullYear()}`
    const hasAttachment = random.chance(0.4)
    if (hasAttachment) files[`attachment_${index}`] = attachmentOf(number, random)
    return {
      document_number: number,
      description: serial % 3 === 0 ? descriptions[serial % descriptions.length] : null,
      item_type_id: random.pick(organisation.itemTypeIds),
      category_id: random.pick(fitting).id,
      supplier_id: random.chance(0.5) ? random.pick(organisation.supplierIds) : null,
      destination_user_id: random.chance(0.5) ? random.pick(ends.receivers).id : null,
      reason: requiresReturn ? random.pick(reasons) : null,
      has_attachment: hasAttachment,
    }
  })
  const body = {
    remarks: random.pick(remarks),
    origin_department_id: ends.sender.departmentId,
    destination_department_id: ends.manager.departmentId,
    requires_return: requiresReturn,
    items,
  }
  return { body, files }
}

const attachmentOf = (number: string, random: Random) =>
  random.chance(0.7)
    ? { name: `documento-${number.replace('/', '-')}.pdf`, content: smallPdf(`Documento ${number}`) }
    : { name: `anotações-${number.replace('/', '-')}.txt`, content: smallText(`Conferência do documento ${number}`) }

/** A small valid PDF with one page and one line of text. */
function smallPdf(line: string): Buffer {
  const text = Buffer.from(`BT /F1 14 Tf 72 760 Td (${line.replace(/[()\\]/g, '\\$&')}) Tj ET`, 'latin1')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let pdf = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = pdf.length
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = pdf.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  pdf += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  pdf += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(pdf, 'latin1')
}

const smallText = (line: string): Buffer => Buffer.from(`${line}\r\n`, 'utf8')
