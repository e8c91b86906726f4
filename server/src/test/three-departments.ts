import { expect } from 'vitest'
import { type TestAppOptions, testApp } from './app.ts'
import { buildDepartment, buildProtocol, buildUser } from './builders.ts'

/**
 * Three departments, with a person in the first, in a separate database, so that the responses to an Admin are known
 * too.
 */
export async function threeDepartments(options: Omit<TestAppOptions, 'ownDatabase'> = {}) {
  const test = await testApp({ ...options, ownDatabase: true })
  const { db, as } = test
  const finance = await buildDepartment(db, { name: 'Finanças' })
  const legal = await buildDepartment(db, { name: 'Jurídico' })
  const health = await buildDepartment(db, { name: 'Saúde' })
  const ana = await buildUser(db, { departmentId: finance.id, name: 'Ana Müller' })

  const between = (from: { id: number }, to: { id: number }, fields: Parameters<typeof buildProtocol>[1] = {}) =>
    buildProtocol(db, { originDepartmentId: from.id, destinationDepartmentId: to.id, createdBy: ana.id, ...fields })
  /** The body of the response to the person; fails if it is an error. */
  const ask = async (user: { id: number }, path: string) => {
    const reply = await as(user).get(path)
    expect(reply.status, `${path}: ${JSON.stringify(reply.body)}`).toBe(200)
    return reply.body
  }
  return { ...test, finance, legal, health, ana, between, ask }
}
