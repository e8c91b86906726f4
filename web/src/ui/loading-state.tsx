import { Loader } from '@mantine/core'
import classes from './states.module.css'

/** A spinner with its word; lists use skeletons of their own shape instead. */
export function LoadingState({ label = 'Carregando...', fullPage = false }: { label?: string; fullPage?: boolean }) {
  return (
    <div className={classes.state} data-full-page={fullPage} role="status">
      <Loader size={28} aria-hidden />
      <span className={classes.hint}>{label}</span>
    </div>
  )
}
