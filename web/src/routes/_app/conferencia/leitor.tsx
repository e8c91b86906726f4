import { createFileRoute } from '@tanstack/react-router'
import { ReaderTestPage } from '../../../features/scan-station/reader-test-page.tsx'

export const Route = createFileRoute('/_app/conferencia/leitor')({ component: ReaderTestPage })
