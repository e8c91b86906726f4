import { createFileRoute } from '@tanstack/react-router'
import { NewProtocolPage } from '../../../features/protocols/new-protocol/new-protocol-page.tsx'

export const Route = createFileRoute('/_app/protocolos/novo')({ component: NewProtocolPage })
