import { useNavigate } from '@tanstack/react-router'
import { PageHeader } from '../../../ui/page-header.tsx'
import { NewProtocolForm } from './new-protocol-form.tsx'

export function NewProtocolPage() {
  const navigate = useNavigate()
  return (
    <>
      <PageHeader title="Novo Protocolo" context="O que sai do seu departamento, para onde vai e quando deve voltar" />
      <NewProtocolForm
        // Skips the unsaved-changes guard, which is only disabled at the next render. Replaces the history entry, so
        // that Back does not return to the empty form.
        onCreated={(id) =>
          navigate({ to: '/protocolos/$id', params: { id: String(id) }, replace: true, ignoreBlocker: true })
        }
      />
    </>
  )
}
