import { createFileRoute } from '@tanstack/react-router'
import { ImportPage } from '../../../features/import/import-page.tsx'

export const Route = createFileRoute('/_app/settings/users_/import')({
  component: () => <ImportPage importable="users" />,
})
