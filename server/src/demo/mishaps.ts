import { crc32, deflateSync } from 'node:zlib'
import type { Files } from './api-user.ts'
import { type DemoPerson, isManagerOf } from './found-organisation.ts'
import type { DemoContext } from './story.ts'

const hour = 3_600_000
const day = 24 * hour

interface Mishap {
  /** Days before the end of the story on which it is sent. */
  daysAgo: number
  number: string
  description: string
  remarks: string
  reason: string
  occurrence: { kind: string; description: string }
  photo?: boolean
  /** How the origin resolves it, a day later. */
  resolution?: { outcome: string; note: string }
}

const mishaps: readonly Mishap[] = [
  {
    ...{ daysAgo: 9, number: '204-A/2026', description: 'Chave reserva da sala 204' },
    ...{ remarks: 'Chave para a vistoria da sala', reason: 'Empréstimo para a vistoria' },
    occurrence: {
      kind: 'lost',
      description: 'A chave ficou na portaria na sexta-feira e não está mais no quadro.',
    },
  },
  {
    ...{ daysAgo: 6, number: '77/2026', description: 'Planta do galpão 3' },
    ...{ remarks: 'Planta original para conferência das medidas', reason: 'Conferência e devolução do original' },
    photo: true,
    occurrence: { kind: 'damaged', description: 'A planta chegou rasgada na dobra do meio.' },
  },
  {
    ...{ daysAgo: 12, number: '1408/2026', description: 'Contrato do elevador' },
    ...{ remarks: 'Contrato e aditivos para assinatura', reason: 'Coleta de assinatura' },
    occurrence: { kind: 'missing', description: 'O envelope veio sem o contrato, só com os aditivos.' },
    resolution: { outcome: 'found', note: 'Estava na gaveta do protocolo e seguiu no malote da tarde.' },
  },
]

/**
 * Schedules what went wrong in the last days: a lost key, a torn plan, and a contract that was found again. Without
 * random numbers, so that the rest of the story stays the same.
 */
export function sendMishaps({ organisation, timeline }: DemoContext, end: Date) {
  const { people, departmentIds, itemTypeIds, categories } = organisation
  for (const [index, mishap] of mishaps.entries()) {
    const origin = departmentIds[index % departmentIds.length]
    const destination = departmentIds[(index + 1) % departmentIds.length]
    const sender = people.find(({ departmentId }) => departmentId === origin)
    const receiver = people.find(
      (person) => person.departmentId === destination && !isManagerOf(person, destination ?? 0),
    )
    if (!sender || !receiver) throw new Error('every department of the sample has people')
    const start = end.getTime() - mishap.daysAgo * day
    const at = (hours: number, happen: () => Promise<void>) => timeline.at(new Date(start + hours * hour), happen)
    const itemTypeId = itemTypeIds[index % itemTypeIds.length]
    const category = categories.find(({ mustReturn }) => mustReturn)
    at(0, async () => {
      const { protocol_id: id } = await sender.call('POST', '/api/protocols', {
        remarks: mishap.remarks,
        origin_department_id: origin,
        destination_department_id: destination,
        requires_return: true,
        items: [
          {
            document_number: mishap.number,
            description: mishap.description,
            item_type_id: itemTypeId,
            category_id: category?.id,
            destination_user_id: receiver.id,
            reason: mishap.reason,
          },
        ],
      })
      at(20, () => goWrong(id, mishap, sender, receiver, at))
    })
  }
}

async function goWrong(
  protocolId: number,
  { occurrence, photo, resolution }: Mishap,
  sender: DemoPerson,
  receiver: DemoPerson,
  at: (hours: number, happen: () => Promise<void>) => void,
) {
  await receiver.call('POST', `/api/protocols/${protocolId}/receive`)
  const { items } = await receiver.call('GET', `/api/protocols/${protocolId}`)
  const files: Files = { attachment_0: { name: 'planta-rasgada.png', content: tornPlan() } }
  const opened = await receiver.call(
    'POST',
    `/api/protocols/items/${items[0].id}/occurrences`,
    occurrence,
    photo ? files : undefined,
  )
  if (resolution) at(44, () => sender.call('POST', `/api/occurrences/${opened.id}/resolve`, resolution))
}

const [width, height] = [320, 240]

/** A photo of a torn plan, drawn: a grid of walls on paper, with a jagged tear across it. */
function tornPlan(): Buffer {
  const rows: Buffer[] = []
  for (let y = 0; y < height; y += 1) {
    // Each row begins with the number of its filter; 0: none.
    const row = Buffer.alloc(1 + width * 3)
    for (let x = 0; x < width; x += 1) Buffer.from(colourAt(x, y)).copy(row, 1 + x * 3)
    rows.push(row)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // 8 bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.of()),
  ])
}

function colourAt(x: number, y: number): [number, number, number] {
  const tear = height / 2 + x / 6 - 30 + ((x * 7) % 19) + ((x * 3) % 7)
  const desk: [number, number, number] = [122, 92, 66]
  if (x < 14 || x > width - 15 || y < 12 || y > height - 13) return desk
  if (Math.abs(y - tear) < 5) return desk
  if (Math.abs(y - tear) < 9) return [255, 255, 255]
  const isWall = x % 52 < 3 || y % 46 < 3
  const isDoor = (x % 52 > 20 && x % 52 < 32 && y % 46 < 3) || (y % 46 > 18 && y % 46 < 28 && x % 52 < 3)
  return isWall && !isDoor ? [44, 74, 120] : [228, 234, 240]
}

function chunk(kind: string, content: Buffer): Buffer {
  const name = Buffer.from(kind, 'latin1')
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(Buffer.concat([name, content])))
  return Buffer.concat([length, name, content, sum])
}
