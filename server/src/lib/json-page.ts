import { type PageMeta, pageMetaWire } from '@malote/core/shared/pagination.ts'
import type { FastifyReply } from 'fastify'
import { z } from 'zod'

/** A page of a list whose rows PostgreSQL has written as JSON, under the names of the wire. */
export interface JsonPage {
  /** A JSON array. */
  data: string
  meta: PageMeta
}

/** Answers with the page as it is: reading its rows and writing them again takes 25 µs of the processor for ten of them. */
export const sendJsonPage = (reply: FastifyReply, { data, meta }: JsonPage): FastifyReply =>
  reply
    .type('application/json; charset=utf-8')
    .send(`{"data":${data},"meta":${JSON.stringify(z.encode(pageMetaWire, meta))}}`)
