import { Buffer } from 'node:buffer'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { TestFile } from './client.ts'

/** Small files whose content matches their extension. */
export const samplePdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n')
export const samplePng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const sampleGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
export const sampleJpg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
  Buffer.alloc(64, 1),
])
/** An Office 97 container, reduced to its signature. */
export const sampleDoc = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1024)])
export const sampleDocx = zipOf('word/document.xml', '<w:document/>')
export const sampleXlsx = zipOf('xl/workbook.xml', '<workbook/>')

export const file = (name: string, content: Uint8Array | string, type?: string): TestFile => ({
  name,
  content: typeof content === 'string' ? content : new Uint8Array(content),
  ...(type && { type }),
})

/** A zip archive with one uncompressed entry; enough to test for entry names. */
function zipOf(name: string, content: string): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt32LE(content.length, 18)
  header.writeUInt32LE(content.length, 22)
  header.writeUInt16LE(name.length, 26)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  return Buffer.concat([header, Buffer.from(name), Buffer.from(content), end])
}

/** A new, empty folder. Removed at the end of the run, even if the test was killed. */
export const testFolder = (name = 'test-'): string => mkdtempSync(join(inject('testFolder'), name))
