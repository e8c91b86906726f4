import { Checkbox, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from 'react-hook-form'
import type { Credentials } from '../../domain/session/session.tsx'
import { ApiError, errorMessage } from '../../lib/api-error.ts'
import { lazyResolver } from '../../lib/lazy-resolver.ts'
import { AnchorLink } from '../../ui/anchor-link.tsx'
import { Banner } from '../../ui/banner.tsx'
import { passwordToggle } from '../../ui/password-toggle.ts'
import { SubmitButton } from '../../ui/submit-button.tsx'
import classes from './auth-frame.module.css'

const resolver = lazyResolver(async () => (await import('./login-resolver.ts')).loginResolver)

/** Contract 8.1: refused, or not answered at all. */
const failure = (error: unknown) =>
  error instanceof ApiError && error.status > 0
    ? errorMessage(error, 'Erro ao fazer login. Verifique suas credenciais.')
    : 'Erro ao fazer login. Tente novamente.'

export function LoginForm({ onSubmit }: { onSubmit: (values: Credentials) => Promise<void> }) {
  const { register, handleSubmit, formState, setError } = useForm({
    resolver,
    defaultValues: { email: '', password: '', remember: false },
  })
  const { errors, isSubmitting } = formState

  const submit = handleSubmit((values) =>
    onSubmit(values).catch((error: unknown) => setError('root', { message: failure(error) })),
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {errors.root?.message && <Banner tone="danger">{errors.root.message}</Banner>}
        <TextInput
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordInput
          label="Senha"
          autoComplete="current-password"
          error={errors.password?.message}
          aria-invalid={Boolean(errors.password)}
          visibilityToggleButtonProps={passwordToggle}
          {...register('password')}
        />
        <div className={classes.between}>
          <Checkbox label="Lembrar de mim" radius="xs" {...register('remember')} />
          <AnchorLink to="/esqueci-senha">Esqueci minha senha</AnchorLink>
        </div>
        <SubmitButton isBusy={isSubmitting} busyLabel="Entrando..." fullWidth size="md">
          Entrar
        </SubmitButton>
      </Stack>
    </form>
  )
}
