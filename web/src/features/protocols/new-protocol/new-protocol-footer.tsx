import { Button } from '@mantine/core'
import { type Control, useWatch } from 'react-hook-form'
import { LinkButton } from '../../../ui/link-button.tsx'
import { FormFooter } from '../form/form-footer.tsx'
import { type ItemForm, itemsToSend } from '../form/item-form.ts'
import type { ProtocolForm } from '../form/protocol-form.ts'
import { useDueDate } from '../form/use-due-date.ts'

interface NewProtocolFooterProps {
  control: Control<ProtocolForm>
  isBusy: boolean
  progress: number | null
  onSaveAnother: () => void
}

// Renders only when a category changes, not at every key.
const categoriesOf = (items: readonly ItemForm[]) => itemsToSend(items).map(({ categoryId }) => categoryId)

export function NewProtocolFooter({ control, isBusy, progress, onSaveAnother }: NewProtocolFooterProps) {
  const categories = useWatch({ control, name: 'items', compute: categoriesOf })
  const requiresReturn = useWatch({ control, name: 'requiresReturn' })
  const dueDateOf = useDueDate()
  return (
    <FormFooter
      itemCount={categories.length}
      dueDates={requiresReturn ? categories.flatMap((category) => dueDateOf(category) ?? []) : []}
      isBusy={isBusy}
      progress={progress}
      cancel={
        <LinkButton to="/protocolos" variant="default">
          Cancelar
        </LinkButton>
      }
      another={
        <Button
          variant="default"
          aria-disabled={isBusy || undefined}
          data-disabled={isBusy || undefined}
          onClick={({ detail }) => !isBusy && detail < 2 && onSaveAnother()}
        >
          Salvar e criar outro
        </Button>
      }
    />
  )
}
