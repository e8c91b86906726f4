import { useEffect, useState } from 'react'
import { errorMessage } from '../../lib/api-error.ts'
import { Banner } from '../../ui/banner.tsx'
import { BusyButton } from '../../ui/busy-button.tsx'
import classes from './auth.module.css'
import { goToProvider } from './provider-sign-in.ts'

interface ProviderButtonProps {
  /** The provider's name. */
  label: string
  /** Whether it is the page's main action. */
  isMain: boolean
}

export function ProviderButton({ label, isMain }: ProviderButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  // Going back from the provider may show this page as it was left.
  useEffect(() => {
    const onShow = () => setBusy(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  const leave = async () => {
    setBusy(true)
    setProblem(null)
    try {
      await goToProvider()
    } catch (error) {
      setProblem(errorMessage(error, 'Erro ao fazer login. Tente novamente.'))
      setBusy(false)
    }
  }
  return (
    <>
      {problem && <Banner tone="danger">{problem}</Banner>}
      <BusyButton
        variant={isMain ? 'filled' : 'default'}
        size="md"
        fullWidth
        autoFocus={isMain}
        classNames={{ root: classes.provider, label: classes.providerLabel }}
        isBusy={isBusy}
        aria-live="polite"
        onClick={() => void leave()}
      >
        {isBusy ? 'Abrindo...' : `Entrar com ${label}`}
      </BusyButton>
    </>
  )
}
