import { zodResolver } from '@hookform/resolvers/zod'
import { choosePasswordForm } from '@malote/core/auth/login.ts'
import { shortestPassword } from '@malote/core/auth/password.ts'
import { PasswordInput, Stack } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { Banner } from '../../ui/banner.tsx'
import { passwordToggle } from '../../ui/password-toggle.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'

interface NewPasswordFormProps {
  isBusy: boolean
  error: string | null
  onSubmit: (values: { newPassword: string }) => void
}

export function NewPasswordForm({ isBusy, error, onSubmit }: NewPasswordFormProps) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(choosePasswordForm),
    defaultValues: { newPassword: '', confirmPassword: '' },
  })
  const field = { autoComplete: 'new-password', visibilityToggleButtonProps: passwordToggle }
  return (
    <form noValidate onSubmit={handleSubmit(onSubmit)}>
      <Stack gap="md">
        {error && <Banner tone="danger">{error}</Banner>}
        <PasswordInput
          {...field}
          autoFocus
          label="Nova senha"
          description={`Pelo menos ${shortestPassword} caracteres`}
          error={formState.errors.newPassword?.message}
          aria-invalid={Boolean(formState.errors.newPassword)}
          {...register('newPassword')}
        />
        <PasswordInput
          {...field}
          label="Confirmar nova senha"
          error={formState.errors.confirmPassword?.message}
          aria-invalid={Boolean(formState.errors.confirmPassword)}
          {...register('confirmPassword')}
        />
        <SubmitButton isBusy={isBusy} busyLabel="Salvando..." fullWidth size="md">
          Definir senha
        </SubmitButton>
      </Stack>
    </form>
  )
}
