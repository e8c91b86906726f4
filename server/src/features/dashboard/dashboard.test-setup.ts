import { testApp } from '../../test/app.ts'
import { buildAdmin, buildDepartment, buildProtocol, buildUser } from '../../test/builders.ts'

/** Three departments on a database of their own; it is half past eight in the evening of 21/11/2026 in São Paulo. */
export async function dashboardOffice() {
  const test = await testApp({ ownDatabase: true, now: '2026-11-21T23:30:00Z' })
  const { db, as } = test
  const finance = await buildDepartment(db, { name: 'Finanças' })
  const legal = await buildDepartment(db, { name: 'Jurídico' })
  const health = await buildDepartment(db, { name: 'Saúde' })
  const ana = await buildUser(db, { departmentId: finance.id, name: 'Ana Müller' })
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const admin = await buildAdmin(db, { departmentId: health.id, name: 'Carla Admin' })
  const founder = await buildAdmin(db, { departmentId: null, name: 'Primeira Admin' })

  const between = (from: { id: number }, to: { id: number }, fields: Parameters<typeof buildProtocol>[1] = {}) =>
    buildProtocol(db, { originDepartmentId: from.id, destinationDepartmentId: to.id, createdBy: ana.id, ...fields })
  const ask = async (user: { id: number }, path: string) => {
    const reply = await as(user).get(path)
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`)
    return reply.body
  }
  return { ...test, finance, legal, health, ana, bruno, admin, founder, between, ask }
}
