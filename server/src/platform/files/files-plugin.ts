import multipart from '@fastify/multipart'
import fp from 'fastify-plugin'
import { openStorage, type Storage } from './storage.ts'

declare module 'fastify' {
  interface FastifyInstance {
    storage: Storage
  }
}

/** The attachment storage, for routes that store or serve files. */
export const storagePlugin = fp(async (app) => {
  if (!app.hasDecorator('storage')) app.decorate('storage', openStorage(app.settings))
})

/** Parser for multipart bodies, for the routes that accept files; all others return 415. */
export const formsPlugin = fp(async (app) => {
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fieldNameSize: 100, fields: 50, files: 500, parts: 550, headerPairs: 20 },
  })
})
