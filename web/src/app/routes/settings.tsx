import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { asSettings, categoriesQuery, departmentsQuery, itemTypesQuery } from '../../domain/catalogs/catalogs.api.ts'
import {
  auditSearch,
  calendarSearch,
  type DialogSearch,
  dialogSearch,
  supplierFilterOf,
  supplierListSearch,
  userSearch,
} from '../../domain/screens/searches.ts'
import { app, changed, later, preloading, withDialog, withSearch } from './route.tsx'

const onlyDialog = (_: DialogSearch, asked: DialogSearch) => dialogSearch({ ...asked })

const settings = createRoute({
  getParentRoute: () => app,
  path: '/settings',
  component: lazyRouteComponent(() => import('../../features/settings/settings-layout.tsx'), 'SettingsLayout'),
})

const settingsHub = createRoute({
  getParentRoute: () => settings,
  path: '/',
  component: lazyRouteComponent(() => import('../../features/settings/settings-layout.tsx'), 'SettingsHub'),
})

const audit = createRoute({
  getParentRoute: () => settings,
  path: '/audit',
  validateSearch: auditSearch,
  component: withSearch(() => import('../../features/audit/audit-page.tsx'), changed(auditSearch)),
})

const calendar = createRoute({
  getParentRoute: () => settings,
  path: '/calendar',
  validateSearch: calendarSearch,
  component: withDialog(
    () => import('../../features/calendar/calendar-page.tsx'),
    ({ year }, next) => calendarSearch({ year, ...next }),
  ),
})

const categories = createRoute({
  getParentRoute: () => settings,
  path: '/categories',
  validateSearch: dialogSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery({ ...categoriesQuery, ...asSettings }),
  component: withDialog(() => import('../../features/categories/categories-page.tsx'), onlyDialog),
})

const departments = createRoute({
  getParentRoute: () => settings,
  path: '/departments',
  validateSearch: dialogSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery({ ...departmentsQuery, ...asSettings }),
  component: withDialog(() => import('../../features/departments/departments-page.tsx'), onlyDialog),
})

const itemTypes = createRoute({
  getParentRoute: () => settings,
  path: '/item-types',
  validateSearch: dialogSearch,
  loader: ({ context }) => void context.queryClient.prefetchQuery({ ...itemTypesQuery, ...asSettings }),
  component: withDialog(() => import('../../features/item-types/item-types-page.tsx'), onlyDialog),
})

const suppliers = createRoute({
  getParentRoute: () => settings,
  path: '/suppliers',
  validateSearch: supplierListSearch,
  loaderDeps: ({ search }) => supplierFilterOf(search),
  loader: ({ context, deps }) =>
    later(import('../../domain/catalogs/suppliers.api.ts'), ({ suppliersQuery }) =>
      context.queryClient.prefetchQuery(suppliersQuery(deps)),
    ),
  component: withSearch(() => import('../../features/suppliers/suppliers-page.tsx'), changed(supplierListSearch)),
})

const users = createRoute({
  getParentRoute: () => settings,
  path: '/users',
  validateSearch: userSearch,
  component: withSearch(() => import('../../features/users/users-page.tsx'), changed(userSearch)),
})

const ImportPage = lazyRouteComponent(() => import('../../features/import/import-page.tsx'))

const importSuppliers = createRoute({
  getParentRoute: () => settings,
  path: '/suppliers/import',
  component: preloading(ImportPage, () => <ImportPage importable="suppliers" />),
})

const importUsers = createRoute({
  getParentRoute: () => settings,
  path: '/users/import',
  component: preloading(ImportPage, () => <ImportPage importable="users" />),
})

const system = createRoute({
  getParentRoute: () => settings,
  path: '/system',
  component: lazyRouteComponent(() => import('../../features/system/system-page.tsx')),
})

export const settingsRoutes = settings.addChildren([
  settingsHub,
  audit,
  calendar,
  categories,
  departments,
  itemTypes,
  suppliers,
  users,
  importSuppliers,
  importUsers,
  system,
])
