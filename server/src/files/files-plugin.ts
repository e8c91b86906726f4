import multipart from '@fastify/multipart'
import fp from 'fastify-plugin'
import { openStorage, type Storage } from './storage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    storage: Storage
  }
}

/** The storage of attachments, for the routes that keep or serve them. */
export const storagePlugin = fp(async (app) => {
  if (!app.hasDecorator('storage')) app.decorate('storage', openStorage(app.settings))
})

/** Multipart bodies, for the routes that take files; all others answer 415. */
export const formsPlugin = fp(async (app) => {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fields: 50, files: 500, parts: 550, headerPairs: 20 },
  })
})
