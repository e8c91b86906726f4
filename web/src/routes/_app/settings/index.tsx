import { createFileRoute } from '@tanstack/react-router'
import { SettingsHub } from '../../../features/settings/settings-hub.tsx'

export const Route = createFileRoute('/_app/settings/')({ component: SettingsHub })
