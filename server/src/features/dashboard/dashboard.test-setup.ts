import { buildAdmin, buildUser } from '../../test/builders.ts'
import { threeDepartments } from '../../test/three-departments.ts'

/** Three departments with people; the time is 20:30 of 21/11/2026 in São Paulo. */
export async function dashboardOrganisation() {
  const departments = await threeDepartments({ now: '2026-11-21T23:30:00Z' })
  const { db, legal, health } = departments
  const bruno = await buildUser(db, { departmentId: legal.id, name: 'Bruno Sá' })
  const admin = await buildAdmin(db, { departmentId: health.id, name: 'Carla Admin' })
  const founder = await buildAdmin(db, { departmentId: null, name: 'Primeira Admin' })
  return { ...departments, bruno, admin, founder }
}
