import { type PageMeta, pageMetaWire } from '@malote/core/shared/pagination.ts'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** A page of a list whose rows PostgreSQL has encoded as JSON with wire names. */
export interface JsonPage {
  /** A JSON array. */
  data: string
  meta: PageMeta
}

/** Sends the page without parsing its rows: parsing and encoding ten rows would take 25 µs of CPU time. */
export const sendJsonPage = (reply: FastifyReply, { data, meta }: JsonPage): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(`{"data":${data},"meta":${JSON.stringify(z.encode(pageMetaWire, meta))}}`)
