import { mayUsePassword } from '@malote/core/auth/password-login.ts'
import { shortestPassword } from '@malote/core/auth/password-words.ts'
import { PasswordInput, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { configQuery } from '../../domain/organisation/config.ts'
import { useViewer } from '../../domain/session/session.tsx'
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

/** For people who may sign in with a password. */
export function PasswordFields() {
  const { register, formState } = useFormContext<ProfileForm>()
  const viewer = useViewer()
  const { data: config } = useQuery(configQuery)
  if (config && !mayUsePassword(config.passwordLogin, viewer)) return null
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
