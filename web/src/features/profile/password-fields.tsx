import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { PasswordInput, Stack } from '@mantine/core'
import { useFormContext } from 'react-hook-form'
import { Card } from '../../ui/card.tsx'
import type { ProfileForm } from './profile-form.ts'
import classes from './profile-page.module.css'

const fields = [
  { name: 'currentPassword', label: 'Senha atual', autoComplete: 'current-password' },
  {
    name: 'newPassword',
    label: 'Nova senha',
    autoComplete: 'new-password',
    description: `Pelo menos ${shortestPassword} caracteres`,
  },
  { name: 'confirmPassword', label: 'Confirmar nova senha', autoComplete: 'new-password' },
] as const

export function PasswordFields() {
  const { register, formState } = useFormContext<ProfileForm>()
  return (
    <Card title="Alterar senha">
      <Stack gap="md">
        <p className={classes.hint}>Deixe em branco para manter a senha atual.</p>
        {fields.map(({ name, ...field }) => (
          <PasswordInput
            key={name}
            {...field}
            error={formState.errors[name]?.message}
            aria-invalid={Boolean(formState.errors[name])}
            {...register(name)}
          />
        ))}
      </Stack>
    </Card>
  )
}
