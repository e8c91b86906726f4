import { crc32, deflateSync } from 'node:zlib'

const [width, height] = [320, 240]

/** A photo of a torn plan, drawn: a grid of walls on paper, with a jagged tear across it. */
export function tornPlan(): Buffer {
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
